const SAME = ["direction", "font", "letterSpacing", "lineHeight", "padding", "tabSize", "wordSpacing"] as const;

/** Returns how far the top of the caret's line is below the top of its field, which browsers don't tell. */
export function caretLine(area: HTMLTextAreaElement): number {
  const copy = document.createElement("div");
  const style = getComputedStyle(area);
  for (const name of SAME) copy.style[name] = style[name];
  Object.assign(copy.style, { position: "absolute", visibility: "hidden", boxSizing: "border-box" });
  Object.assign(copy.style, { width: `${area.clientWidth}px`, whiteSpace: "pre-wrap", overflowWrap: "break-word" });
  const caret = document.createElement("span");
  caret.textContent = "\u200b";
  copy.append(area.value.slice(0, area.selectionEnd), caret);
  document.body.append(copy);
  const top = caret.offsetTop - area.scrollTop;
  copy.remove();
  return Math.max(0, top);
}

import { type RefObject, useDeferredValue, useLayoutEffect, useRef } from "react";
import { fencesOf } from "./editing.code.ts";
import classes from "./MarkdownEditor.module.css";

interface CodeBandsProps {
  /** The field in front, whose lines break and scroll the same. */
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly text: string;
}

/** Bands behind the code in the text, because a text field itself can't show where its code begins and ends. */
export function CodeBands({ field, text }: CodeBandsProps) {
  const bands = useRef<HTMLDivElement>(null);
  // Typing must stay fast in long texts.
  const late = useDeferredValue(text);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the field grows and scrolls with its text.
  useLayoutEffect(() => {
    const [area, behind] = [field.current, bands.current];
    if (!area || !behind) return;
    const follow = () => {
      // Without the scroll bar, which only long texts have.
      behind.style.width = `${area.clientWidth}px`;
      behind.scrollTop = area.scrollTop;
    };
    follow();
    area.addEventListener("scroll", follow, { passive: true });
    const observer = typeof ResizeObserver === "undefined" ? null : new ResizeObserver(follow);
    observer?.observe(area);
    return () => {
      area.removeEventListener("scroll", follow);
      observer?.disconnect();
    };
  }, [field, late]);

  return (
    <div ref={bands} className={classes.bands} aria-hidden>
      {partsOf(late).map(({ key, isCode, words }) =>
        isCode ? (
          <div key={key} className={classes.band}>
            {words}
            {EMPTY}
          </div>
        ) : (
          <span key={key}>{words}</span>
        ),
      )}
    </div>
  );
}

/** Gives the last line of a piece its height even if nothing is on it. */
const EMPTY = "\u200b";

/** The text in pieces, with code on lines of its own: the line breaks around it are those of its box. */
function partsOf(text: string) {
  const parts: { key: string; isCode: boolean; words: string }[] = [];
  let at = 0;
  for (const [index, { from, to }] of fencesOf(text).entries()) {
    parts.push({ key: `text-${index}`, isCode: false, words: text.slice(at, from) });
    parts.push({ key: `code-${index}`, isCode: true, words: text.slice(from, to) });
    at = to + 1;
  }
  parts.push({ key: "rest", isCode: false, words: text.slice(at) + EMPTY });
  return parts;
}

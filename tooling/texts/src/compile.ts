/** A text in the runtime's format: strings, numbers of values, and elements as their number followed by their content. */
export type Compiled = string | Part[];
type Part = string | number | [number, ...Part[]];

const MARK = /\{(\d+)\}|<(\d+)\/>|<(\d+)>|<\/(\d+)>/g;

/**
 * Compiles `Showing results for <0/>. Almost nothing has “{0}”` for the runtime. @throws Error for an element that isn't closed, or
 * is closed without being open: a translator's typo stops the build and shows the text
 */
export function compileText(text: string): Compiled {
  const root: Part[] = [];
  const open: { id: number; parts: Part[] }[] = [];
  let at = 0;
  const parts = () => open.at(-1)?.parts ?? root;
  for (const match of text.matchAll(MARK)) {
    if (match.index > at) parts().push(text.slice(at, match.index));
    at = match.index + match[0].length;
    const [, value, empty, opening, closing] = match;
    if (value !== undefined) parts().push(Number(value));
    else if (empty !== undefined) parts().push([Number(empty)]);
    else if (opening !== undefined) open.push({ id: Number(opening), parts: [] });
    else {
      const closed = open.pop();
      if (closed?.id !== Number(closing)) throw new Error(`“${text}” closes <${closing}>, which isn't open`);
      parts().push([closed.id, ...closed.parts]);
    }
  }
  if (open.length > 0) throw new Error(`“${text}” doesn't close <${open.at(-1)?.id}>`);
  if (at < text.length) root.push(text.slice(at));
  const [only] = root;
  return root.length === 1 && typeof only === "string" ? only : root;
}

/** The values and elements in a text, which must be the same in its translation. */
export function marksOf(text: string): string {
  return [...text.matchAll(MARK)]
    .map(([mark]) => mark)
    .sort()
    .join(" ");
}

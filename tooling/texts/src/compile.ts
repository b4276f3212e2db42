/** A text as the runtime reads it: strings, numbers of values, and elements as their number followed by what they hold. */
export type Compiled = string | Part[];
type Part = string | number | [number, ...Part[]];

const MARK = /\{(\d+)\}|<(\d+)\/>|<(\d+)>|<\/(\d+)>/g;

/**
 * `Showing results for <0/>. Almost nothing has “{0}”` for the runtime. @throws Error for an element that is not closed, or closed
 * and not open: a translator's slip stops the build, with its text
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
      if (closed?.id !== Number(closing)) throw new Error(`“${text}” closes <${closing}>, which is not open there`);
      parts().push([closed.id, ...closed.parts]);
    }
  }
  if (open.length > 0) throw new Error(`“${text}” does not close <${open.at(-1)?.id}>`);
  if (at < text.length) root.push(text.slice(at));
  const [only] = root;
  return root.length === 1 && typeof only === "string" ? only : root;
}

/** The values and elements that a text has, to be the same in its translation. */
export function marksOf(text: string): string {
  return [...text.matchAll(MARK)]
    .map(([mark]) => mark)
    .sort()
    .join(" ");
}

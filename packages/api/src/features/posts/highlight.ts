import type { PostSummary } from "@bbux/contract";
import { type RawBuilder, sql } from "kysely";

type Part = NonNullable<PostSummary["highlight"]>["title"][number];

// Two characters that no text of ours means anything by; they are taken out of the text before it is marked.
const START = "\uE000";
const STOP = "\uE001";
// What is a blank to posts.search is one to the marking, too, and comes back after it.
const BLANKS = "_</";
const STAND_INS = "\uE002\uE003\uE004";

/** What a search adds to the fields of a post: title and content with the found words between marks. */
export function headline(query: RawBuilder<unknown> | null): RawBuilder<unknown> {
  if (!query) return sql``;
  const clean = (column: string) =>
    sql`translate(${sql.raw(column)}, ${BLANKS + STAND_INS + START + STOP}, ${STAND_INS})`;
  const marks = `StartSel=${START}, StopSel=${STOP}`;
  return sql`,
    'titleHit', ts_headline('english', ${clean("p.title")}, ${query}, ${`${marks}, HighlightAll=true`}),
    'contentHit', ts_headline('english', ${clean("left(p.content, 20000)")}, ${query},
      ${`${marks}, MaxFragments=1, MaxWords=28, MinWords=14`})`;
}

const restored = (text: string) => text.replace(/[\uE002-\uE004]/g, (stand) => BLANKS[STAND_INS.indexOf(stand)] ?? "");

/** Splits a marked text: `a ⟨b⟩ c` → a, b (match), c. */
export function highlightParts(marked: string): Part[] {
  const parts: Part[] = [];
  for (const [index, piece] of marked.split(START).entries()) {
    if (index === 0) {
      if (piece) parts.push({ text: restored(piece), match: false });
      continue;
    }
    const stop = piece.indexOf(STOP);
    const hit = stop < 0 ? piece : piece.slice(0, stop);
    const rest = stop < 0 ? "" : piece.slice(stop + 1);
    if (hit) parts.push({ text: restored(hit), match: true });
    if (rest) parts.push({ text: restored(rest), match: false });
  }
  return parts;
}

import type { PostSummary } from "@bbux/contract";
import { type RawBuilder, sql } from "kysely";
import { plainPassage } from "../parts/index.ts";
import { answerWords, tsquery } from "./search.places.ts";

type Part = NonNullable<PostSummary["highlight"]>["title"][number];

// Two private characters without a meaning in our texts; they are removed from a text before it is marked.
const START = "\uE000";
const STOP = "\uE001";
// Characters that posts.search treats as blanks; marking does the same and restores them afterward.
const BLANKS = "/_<.-+&";
const STAND_INS = "\uE002\uE003\uE004\uE005\uE006\uE007\uE008";

const clean = (text: string) => `translate(${text}, '${BLANKS}${STAND_INS}${START}${STOP}', '${STAND_INS}')`;
const MARKS = `StartSel=${START}, StopSel=${STOP}`;
/** Marks the matches in a clean text, with their surroundings. */
const passage = (text: string, query: RawBuilder<unknown>) =>
  sql`ts_headline('english', ${sql.raw(text)}, ${query}, ${sql.lit(`${MARKS}, MaxFragments=1, MaxWords=28, MinWords=14`)})`;

/**
 * Returns what a search adds to the fields of a post: title and content with the matches between marks.
 * @param query for to_tsquery
 * @param answers marks the best matching answer when the post itself doesn't match
 */
export function headline(query: string, answers: boolean): RawBuilder<unknown> {
  const words = tsquery(query);
  const ofPost = passage(clean("left(p.content, 20000)"), words);
  const ofAnswer = sql`coalesce((
    select ${passage(clean("left(a.content, 20000)"), words)} from answers a
    where a.post_id = p.id and a.deleted_at is null and ${answerWords} @@ ${words} order by a.score desc, a.id limit 1
  ), ${ofPost})`;
  return sql`,
    'titleHit', ts_headline('english', ${sql.raw(clean("p.title"))}, ${words}, ${sql.lit(`${MARKS}, HighlightAll=true`)}),
    'contentHit', ${answers ? sql`case when p.search @@ ${words} then ${ofPost} else ${ofAnswer} end` : ofPost}`;
}

const restored = (text: string) => text.replace(/[\uE002-\uE008]/g, (stand) => BLANKS[STAND_INS.indexOf(stand)] ?? "");

/** Characters of a passage that are looked at: its 28 words are far fewer, unless they stand between a thousand signs. */
const LONGEST = 1_500;

/** Splits a marked Markdown passage into parts of plain text, because lists show no Markdown. */
export function passageParts(marked: string): Part[] {
  const from = Math.max(0, marked.indexOf(START) - LONGEST / 3);
  return highlightParts(plainPassage(restored(marked.slice(from, from + LONGEST))));
}

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

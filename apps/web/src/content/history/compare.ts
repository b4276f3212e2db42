import type { Revision } from "@bbux/contract";

/** A run of text in both versions, or in one of them. */
export interface Part {
  readonly text: string;
  readonly change: "same" | "added" | "removed";
}

type Version = Pick<Revision, "title" | "content" | "tags" | "codeBlocks" | "media">;
type Block = Version["codeBlocks"][number];

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

export type Touched = "title" | "text" | "tags" | "code" | "media";

/** Names what an edit touched: "title", "text", "tags", "code", "media". */
export function touched(before: Version, after: Version): Touched[] {
  const fields: readonly [Touched, (version: Version) => unknown][] = [
    ["title", ({ title }) => title],
    ["text", ({ content }) => content],
    ["tags", ({ tags }) => tags],
    ["code", ({ codeBlocks }) => codeBlocks.map(wordsOf)],
    ["media", ({ media }) => media.map(({ url }) => url)],
  ];
  return fields.filter(([, read]) => !same(read(before), read(after))).map(([name]) => name);
}

/** Returns each element of two lists once: first the removed ones, then the current ones in their order. */
export function listChanges(before: readonly string[], after: readonly string[]): Part[] {
  const gone = before.filter((one) => !after.includes(one)).map((text) => ({ text, change: "removed" as const }));
  const here = after.map((text) => ({ text, change: before.includes(text) ? ("same" as const) : ("added" as const) }));
  return [...gone, ...here];
}

/** A code block before and after; one side is missing if it was added or removed. */
export interface BlockPair {
  readonly before: Block | null;
  readonly after: Block | null;
}

const wordsOf = ({ language, code, description = "" }: Block) => [language, code, description];

/**
 * Pairs the code blocks of two versions. Equal ones are matched in order; those between them are paired in order, so
 * that an edited block is compared with itself.
 */
export function pairBlocks(before: readonly Block[], after: readonly Block[]): BlockPair[] {
  const pairs: BlockPair[] = [];
  let [left, right] = [0, 0];
  const gap = (leftEnd: number, rightEnd: number) => {
    while (left < leftEnd || right < rightEnd) {
      pairs.push({
        before: (left < leftEnd && before[left++]) || null,
        after: (right < rightEnd && after[right++]) || null,
      });
    }
  };
  for (const [index, block] of before.entries()) {
    if (index < left) continue;
    const twin = after.findIndex((other, place) => place >= right && same(wordsOf(other), wordsOf(block)));
    if (twin === -1) continue;
    gap(index, twin);
    pairs.push({ before: before[left++] ?? null, after: after[right++] ?? null });
  }
  gap(before.length, after.length);
  return pairs;
}

/** How many unchanged lines are shown next to a change. */
const AROUND = 3;

/** Folded unchanged lines; `lines` is their number. */
export interface Fold {
  readonly folded: string;
  readonly lines: number;
}

/** Folds unchanged lines except those around changes. Short runs stay, because a fold would not be shorter. */
export function folded(parts: readonly Part[]): (Part | Fold)[] {
  return parts.flatMap((part, index): (Part | Fold)[] => {
    if (part.change !== "same") return [part];
    const lines = part.text.split(/(?<=\n)/);
    const head = index === 0 ? 0 : AROUND;
    const tail = index === parts.length - 1 ? 0 : AROUND;
    const away = lines.slice(head, lines.length - tail);
    if (away.length < AROUND * 2) return [part];
    const kept = (text: string[]): Part[] => (text.length === 0 ? [] : [{ text: text.join(""), change: "same" }]);
    return [
      ...kept(lines.slice(0, head)),
      { folded: away.join(""), lines: away.length },
      ...kept(lines.slice(lines.length - tail || lines.length)),
    ];
  });
}

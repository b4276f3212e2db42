import type { DemoAnswer, DemoPost } from "./demo.types.ts";
import { ago, type Known, type Trx } from "./written.ts";

interface Target {
  readonly kind: "post" | "answer";
  readonly id: string;
  readonly authorId: string;
  readonly createdAt: Date;
}

/** Writes every version of each edited text, including the first and the current one. */
export async function writeVersions(
  trx: Trx,
  { now }: Known,
  { kind, id, authorId, createdAt }: Target,
  text: DemoPost | DemoAnswer,
): Promise<void> {
  const { earlier = [], content, codeBlocks = [] } = text;
  if (earlier.length === 0) return;
  const present = { content, ...("title" in text ? { title: text.title, tags: text.tags } : {}) };
  const versions = [...earlier, {}].map((version, i) => ({ ...present, ...version, number: i + 1 }));
  await trx
    .insertInto("revisions")
    .values(
      versions.map(({ number, ...version }) => {
        const before = earlier[number - 2];
        return {
          target_id: id,
          target_kind: kind,
          number,
          author_id: authorId,
          title: version.title ?? null,
          content: version.content,
          tags: [...(version.tags ?? [])],
          code_blocks: JSON.stringify(codeBlocks),
          created_at: before ? ago(now, before.untilDaysAgo) : createdAt,
        };
      }),
    )
    .execute();
}

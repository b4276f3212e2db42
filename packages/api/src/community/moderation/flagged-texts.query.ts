import { type FlagTarget, type flaggedText, MODERATION, type moderationTarget } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { type Kysely, sql } from "kysely";
import type { z } from "zod";
import { excerptOf } from "../../content/parts/index.ts";

type FlaggedText = z.infer<typeof flaggedText>;

/** What its author wrote; only a post's title is the author's own. */
export function textOf({ kind, title, content }: { kind: FlagTarget; title: string; content: string }): string {
  return kind === "post" ? `${title}\n\n${content}` : content;
}

/** Returns by `kind:id` what flagged targets said when they were flagged, earliest first, where they say something else now. */
export async function flaggedTexts(
  db: Kysely<DB>,
  targets: ReadonlyMap<string, z.infer<typeof moderationTarget>>,
): Promise<(key: string) => FlaggedText[]> {
  const wanted = [...targets.values()];
  const { rows } = await sql<{ key: string; text: string; at: Date }>`
    select t.kind || ':' || t.id as key, f.flagged_text as text, min(f.created_at) as at
      from unnest(${wanted.map(({ type }) => type)}::text[], ${wanted.map(({ id }) => id)}::bigint[]) as t (kind, id)
      join flags f on f.target_kind = t.kind and f.target_id = t.id and f.flagged_text is not null
     group by t.kind, t.id, f.flagged_text order by min(f.created_at), f.flagged_text`.execute(db);
  return (key) => {
    const target = targets.get(key);
    const present = target && textOf({ ...target, kind: target.type });
    return rows
      .filter((row) => row.key === key && row.text !== present)
      .slice(0, MODERATION.flagsShown)
      .map(({ text, at }) => ({ excerpt: excerptOf(text), content: text, flaggedAt: at.toISOString() }));
  };
}

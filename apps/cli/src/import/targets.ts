import type { Database } from "@bbux/db";
import { type RawBuilder, sql } from "kysely";

/** A question or answer of the dump on our platform. */
export interface Target {
  readonly id: string;
  readonly kind: "post" | "answer";
  /**
   * Whether it was imported after the stage last finished. Only then does the stage add to it, so that a newer dump counts no
   * vote twice and doesn't change the history of existing content.
   */
  readonly open: boolean;
}

/** Stages that aggregate over a whole file instead of remembering every row of it. */
type SummingStage = "votes" | "history";

const lastSeenId = (source: string, stage: SummingStage): RawBuilder<unknown> => sql`coalesce((
  select id from import_map where source = ${source} and kind = ${`${stage}-through`} and external_id = ''), 0)`;

/** Questions and answers by their ids in the dump, which share one numbering. */
export async function findTargets(
  db: Database,
  source: string,
  stage: SummingStage,
  externalIds: readonly string[],
): Promise<Map<string, Target>> {
  const { rows } = await sql<{ external_id: string; id: string; kind: string; open: boolean }>`
    select external_id, id, kind, id > ${lastSeenId(source, stage)} as open from import_map
    where source = ${source} and kind in ('question', 'answer') and external_id = any(${[...new Set(externalIds)]}::text[])
  `.execute(db);
  return new Map(
    rows.map(({ external_id, id, kind, open }) => [
      external_id,
      { id, kind: kind === "question" ? "post" : "answer", open },
    ]),
  );
}

/** Ids of the open ones, for a subquery. Our ids grow, so the highest one that a finished stage saw divides old from new. */
export function openTargets(source: string, stage: SummingStage): RawBuilder<unknown> {
  return sql`
    select id from import_map
    where source = ${source} and kind in ('question', 'answer') and id > ${lastSeenId(source, stage)}`;
}

export async function closeTargets(db: Database, source: string, stage: SummingStage): Promise<void> {
  await sql`
    insert into import_map (source, kind, external_id, id)
    select ${source}, ${`${stage}-through`}, '', coalesce(max(id), 0)
    from import_map where source = ${source} and kind in ('question', 'answer')
    on conflict (source, kind, external_id) do update set id = excluded.id`.execute(db);
}

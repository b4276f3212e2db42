import type { Database } from "@bbux/db";
import { sql } from "kysely";

/** A post or answer with its latest version so far, or with its current text if there is none. */
export interface Subject {
  readonly id: string;
  readonly path: string;
  readonly author: string;
  readonly licence: string;
  /** null for an answer. */
  readonly title: string | null;
  readonly content: string;
  readonly tags: readonly string[];
  /** 0 if there is none. */
  readonly number: number;
  /** ISO 8601. */
  readonly createdAt: string | null;
  readonly editor: string | null;
}

export interface Version {
  readonly target_id: string;
  readonly target_kind: "post" | "answer";
  readonly number: number;
  readonly author_id: string | null;
  readonly title: string | null;
  readonly content: string;
  readonly tags: readonly string[];
  readonly comment: string | null;
  readonly created_at: string;
}

/** Loads these posts and answers by id. */
export async function loadSubjects(
  db: Database,
  source: string,
  ids: readonly string[],
): Promise<Map<string, Subject>> {
  const { rows } = await sql<Omit<Subject, "createdAt"> & { createdAt: Date | null }>`
    select t.id, case when a.id is null then 'questions/' else 'a/' end || m.external_id as path,
           coalesce(u.profile ->> 'firstName', u.username) as author, coalesce(m.licence, 'CC BY-SA 4.0') as licence,
           case when a.id is null then coalesce(r.title, p.title) end as title,
           coalesce(r.content, p.content, a.content) as content,
           coalesce(r.tags, array(
             select g.name from post_tags pt join tags g on g.id = pt.tag_id where pt.post_id = p.id order by pt.position)) as tags,
           coalesce(r.number, 0) as number, r.created_at as "createdAt", r.author_id as editor
    from unnest(${ids}::bigint[]) as t (id)
    join import_map m on m.id = t.id and m.source = ${source} and m.kind in ('question', 'answer')
    left join posts p on p.id = t.id
    left join answers a on a.id = t.id
    join users u on u.id = coalesce(p.author_id, a.author_id)
    left join lateral (
      select * from revisions where target_id = t.id order by number desc limit 1
    ) as r on true`.execute(db);
  return new Map(rows.map((row) => [row.id, { ...row, createdAt: row.createdAt?.toISOString() ?? null }]));
}

/** Writes versions; an existing one is completed, because the rows of one edit may arrive in two batches. */
export async function saveVersions(db: Database, versions: readonly Version[]): Promise<void> {
  if (versions.length === 0) return;
  await sql`
    insert into revisions (target_id, target_kind, number, author_id, title, content, tags, comment, created_at)
    select target_id, target_kind, number, author_id, title, content,
           array(select json_array_elements_text(tags)), comment, created_at
    from json_to_recordset(${JSON.stringify(versions)}::json) as r (
      target_id bigint, target_kind text, number integer, author_id bigint, title text, content text, tags json,
      comment text, created_at timestamptz
    )
    on conflict (target_id, number) do update set title = excluded.title, content = excluded.content,
      tags = excluded.tags, comment = coalesce(revisions.comment, excluded.comment)`.execute(db);
}

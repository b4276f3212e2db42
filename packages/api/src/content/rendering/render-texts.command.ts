import type { Database } from "@bbux/db";
import { sql } from "kysely";

/** Texts read at a time. */
const BATCH = 50;

/** How long a process has for what it took, before another may take it. */
const CLAIM_MINUTES = 5;

/**
 * Renders Markdown as safe HTML; null for a text that it can't render.
 * @throws Error if it can't render anything now
 */
export type RenderText = (markdown: string) => Promise<string | null>;

interface Waiting {
  readonly id: string;
  readonly kind: "post" | "answer" | "comment";
  /** `null` if there is no such text any more. */
  readonly content: string | null;
}

export interface RenderOptions {
  readonly signal?: AbortSignal;
  /** Told of each text whose HTML isn't kept: its readers render it themselves. */
  readonly onUnrendered?: (text: Pick<Waiting, "id" | "kind">) => void;
}

/**
 * Renders the texts in the queue, the newest first, until there are none. Several processes share the work. A text that is edited
 * meanwhile stays in the queue, and HTML of an earlier version is never kept.
 * @returns how many were rendered
 * @throws what `render` throws; then nothing leaves the queue that wasn't rendered
 */
export async function renderTexts(
  db: Database,
  render: RenderText,
  { signal, onUnrendered }: RenderOptions = {},
): Promise<number> {
  let rendered = 0;
  for (;;) {
    const waiting = await claimTexts(db);
    try {
      for (const text of waiting) {
        if (signal?.aborted) return rendered;
        const html = text.content === null ? null : await render(text.content);
        if (html === null && text.content !== null) onUnrendered?.({ id: text.id, kind: text.kind });
        if (await keep(db, text, html)) rendered++;
      }
    } finally {
      await giveBack(db, waiting);
    }
    if (waiting.length < BATCH) return rendered;
  }
}

/** Takes texts that no other process is at. */
async function claimTexts(db: Database): Promise<readonly Waiting[]> {
  const { rows } = await sql<Waiting>`
    with next as (
      select target_id from rendering_queue where claimed_until is null or claimed_until < now()
      order by target_id desc limit ${sql.lit(BATCH)} for update skip locked
    ), claimed as (
      update rendering_queue q set claimed_until = now() + ${sql.lit(CLAIM_MINUTES)} * interval '1 minute'
      from next where q.target_id = next.target_id returning q.target_id, q.kind
    )
    select q.target_id::text as id, q.kind, case q.kind
        when 'post' then (select content from posts where id = q.target_id)
        when 'answer' then (select content from answers where id = q.target_id)
        else (select content from comments where id = q.target_id) end as content
    from claimed q order by q.target_id desc`.execute(db);
  return rows;
}

/** What is still in the queue is anybody's again. */
async function giveBack(db: Database, texts: readonly Waiting[]): Promise<void> {
  if (texts.length === 0) return;
  const ids = texts.map(({ id }) => id);
  await sql`update rendering_queue set claimed_until = null where target_id = any (${ids}::bigint[])`.execute(db);
}

const TABLES = { post: "posts", answer: "answers", comment: "comments" } as const;

/** Takes a text off the queue if it is still what was rendered, and keeps its HTML, if there is any. */
async function keep(db: Database, { id, kind, content }: Waiting, html: string | null): Promise<boolean> {
  if (content === null) {
    await sql`delete from rendering_queue where target_id = ${id}::bigint`.execute(db);
    return false;
  }
  // The lock waits for an edit that is being made, so that its text is compared.
  const { numAffectedRows } = await sql`
    with same as (
      select id from ${sql.table(TABLES[kind])} where id = ${id}::bigint and content = ${content} for no key update
    ), kept as (
      insert into rendered_texts (target_id, html) select id, ${html}::text from same where ${html}::text is not null
      on conflict (target_id) do update set html = excluded.html
    )
    delete from rendering_queue where target_id in (select id from same)`.execute(db);
  return html !== null && numAffectedRows === 1n;
}

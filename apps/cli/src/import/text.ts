import type { Database } from "@bbux/db";
import { sql } from "kysely";
import { type ImportContext, Skip } from "./context.ts";
import { attribution, licenceOf } from "./licence.ts";
import type { Authorship } from "./members.ts";

/** PostgreSQL's search index holds at most 1 MB per text; this many bytes stay below that. */
const MAX_TEXT = 400_000;

/** What questions and answers have in common. */
export interface ImportedText extends Authorship {
  readonly externalId: string;
  /** Its path on the site. */
  readonly path: string;
  /** Markdown. */
  readonly body: string;
  readonly editedAt: string | null;
  /** The dump's score as a base count, since it doesn't tell who voted. */
  readonly upvotes: number;
  readonly downvotes: number;
  readonly licence: string;
}

/** Times in a dump are in UTC without saying so. Null if it isn't a time. */
export function timeOf(value: string | undefined): string | null {
  if (!value) return null;
  const time = new Date(/(?:z|[+-]\d\d:?\d\d)$/i.test(value) ? value : `${value}Z`);
  return Number.isNaN(time.getTime()) ? null : time.toISOString();
}

/** Reads a row of Posts.xml. */
export function textOf(
  row: Readonly<Record<string, string>>,
  path: string,
  context: ImportContext,
): ImportedText | Skip {
  const createdAt = timeOf(row.CreationDate);
  if (!row.Id || !createdAt) return new Skip("without an id or a date");
  const body = context.toMarkdown(row.Body ?? "");
  if (body.trim() === "") return new Skip("with an empty body");
  if (Buffer.byteLength(body) > MAX_TEXT) return new Skip(`longer than ${MAX_TEXT / 1_000} KB`);
  const score = Math.trunc(Number(row.Score ?? 0)) || 0;
  return {
    externalId: row.Id,
    path: `${path}${row.Id}`,
    body,
    userId: row.OwnerUserId || undefined,
    displayName: row.OwnerDisplayName || undefined,
    createdAt,
    editedAt: timeOf(row.LastEditDate),
    upvotes: Math.max(0, score),
    downvotes: Math.max(0, -score),
    licence: licenceOf(row.ContentLicense, createdAt),
  };
}

/** The Markdown to store: the body and, if asked for, the line that credits its author. */
export async function contentsOf(
  db: Database,
  texts: readonly ImportedText[],
  authorOf: (text: ImportedText) => string,
  { attribution: isCredited, site }: ImportContext,
): Promise<string[]> {
  if (!isCredited || !site) return texts.map(({ body }) => body);
  const { rows } = await sql<{ id: string; name: string }>`
    select id, coalesce(profile ->> 'firstName', username) as name from users where id = any(${texts.map(authorOf)}::bigint[])
  `.execute(db);
  const names = new Map(rows.map((row) => [row.id, row.name]));
  return texts.map((text) => {
    const author = names.get(authorOf(text)) ?? "a former member";
    return `${text.body}\n\n${attribution({ site, path: text.path, author, licence: text.licence })}`;
  });
}

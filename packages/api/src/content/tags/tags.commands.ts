import { isTagName, TAG_NAME_RULE, tidyTagName } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { type Kysely, sql } from "kysely";
import { AppError, invalidField } from "../../platform/errors/errors.ts";

const COLOR = /^#[0-9a-f]{6}$/;

export interface NewTag {
  readonly name: string;
  readonly description?: string;
  /** `#rrggbb` */
  readonly color?: string;
}

/**
 * Adds a tag.
 * @returns its id
 * @throws AppError VALIDATION_ERROR, CONFLICT when the name exists, in any case
 */
export async function addTag(db: Kysely<DB>, tag: NewTag): Promise<string> {
  const name = tidyTagName(tag.name);
  const color = tag.color?.toLowerCase();
  if (!isTagName(name)) throw invalidField("name", TAG_NAME_RULE);
  if (color !== undefined && !COLOR.test(color)) throw invalidField("color", "Write the color like #2f6f6a");
  const { rows } = await sql<{ id: string }>`
    insert into tags (name, description, color)
    values (${name}, ${tag.description?.trim() || null}, ${color ?? "#5f6f6a"})
    on conflict ((lower(name))) do nothing returning id
  `.execute(db);
  const id = rows[0]?.id;
  if (id === undefined) throw new AppError("CONFLICT", { message: `There is a tag named ${name} already` });
  return id;
}

/** Lets one transaction at a time add tags or propose them, so that none takes a name that another has just taken. */
export async function lockTagNames(trx: Kysely<DB>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('tag names', 0))`.execute(trx);
}

/**
 * Refuses a name that is a tag's, or nearly: in other case, with other separators or accents, or in the plural.
 * @throws AppError TAG_EXISTS
 */
export async function requireNewTag(db: Kysely<DB>, name: string): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select name from tags where tag_key(name) = tag_key(${name}) order by post_count desc, id limit 1`.execute(db);
  const [tag] = rows;
  if (tag) throw new AppError("TAG_EXISTS", { message: `There is already a tag named ${tag.name}`, details: tag });
}

import type { Database } from "@bbux/db";
import { sql } from "kysely";
import { AppError, invalidField } from "../../platform/errors/errors.ts";

const NAME = /^[\p{L}\p{N}][\p{L}\p{N}+#._ -]*$/u;
const COLOR = /^#[0-9a-f]{6}$/;

export interface NewTag {
  readonly name: string;
  readonly description?: string;
  /** `#rrggbb` */
  readonly color?: string;
}

/**
 * Adds a tag. Commas aren't allowed, because they separate the feed's tags.
 * @returns its id
 * @throws AppError VALIDATION_ERROR, CONFLICT when the name exists, in any case
 */
export async function addTag(db: Database, tag: NewTag): Promise<string> {
  const name = tag.name.trim().replace(/\s+/g, " ");
  const color = tag.color?.toLowerCase();
  if (name.length > 64 || !NAME.test(name)) {
    throw invalidField(
      "name",
      "A tag is 1 to 64 letters, digits, spaces and + # . _ -, and begins with a letter or digit",
    );
  }
  if (color !== undefined && !COLOR.test(color)) throw invalidField("color", "A color is written as #2f6f6a");
  const { rows } = await sql<{ id: string }>`
    insert into tags (name, description, color)
    values (${name}, ${tag.description?.trim() || null}, ${color ?? "#5f6f6a"})
    on conflict ((lower(name))) do nothing returning id
  `.execute(db);
  const id = rows[0]?.id;
  if (id === undefined) throw new AppError("CONFLICT", { message: `There is a tag named ${name} already` });
  return id;
}

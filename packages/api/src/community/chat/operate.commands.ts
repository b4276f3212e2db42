import type { Database } from "@bbux/db";
import { sql } from "kysely";
import { AppError, invalidField } from "../../platform/errors/errors.ts";

export interface OperatedRoom {
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  /** Visible messages. */
  readonly messages: number;
  readonly members: number;
}

/** Returns the rooms in order, for the operator. */
export async function listAllRooms(db: Database): Promise<OperatedRoom[]> {
  const { rows } = await sql<OperatedRoom>`
    select slug, name, description,
      (select count(*) from chat_messages m where m.room_id = r.id and m.deleted_at is null)::int as messages,
      (select count(*) from chat_members cm where cm.room_id = r.id)::int as members
    from chat_rooms r order by position, id`.execute(db);
  return rows;
}

/** A room's name in addresses: letters a to z and digits, in words joined by hyphens. */
const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** Opens a room after the others. @throws AppError VALIDATION_ERROR, CONFLICT when it exists */
export async function addRoom(
  db: Database,
  room: { readonly slug: string; readonly name: string; readonly description?: string },
): Promise<void> {
  if (!SLUG.test(room.slug) || room.slug.length > 40) {
    throw invalidField("slug", "A room's address is 1 to 40 lowercase letters and digits, with - between words");
  }
  const { numAffectedRows } = await sql`
    insert into chat_rooms (slug, name, description, position)
    select ${room.slug}, ${nameOf(room.name)}, ${descriptionOf(room.description ?? "")}, coalesce(max(position), 0) + 1
    from chat_rooms on conflict (slug) do nothing`.execute(db);
  if (numAffectedRows === 0n) throw new AppError("CONFLICT", { message: `There is a room ${room.slug} already` });
}

/** Changes a room's name or description; its address stays, so links keep working. @throws AppError NOT_FOUND */
export async function renameRoom(
  db: Database,
  slug: string,
  { name, description }: { readonly name: string; readonly description?: string },
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable("chat_rooms")
    .set({ name: nameOf(name), ...(description !== undefined && { description: descriptionOf(description) }) })
    .where("slug", "=", slug)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new AppError("NOT_FOUND", { message: `There is no room ${slug}` });
}

function nameOf(text: string): string {
  const name = text.trim();
  if (name.length >= 1 && name.length <= 60) return name;
  throw invalidField("name", "A room's name has 1 to 60 characters");
}

function descriptionOf(text: string): string {
  const description = text.trim();
  if (description.length <= 200) return description;
  throw invalidField("description", "A room's description has at most 200 characters");
}

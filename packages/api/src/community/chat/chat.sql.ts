import { type RawBuilder, sql } from "kysely";
import { AUTHOR_JSON } from "../../content/parts/index.ts";
import { isoTime } from "../../platform/queries/index.ts";

/**
 * A message as clients get it, from `chat_messages m`, its room `chat_rooms r` and its author `users u`; a removed
 * message only says that it is gone. Nothing in it depends on the viewer. Text for sql.raw.
 */
export const MESSAGE_JSON = `json_build_object(
  'id', m.id::text, 'roomId', r.slug,
  'content', case when m.deleted_at is null then m.content else '' end,
  'messageType', m.message_type, 'type', m.message_type,
  'gifUrl', case when m.message_type = 'GIF' and m.deleted_at is null then substring(m.content from '\\(([^()]*)\\)$') end,
  'createdAt', ${isoTime("m.created_at")}, 'editedAt', ${isoTime("m.edited_at")},
  'deleted', m.deleted_at is not null, 'author', ${AUTHOR_JSON})`;

/** A room as a member sees it, from `chat_rooms r` and, if they joined, their `chat_members cm`. */
export function roomJson(viewerId: string, unread: number): RawBuilder<unknown> {
  return sql`json_build_object('id', r.slug, 'name', r.name, 'description', r.description,
    'joined', cm.user_id is not null,
    'unread', case when cm.user_id is null then 0 else (select count(*) from (
      select from chat_messages m where m.room_id = r.id and m.created_at > cm.read_at
        and m.author_id <> ${viewerId}::bigint and m.deleted_at is null limit ${sql.lit(unread)}) as x) end,
    'lastReadAt', ${sql.raw(isoTime("cm.read_at"))}, 'lastMessageAt', ${sql.raw(isoTime("r.last_at"))})`;
}

/** The path of a message in the app. */
export const placeOfMessage = (slug: string, id: string) => `/chat/${slug}?at=${id}`;

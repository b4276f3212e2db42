import { sql } from "kysely";
import { insertMessage, placeOfMessage } from "../../community/chat/index.ts";
import { notifyMentioned } from "../../people/notifications/index.ts";
import { noEffects } from "../../platform/transactions/index.ts";
import { chat, lastLooked } from "./chat.ts";
import { ago, authorOf, type Known, need, type Trx } from "./written.ts";

/** Older mentions are already seen. */
const SEEN_DAYS_AGO = 0.9;

/** Writes the community's chat as members send it; demo accounts have the end unread. */
export async function writeChat(trx: Trx, { now, users }: Known): Promise<void> {
  const readers = Object.entries(lastLooked).map(([name, daysAgo]) => ({
    id: need(users, name),
    at: ago(now, daysAgo),
  }));
  const strangers = [...users.values()].filter((id) => !readers.some((reader) => reader.id === id));
  // There are no open tabs to signal.
  const effects = noEffects();
  for (const [slug, messages] of Object.entries(chat)) {
    for (const { author, daysAgo, text } of messages) {
      const [authorId, at] = [need(users, author), ago(now, daysAgo)];
      const sent = await insertMessage(trx, slug, authorId, { messageType: "TEXT", content: text }, at);
      if (!sent) throw new Error(`The demo community has no room ${slug}`);
      const { message, room } = sent;
      await notifyMentioned(trx, effects, authorOf(authorId, author), {
        content: text,
        notified: strangers,
        what: "message",
        place: `chat:${room.id}`,
        subject: room.name,
        url: placeOfMessage(slug, message.id),
        at,
      });
    }
  }
  await sql`
    update notifications set read_at = created_at + interval '1 hour'
    where bundle_key like 'mention:chat:%' and created_at < ${ago(now, SEEN_DAYS_AGO)}`.execute(trx);
  for (const { id, at } of readers) {
    await sql`
      insert into chat_members (room_id, user_id, joined_at, read_at) select id, ${id}, ${at}, ${at} from chat_rooms
      on conflict (user_id, room_id) do update set read_at = greatest(chat_members.read_at, excluded.read_at)`.execute(
      trx,
    );
  }
}

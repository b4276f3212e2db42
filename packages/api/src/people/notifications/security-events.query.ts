import {
  DAY_MS,
  type InterfaceLanguage,
  SECURITY,
  type securityEventsInput,
  type securityEventsOutput,
  toDbId,
} from "@bbux/contract";
import { sql } from "kysely";
import type { z } from "zod";
import type { Services } from "../../platform/context/index.ts";
import { translate } from "../../platform/language/index.ts";
import { textsOf } from "./security-texts.ts";

/** Returns a member's security events, the latest first, from the cursor on. */
export async function listSecurityEvents(
  { db, now }: Pick<Services, "db" | "now">,
  member: string,
  { cursor, limit }: z.infer<typeof securityEventsInput>,
  language: InterfaceLanguage = "en",
): Promise<z.infer<typeof securityEventsOutput>> {
  const rows = await db
    .selectFrom("security_events")
    .select(["id", "kind", "details", "network", "device", "created_at"])
    .where("user_id", "=", member)
    .where("created_at", ">=", new Date(now().getTime() - SECURITY.eventDays * DAY_MS))
    // An event's place, because several may have the same time.
    .$if(cursor !== undefined, (query) =>
      query.where(
        sql<boolean>`(created_at, id) < (
          select c.created_at, c.id from security_events c where c.id = ${toDbId(cursor ?? "")} and c.user_id = ${member})`,
      ),
    )
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit + 1)
    .execute();
  const events = rows.slice(0, limit).map(({ id, kind, details, network, device, created_at }) => {
    const { title, message } = textsOf(kind, details);
    const say = (sentence: string) => translate(language, sentence);
    return {
      id,
      kind,
      title: say(title),
      message: say(message),
      at: created_at.toISOString(),
      network,
      device: device && say(device),
    };
  });
  return { events, nextCursor: rows.length > limit ? (events.at(-1)?.id ?? null) : null };
}

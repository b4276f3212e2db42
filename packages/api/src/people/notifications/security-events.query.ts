import { DAY_MS, SECURITY, type SecurityEvent } from "@bbux/contract";
import type { Services } from "../../platform/context/index.ts";
import { textsOf } from "./security-texts.ts";

/** Returns a member's latest security events, the latest first. */
export async function listSecurityEvents(
  { db, now }: Pick<Services, "db" | "now">,
  member: string,
): Promise<{ events: SecurityEvent[] }> {
  const rows = await db
    .selectFrom("security_events")
    .select(["id", "kind", "details", "network", "device", "created_at"])
    .where("user_id", "=", member)
    .where("created_at", ">=", new Date(now().getTime() - SECURITY.eventDays * DAY_MS))
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(SECURITY.shown)
    .execute();
  return {
    events: rows.map(({ id, kind, details, network, device, created_at }) => {
      const { title, message } = textsOf(kind, details);
      return { id, kind, title, message, at: created_at.toISOString(), network, device };
    }),
  };
}

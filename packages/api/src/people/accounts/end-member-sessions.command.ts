import type { Role } from "@bbux/contract";
import { sql } from "kysely";
import { audit } from "../../platform/audit-log/audit.command.ts";
import type { MemberContext } from "../../platform/context/index.ts";
import { withEffects } from "../../platform/transactions/index.ts";
import { endAccess } from "../auth/index.ts";
import { mailSoon, notify, recordSecurityEvent } from "../notifications/index.ts";
import { isNamed, nobodyNamed } from "./named-member.sql.ts";
import type { InterestCheck } from "./refuse-interested.ts";
import { openFamilies } from "./sessions.commands.ts";
import { requireSettled } from "./settled.ts";

/**
 * Ends every sign-in of a member for an admin, and the reset links that are open, because a thief may have asked for one. The admin's
 * own current sign-in stays. The member finds the reason after signing in again; open tabs end with their session.
 * @param act.member id or username, in any case
 * @returns how many sign-ins were open
 * @throws AppError NOT_FOUND, FORBIDDEN, HAS_INTEREST
 */
export async function endMemberSessions(
  ctx: MemberContext,
  { member: given, reason }: { readonly member: string; readonly reason: string },
  refuse: InterestCheck,
): Promise<{ readonly username: string; readonly ended: number }> {
  const at = ctx.now();
  const done = await withEffects(ctx, async (trx, effects) => {
    const { rows } = await sql<{ id: string; username: string; role: Role }>`
      select id::text as id, username, role from users where ${isNamed(given)} and deleted_at is null for no key update`.execute(
      trx,
    );
    const [member] = rows;
    if (!member) throw nobodyNamed(given);
    await requireSettled(trx, ctx.viewer.id, member);
    const isOwn = member.id === ctx.viewer.id;
    if (!isOwn) await refuse(trx, { member: member.id, favors: false });
    const keep = isOwn ? ctx.session.familyId : null;
    const open = await openFamilies(trx, member.id, at);
    const ended = open.filter((family) => family.id !== keep).length;
    await endAccess(trx, member.id, keep);
    await audit(trx, {
      actor: ctx.viewer.id,
      action: "SESSIONS_ENDED",
      target: { kind: "user", id: member.id },
      subject: member.id,
      reason,
      at,
      details: { ended },
    });
    effects.notified.add(member.id);
    await notify(trx, effects, {
      to: [member.id],
      kind: "moderation",
      bundle: `moderation:${member.id}:sessions_ended`,
      data: { act: "sessions_ended", what: "user", subject: member.username, reason },
      url: "/settings?tab=security",
      at,
    });
    // The notification above says it, too.
    const event = { kind: "sessions_ended", from: null, details: { ended, reason }, isNotified: false } as const;
    await recordSecurityEvent(trx, effects, { ...event, member: member.id, at });
    return { username: member.username, ended };
  });
  await mailSoon(ctx);
  return done;
}

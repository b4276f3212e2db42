import {
  type freezeWithdrawalsInput,
  type Role,
  staffFreezeProblem,
  type unfreezeWithdrawalsInput,
} from "@bbux/contract";
import type { DB } from "@bbux/db";
import { sql, type Transaction } from "kysely";
import type { z } from "zod";
import { audit } from "../../platform/audit-log/audit.command.ts";
import type { MemberContext, Viewer } from "../../platform/context/index.ts";
import { AppError, allowed, refused, requireAllowed, type Verdict } from "../../platform/errors/errors.ts";
import { type Effects, withEffects } from "../../platform/transactions/index.ts";
import { mailSoon, recordSecurityEvent } from "../notifications/index.ts";
import { endStaffFreeze, lockPayouts, setStaffFreeze, staffFreezeState } from "../security-holds/index.ts";
import { isNamed, nobodyNamed } from "./named-member.sql.ts";
import type { InterestCheck } from "./refuse-interested.ts";
import { requireSettled } from "./settled.ts";

interface Member {
  readonly id: string;
  readonly username: string;
  readonly role: Role;
}

/**
 * Holds a member's withdrawals that aren't signed yet, and those to come, for some days (docs/adr/0040). The member can do everything
 * else, and is told the reason. Again sets another end.
 * @throws AppError NOT_FOUND, OWN_DECISION, HAS_INTEREST, FORBIDDEN for a moderator about staff or what an admin decided, FREEZE_LIMIT
 */
export function freezeWithdrawals(
  ctx: MemberContext,
  { id, reason, days }: z.infer<typeof freezeWithdrawalsInput>,
  refuse: InterestCheck,
): Promise<void> {
  return decide(ctx, { id, refuse }, async (trx, effects, member) => {
    const byAdmin = ctx.viewer.role === "admin";
    const state = await staffFreezeState(trx, member.id, days);
    requireAllowed(mayChange(byAdmin, state));
    if (!byAdmin && state.exceeds) throw new AppError("FREEZE_LIMIT");
    const until = (await setStaffFreeze(trx, { member: member.id, days, reason, byAdmin })).toISOString();
    const at = ctx.now();
    const on = { actor: ctx.viewer.id, subject: member.id, reason, at };
    await audit(trx, { ...on, action: "WITHDRAWALS_FROZEN", details: { days } });
    const event = { kind: "withdrawals_frozen", from: null, details: { reason, until } } as const;
    await recordSecurityEvent(trx, effects, { ...event, member: member.id, at });
  });
}

/**
 * Ends such a freeze; without one it does nothing.
 * @throws AppError NOT_FOUND, OWN_DECISION, HAS_INTEREST, FORBIDDEN for a moderator about staff or what an admin decided
 */
export function unfreezeWithdrawals(
  ctx: MemberContext,
  { id, reason }: z.infer<typeof unfreezeWithdrawalsInput>,
  refuse: InterestCheck,
): Promise<void> {
  return decide(ctx, { id, refuse }, async (trx, effects, member) => {
    const state = await staffFreezeState(trx, member.id, 0);
    if (!state.active) return;
    requireAllowed(mayChange(ctx.viewer.role === "admin", state));
    await endStaffFreeze(trx, member.id);
    const at = ctx.now();
    await audit(trx, { actor: ctx.viewer.id, action: "WITHDRAWALS_UNFROZEN", subject: member.id, reason, at });
    const event = { kind: "withdrawals_unfrozen", from: null, details: { reason } } as const;
    await recordSecurityEvent(trx, effects, { ...event, member: member.id, at });
  });
}

/** Locks what pays the member out before the member, as every hold does. */
async function decide(
  ctx: MemberContext,
  { id: given, refuse }: { readonly id: string; readonly refuse: InterestCheck },
  run: (trx: Transaction<DB>, effects: Effects, member: Member) => Promise<void>,
): Promise<void> {
  await withEffects(ctx, async (trx, effects) => {
    const named = await sql<{ id: string }>`
      select id::text as id from users where ${isNamed(given)} and deleted_at is null`.execute(trx);
    const id = named.rows[0]?.id;
    if (id === undefined) throw nobodyNamed(given);
    await lockPayouts(trx, id);
    const { rows } = await sql<Member>`
      select id::text as id, username, role from users where id = ${id} and deleted_at is null for no key update`.execute(
      trx,
    );
    const [member] = rows;
    if (!member) throw nobodyNamed(given);
    requireAllowed(mayFreeze(ctx.viewer, member));
    await requireSettled(trx, ctx.viewer.id, member);
    await refuse(trx, { member: id, favors: (await staffFreezeState(trx, id, 0)).active });
    effects.notified.add(member.id);
    await run(trx, effects, member);
  });
  await mailSoon(ctx);
}

/** Gives the contract's rule its refusals. */
function mayFreeze(judge: Viewer, member: Member): Verdict {
  switch (staffFreezeProblem(judge, member)) {
    case null:
      return allowed;
    case "self":
      return refused("OWN_DECISION", { message: "You cannot decide about your own withdrawals" });
    case "staff":
      return refused("FORBIDDEN", { message: "Only an admin can freeze the withdrawals of a moderator or an admin" });
  }
}

function mayChange(byAdmin: boolean, state: { readonly active: boolean; readonly byAdmin: boolean }): Verdict {
  if (byAdmin || !state.active || !state.byAdmin) return allowed;
  return refused("FORBIDDEN", { message: "An admin froze these withdrawals. Only an admin can change or end that." });
}

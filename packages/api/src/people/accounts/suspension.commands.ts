import { REPUTATION, type Role } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { sql, type Transaction } from "kysely";
import { audit } from "../../platform/audit-log/audit.command.ts";
import type { Services, Viewer } from "../../platform/context/index.ts";
import { requireAllowed } from "../../platform/errors/errors.ts";
import { type Effects, withEffects } from "../../platform/transactions/index.ts";
import { notify } from "../notifications/index.ts";
import { award } from "../reputation/index.ts";
import { isNamed, nobodyNamed } from "./named-member.sql.ts";
import type { InterestCheck } from "./refuse-interested.ts";
import { requireSettled } from "./settled.ts";
import { maySuspend } from "./suspension.rules.ts";

type Needs = Pick<Services, "db" | "signals" | "now">;

interface Act {
  /** Id or username, in any case. */
  readonly member: string;
  /** Who decides; null for an operator's command. */
  readonly actor: Pick<Viewer, "id" | "role"> | null;
  /** The reason shown to the member. */
  readonly reason: string;
  readonly refuse?: InterestCheck;
}

export interface Changed {
  readonly id: string;
  readonly username: string;
  /** Whether this changed anything. */
  readonly changed: boolean;
}

/**
 * Suspends a member, who from the next call on can only see and withdraw their own money (docs/DECISIONS.md §2, §3).
 * Their sessions, posts, bounties and votes stay; open streams end.
 * @param act.votingFraud whether the votes that they have cast on answers decide about no bounty any more (docs/adr/0031); of a suspended
 * member, this is added, also once by each who finds it, because it doesn't count where its finder has an interest
 * @throws AppError NOT_FOUND, FORBIDDEN for an admin or, when a moderator decides, a moderator; OWN_DECISION, HAS_INTEREST
 */
export function suspend(services: Needs, act: Act & { readonly votingFraud: boolean }): Promise<Changed> {
  return change(services, act, false, async (trx, effects, member) => {
    const { reason, votingFraud } = act;
    const actor = act.actor?.id ?? null;
    const at = services.now();
    const isNew = member.suspendedAt === null;
    if (!isNew && !votingFraud) return false;
    if (votingFraud && !(await addFinding(trx, member, actor, at))) return false;
    const set = { suspension_reason: reason, ...(isNew && { suspended_at: at }) };
    await trx.updateTable("users").set(set).where("id", "=", member.id).execute();
    const details = votingFraud ? { details: { votingFraud } } : {};
    await audit(trx, { actor, action: "MEMBER_SUSPENDED", subject: member.id, reason, at, ...details });
    if (isNew) await award(trx, effects, member.id, [{ action: "SUSPENDED" }], at);
    await notifyMember(trx, effects, member, "suspended", reason, at);
    return true;
  });
}

/** @returns false if the actor has found it during this suspension already */
async function addFinding(trx: Transaction<DB>, member: Member, actor: string | null, at: Date): Promise<boolean> {
  const { rows } = await sql`
    insert into voting_frauds (member_id, found_at, found_by)
    select ${member.id}, ${at}, ${actor}::bigint where not exists (
      select from voting_frauds where member_id = ${member.id} and found_at >= ${member.suspendedAt ?? at}
         and found_by is not distinct from ${actor}::bigint)
    returning member_id`.execute(trx);
  return rows.length > 0;
}

/**
 * Ends a suspension.
 * @param act.overturned whether it was wrong: only then the points come back, and votes count again (docs/DECISIONS.md §6)
 * @throws AppError NOT_FOUND, FORBIDDEN when a moderator decides about a moderator; OWN_DECISION, HAS_INTEREST
 */
export function unsuspend(services: Needs, act: Act & { readonly overturned: boolean }): Promise<Changed> {
  return change(services, act, true, async (trx, effects, member) => {
    if (member.suspendedAt === null) return false;
    const { actor, reason, overturned } = act;
    const at = services.now();
    const set = { suspended_at: null, suspension_reason: null };
    await trx.updateTable("users").set(set).where("id", "=", member.id).execute();
    await audit(trx, {
      actor: actor?.id ?? null,
      action: "MEMBER_UNSUSPENDED",
      subject: member.id,
      reason,
      at,
      details: { overturned },
    });
    if (overturned) {
      const finding = trx.deleteFrom("voting_frauds").where("member_id", "=", member.id);
      await finding.where("found_at", ">=", member.suspendedAt).execute();
      await award(trx, effects, member.id, [{ action: "SUSPENDED", points: -REPUTATION.SUSPENDED }], at);
    }
    await notifyMember(trx, effects, member, "unsuspended", reason, at);
    return true;
  });
}

interface Member {
  readonly id: string;
  readonly username: string;
  readonly role: Role;
  readonly suspendedAt: Date | null;
}

/** The second of two concurrent changes sees what the first did. */
function change(
  services: Needs,
  { member: given, actor, refuse }: Act,
  favors: boolean,
  run: (trx: Transaction<DB>, effects: Effects, member: Member) => Promise<boolean>,
): Promise<Changed> {
  return withEffects(services, async (trx, effects) => {
    const { rows } = await sql<Member>`
      select id::text as id, username, role, suspended_at as "suspendedAt" from users
      where ${isNamed(given)} and deleted_at is null for no key update`.execute(trx);
    const [member] = rows;
    if (!member) throw nobodyNamed(given);
    requireAllowed(maySuspend(actor, member));
    await requireSettled(trx, actor?.id ?? null, member);
    await refuse?.(trx, { member: member.id, favors });
    const changed = await run(trx, effects, member);
    return { id: member.id, username: member.username, changed };
  });
}

/** Signals open tabs even if the member turned such notifications off, so they check whether they may stay. */
async function notifyMember(
  trx: Transaction<DB>,
  effects: Effects,
  { id, username }: Member,
  act: "suspended" | "unsuspended",
  reason: string,
  at: Date,
): Promise<void> {
  effects.notified.add(id);
  const data = { act, what: "user", subject: username, reason } as const;
  await notify(trx, effects, {
    to: [id],
    kind: "moderation",
    bundle: `moderation:${id}:${act}`,
    data,
    url: "/wallet",
    at,
  });
}

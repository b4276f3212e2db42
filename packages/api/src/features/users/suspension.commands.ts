import { REPUTATION, type Role, toDbId } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { sql, type Transaction } from "kysely";
import type { Services, Viewer } from "../../context.ts";
import { type Effects, withEffects } from "../../effects.ts";
import { AppError, demand } from "../../errors.ts";
import { audit } from "../moderation/audit.command.ts";
import { maySuspend } from "../moderation/moderation.rules.ts";
import { notify } from "../notifications/notify.command.ts";
import { award } from "../reputation/award.command.ts";

type Needs = Pick<Services, "db" | "signals" | "now">;

interface Act {
  /** Id or username, this without regard to case. */
  readonly member: string;
  /** Who decides; null for a command of the operator. */
  readonly actor: Pick<Viewer, "id" | "role"> | null;
  /** What the member is told. */
  readonly reason: string;
}

export interface Changed {
  readonly id: string;
  readonly username: string;
  /** Whether it was not so before. */
  readonly changed: boolean;
}

/**
 * Suspends a member, who from their next call on can do nothing but see and take out what is theirs (DECISIONS §2, §3).
 * Their sessions, posts and bounties stay as they are; open streams end.
 * @throws AppError NOT_FOUND, FORBIDDEN for an admin or, of a moderator, a moderator; OWN_DECISION
 */
export function suspend(services: Needs, act: Act): Promise<Changed> {
  return change(services, act, async (trx, effects, member) => {
    if (member.suspended) return false;
    const { actor, reason } = act;
    const at = services.now();
    const set = { suspended_at: at, suspension_reason: reason };
    await trx.updateTable("users").set(set).where("id", "=", member.id).execute();
    await audit(trx, { ...{ actor: actor?.id ?? null, action: "MEMBER_SUSPENDED", subject: member.id, reason, at } });
    await award(trx, effects, member.id, [{ action: "SUSPENDED" }], at);
    await tell(trx, effects, member, "suspended", reason, at);
    return true;
  });
}

/**
 * Ends a suspension.
 * @param act.overturned whether it was wrong: only then the points come back (DECISIONS §6)
 * @throws AppError NOT_FOUND, FORBIDDEN of a moderator for a moderator
 */
export function unsuspend(services: Needs, act: Act & { readonly overturned: boolean }): Promise<Changed> {
  return change(services, act, async (trx, effects, member) => {
    if (!member.suspended) return false;
    const { actor, reason, overturned } = act;
    const at = services.now();
    const set = { suspended_at: null, suspension_reason: null };
    await trx.updateTable("users").set(set).where("id", "=", member.id).execute();
    await audit(trx, {
      ...{ actor: actor?.id ?? null, action: "MEMBER_UNSUSPENDED", subject: member.id, reason, at },
      details: { overturned },
    });
    if (overturned) {
      await award(trx, effects, member.id, [{ action: "SUSPENDED", points: -REPUTATION.SUSPENDED }], at);
    }
    await tell(trx, effects, member, "unsuspended", reason, at);
    return true;
  });
}

interface Member {
  readonly id: string;
  readonly username: string;
  readonly role: Role;
  readonly suspended: boolean;
}

/** Of two at once the second sees what the first did. */
function change(
  services: Needs,
  { member: given, actor }: Act,
  run: (trx: Transaction<DB>, effects: Effects, member: Member) => Promise<boolean>,
): Promise<Changed> {
  const id = toDbId(given);
  const named = id === null ? sql`lower(username) = ${given.toLowerCase()}` : sql`id = ${id}`;
  return withEffects(services, async (trx, effects) => {
    const { rows } = await sql<Member>`
      select id::text as id, username, role, suspended_at is not null as suspended from users
      where ${named} and deleted_at is null for no key update`.execute(trx);
    const [member] = rows;
    if (!member) throw new AppError("NOT_FOUND", { message: `There is no member named ${given}` });
    demand(maySuspend(actor, member));
    const changed = await run(trx, effects, member);
    return { id: member.id, username: member.username, changed };
  });
}

/** Whoever wants no such news is still heard of by their open tabs, which look whether they may stay. */
async function tell(
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

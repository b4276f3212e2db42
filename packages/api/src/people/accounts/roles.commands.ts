import { type Role, role as roles } from "@bbux/contract";
import type { Database, DB } from "@bbux/db";
import { sql, type Transaction } from "kysely";
import { audit } from "../../platform/audit-log/audit.command.ts";
import type { Services } from "../../platform/context/index.ts";
import { AppError } from "../../platform/errors/errors.ts";
import { withEffects } from "../../platform/transactions/index.ts";
import { notify, recordSecurityEvent } from "../notifications/index.ts";
import { isNamed, nobodyNamed } from "./named-member.sql.ts";
import type { InterestCheck } from "./refuse-interested.ts";
import { requireSettled } from "./settled.ts";

const RANKS: readonly Role[] = ["user", "moderator", "admin"];

export interface RoleChange {
  readonly id: string;
  readonly username: string;
  readonly from: Role;
  readonly to: Role;
}

/**
 * Gives a member a role. The last admin can't be demoted (docs/DECISIONS.md §2): the second of two concurrent demotions
 * waits and sees what the first did. The session's next call has the new role.
 * @param change.member id or username, in any case
 * @param change.actor id of the admin who decides; null for an operator's command
 * @throws AppError NOT_FOUND, FORBIDDEN, OWN_DECISION, HAS_INTEREST, LAST_ADMIN, CONFLICT for promoting a suspended member
 */
export async function grantRole(
  services: Pick<Services, "db" | "signals" | "now">,
  change: {
    readonly member: string;
    readonly role: Role;
    readonly actor: string | null;
    readonly refuse?: InterestCheck;
  },
): Promise<RoleChange> {
  const { member: given, role: to, actor } = change;
  return withEffects(services, async (trx, effects) => {
    const admins = await settledAdmins(trx);
    const member = await trx
      .selectFrom("users")
      .select(["id", "username", "role", "suspended_at"])
      .where("deleted_at", "is", null)
      .where(isNamed(given))
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!member) throw nobodyNamed(given);
    const from = roles.parse(member.role);
    await requireSettled(trx, actor, { id: member.id, role: from });
    // Anyone may give up their own role.
    const favors = RANKS.indexOf(to) > RANKS.indexOf(from);
    if (member.id !== actor) await change.refuse?.(trx, { member: member.id, favors });
    if (from === "admin" && to !== "admin" && !admins.some((id) => id !== member.id)) {
      throw new AppError("LAST_ADMIN", {
        message: "The last admin can't be demoted. Make someone else an admin first.",
      });
    }
    // Otherwise a suspended member might be the only one who could end the suspension.
    if (member.suspended_at !== null && to !== "user") {
      throw new AppError("CONFLICT", { message: `${member.username} is suspended. End the suspension first.` });
    }
    if (from !== to) {
      const at = services.now();
      await trx.updateTable("users").set({ role: to }).where("id", "=", member.id).execute();
      await audit(trx, { actor, action: "ROLE_CHANGED", subject: member.id, at, details: { from, to } });
      effects.notified.add(member.id);
      const news = { kind: "role", bundle: "role", data: { role: to } } as const;
      await notify(trx, effects, { to: [member.id], ...news, url: "/profile", at });
      const staff = { name: member.username, role: to, by: await nameOf(trx, actor) };
      for (const id of new Set([...admins, member.id])) {
        const told = { member: id, isNotified: id !== member.id, details: { staff } } as const;
        await recordSecurityEvent(trx, effects, { ...told, kind: "role_changed", from: null, at });
      }
    }
    return { id: member.id, username: member.username, from, to };
  });
}

async function nameOf(trx: Transaction<DB>, id: string | null): Promise<string | undefined> {
  if (id === null) return undefined;
  return (await trx.selectFrom("users").select("username").where("id", "=", id).executeTakeFirstOrThrow()).username;
}

/** Returns whether the community has an admin. */
export async function hasAdmin(db: Database): Promise<boolean> {
  const admin = await db.selectFrom("users").select("id").where("role", "=", "admin").limit(1).executeTakeFirst();
  return admin !== undefined;
}

/**
 * Returns the ids of all admins, without those whose account is about to be closed, and keeps them unchanged until the transaction ends. This has its own lock, taken
 * before all others, because awarding points locks admins' rows, possibly after rows of the member in question.
 */
export async function settledAdmins(trx: Transaction<DB>): Promise<readonly string[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended('admins', 0))`.execute(trx);
  const { rows } = await sql<{
    id: string;
  }>`select id::text as id from users where role = 'admin' and closes_at is null`.execute(trx);
  return rows.map(({ id }) => id);
}

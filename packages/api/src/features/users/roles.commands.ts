import { type Role, role as roles, toDbId } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { sql, type Transaction } from "kysely";
import type { Services } from "../../context.ts";
import { withEffects } from "../../effects.ts";
import { AppError } from "../../errors.ts";
import { audit } from "../moderation/audit.command.ts";
import { notify } from "../notifications/notify.command.ts";

export interface RoleChange {
  readonly id: string;
  readonly username: string;
  readonly from: Role;
  readonly to: Role;
}

/**
 * Gives a member a role. The last admin cannot be demoted (DECISIONS §2): of two demotions at once the second waits and
 * sees what the first did. The session's next call already has the new role.
 * @param change.member id or username, this without regard to case
 * @param change.actor id of the admin who decides; null for a command of the operator
 * @throws AppError NOT_FOUND, LAST_ADMIN, CONFLICT for a suspended member who would get one
 */
export async function grantRole(
  services: Pick<Services, "db" | "signals" | "now">,
  change: { readonly member: string; readonly role: Role; readonly actor: string | null },
): Promise<RoleChange> {
  const { member: given, role: to, actor } = change;
  const id = toDbId(given);
  return withEffects(services, async (trx, effects) => {
    const admins = await settledAdmins(trx);
    const member = await trx
      .selectFrom("users")
      .select(["id", "username", "role", "suspended_at"])
      .where("deleted_at", "is", null)
      .where(id === null ? sql<boolean>`lower(username) = ${given.toLowerCase()}` : sql<boolean>`id = ${id}`)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!member) throw new AppError("NOT_FOUND", { message: `There is no member named ${given}` });
    const from = roles.parse(member.role);
    if (from === "admin" && to !== "admin" && admins.length < 2) {
      throw new AppError("LAST_ADMIN", {
        message: "The last admin cannot be demoted: make somebody else an admin first",
      });
    }
    // Else the only one who could end it might be the one who is suspended.
    if (member.suspended_at !== null && to !== "user") {
      throw new AppError("CONFLICT", { message: `${member.username} is suspended: end that first` });
    }
    if (from !== to) {
      const at = services.now();
      await trx.updateTable("users").set({ role: to }).where("id", "=", member.id).execute();
      await audit(trx, { ...{ actor, action: "ROLE_CHANGED", subject: member.id, at }, details: { from, to } });
      effects.notified.add(member.id);
      const news = { kind: "role", bundle: "role", data: { role: to } } as const;
      await notify(trx, effects, { to: [member.id], ...news, url: "/profile", at });
    }
    return { id: member.id, username: member.username, from, to };
  });
}

/**
 * The ids of all admins, who stay what they are until the transaction ends. A lock of its own, taken before all others:
 * the rows of admins are locked by whoever gives them points, who may hold something of the member in question.
 */
export async function settledAdmins(trx: Transaction<DB>): Promise<readonly string[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended('admins', 0))`.execute(trx);
  const { rows } = await sql<{ id: string }>`select id::text as id from users where role = 'admin'`.execute(trx);
  return rows.map(({ id }) => id);
}

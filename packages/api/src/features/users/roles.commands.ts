import { type Role, role as roles } from "@bbux/contract";
import type { Database, DB } from "@bbux/db";
import { sql, type Transaction } from "kysely";
import type { Signals } from "../../context.ts";
import { withEffects } from "../../effects.ts";
import { AppError } from "../../errors.ts";
import { unheard } from "../../unheard.ts";
import { notify } from "../notifications/notify.command.ts";

export interface RoleChange {
  readonly username: string;
  readonly from: Role;
  readonly to: Role;
}

/**
 * Gives a member a role. The last admin cannot be demoted (DECISIONS §2): of two demotions at once the second waits and
 * sees what the first did. The session's next call already has the new role.
 * @throws AppError NOT_FOUND, CONFLICT for the last admin
 */
export async function grantRole(
  db: Database,
  username: string,
  to: Role,
  signals: Signals = unheard,
): Promise<RoleChange> {
  return withEffects({ db, signals }, async (trx, effects) => {
    const admins = await settledAdmins(trx);
    const member = await trx
      .selectFrom("users")
      .select(["id", "username", "role"])
      .where("deleted_at", "is", null)
      .where(sql<boolean>`lower(username) = ${username.toLowerCase()}`)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!member) throw new AppError("NOT_FOUND", { message: `There is no member named ${username}` });
    const from = roles.parse(member.role);
    if (from === "admin" && to !== "admin" && admins.length < 2) {
      throw new AppError("CONFLICT", {
        message: "The last admin cannot be demoted: make somebody else an admin first",
      });
    }
    await trx.updateTable("users").set({ role: to }).where("id", "=", member.id).execute();
    if (from !== to) {
      const news = { kind: "role", bundle: "role", data: { role: to } } as const;
      await notify(trx, effects, { to: [member.id], ...news, url: "/profile", at: new Date() });
    }
    return { username: member.username, from, to };
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

import { type Role, role as roles } from "@bbux/contract";
import type { Database } from "@bbux/db";
import { sql } from "kysely";
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
 * Gives a member a role. The last admin cannot be demoted (DECISIONS §2): all admins are locked first, in one order, so
 * of two demotions at once the second sees what the first did. The session's next call already has the new role.
 * @throws AppError NOT_FOUND, CONFLICT for the last admin
 */
export async function grantRole(
  db: Database,
  username: string,
  to: Role,
  signals: Signals = unheard,
): Promise<RoleChange> {
  return withEffects({ db, signals }, async (trx, effects) => {
    const { rows: admins } = await sql<{ id: string }>`
      select id from users where role = 'admin' order by id for no key update
    `.execute(trx);
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

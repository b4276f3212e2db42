import { REPUTATION } from "@bbux/contract";
import type { Database, DB } from "@bbux/db";
import { sql, type Transaction } from "kysely";
import { type Effects, withEffects } from "../../effects.ts";
import { AppError } from "../../errors.ts";
import { unheard } from "../../unheard.ts";
import { award } from "../reputation/award.command.ts";

interface Named {
  readonly id: string;
  readonly username: string;
}

/**
 * Suspends a member, who from their next call on can do nothing but see and take out what is theirs (DECISIONS §2, §3).
 * @returns the name as it is written, and whether anything changed
 * @throws AppError NOT_FOUND, CONFLICT for an admin
 */
export async function suspend(db: Database, username: string, now: Date): Promise<Named & { changed: boolean }> {
  return change(db, username, async (trx, effects, member) => {
    if (member.role === "admin") {
      throw new AppError("CONFLICT", { message: "An admin cannot be suspended: take the role away first" });
    }
    if (member.suspended) return false;
    await trx.updateTable("users").set({ suspended_at: now }).where("id", "=", member.id).execute();
    await award(trx, effects, member.id, [{ action: "SUSPENDED" }], now);
    return true;
  });
}

/**
 * Ends a suspension.
 * @param overturned whether it was wrong: only then the points come back (DECISIONS §6)
 * @throws AppError NOT_FOUND
 */
export async function unsuspend(
  db: Database,
  username: string,
  overturned: boolean,
  now: Date,
): Promise<Named & { changed: boolean }> {
  return change(db, username, async (trx, effects, member) => {
    if (!member.suspended) return false;
    await trx.updateTable("users").set({ suspended_at: null }).where("id", "=", member.id).execute();
    if (overturned) {
      await award(trx, effects, member.id, [{ action: "SUSPENDED", points: -REPUTATION.SUSPENDED }], now);
    }
    return true;
  });
}

interface Member extends Named {
  readonly role: string;
  readonly suspended: boolean;
}

function change(
  db: Database,
  username: string,
  run: (trx: Transaction<DB>, effects: Effects, member: Member) => Promise<boolean>,
): Promise<Named & { changed: boolean }> {
  return withEffects({ db, signals: unheard }, async (trx, effects) => {
    const { rows } = await sql<Member>`
      select id::text as id, username, role, suspended_at is not null as suspended from users
      where lower(username) = ${username.toLowerCase()} and deleted_at is null for no key update`.execute(trx);
    const [member] = rows;
    if (!member) throw new AppError("NOT_FOUND", { message: `There is no member named ${username}` });
    const changed = await run(trx, effects, member);
    return { id: member.id, username: member.username, changed };
  });
}

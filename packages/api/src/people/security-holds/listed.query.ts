import type { DB } from "@bbux/db";
import { sql, type Transaction } from "kysely";
import { AppError } from "../../platform/errors/errors.ts";
import { isoTime } from "../../platform/queries/index.ts";

/** Whether a row `l` of `allow_lists` is in force, by the database's clock, which all processes share. */
export const isListOn = sql<boolean>`(l.off_at is null or l.off_at > clock_timestamp())`;

/** Whether an address has been on a member's list for long enough, even if the list is off. */
export async function isListed(trx: Transaction<DB>, member: string, address: string): Promise<boolean> {
  const { rows } = await sql`
    select from allowed_addresses where user_id = ${member} and address = ${address} and usable_at <= clock_timestamp()`.execute(
    trx,
  );
  return rows.length > 0;
}

/**
 * Lets a withdrawal pass if the member's list is off or has the address. Needs the lock of the member's wallet, which changes of the list
 * take, too.
 * @throws AppError ADDRESS_NOT_ALLOWED, with the time from which it is possible
 */
export async function requireListed(trx: Transaction<DB>, member: string, address: string): Promise<void> {
  const { rows } = await sql<{ usableAt: string | null; usable: boolean | null }>`
    select ${sql.raw(isoTime("a.usable_at"))} as "usableAt", a.usable_at <= clock_timestamp() as usable
      from allow_lists l left join allowed_addresses a on a.user_id = l.user_id and a.address = ${address}
     where l.user_id = ${member} and ${isListOn}`.execute(trx);
  const [entry] = rows;
  if (!entry || entry.usable) return;
  if (entry.usableAt === null) throw new AppError("ADDRESS_NOT_ALLOWED", { details: { availableAt: null } });
  throw new AppError("ADDRESS_NOT_ALLOWED", {
    message: `This address on your allow-list can be used from ${entry.usableAt.slice(0, 16).replace("T", " ")} UTC`,
    details: { availableAt: entry.usableAt },
  });
}

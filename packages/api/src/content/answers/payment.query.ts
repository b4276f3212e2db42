import type { DB } from "@bbux/db";
import { sql, type Transaction } from "kysely";
import { holdOf, UNHELD_MOST } from "../../people/security-holds/index.ts";
import type { MemberContext } from "../../platform/context/index.ts";
import { AppError, requireFreshProof } from "../../platform/errors/errors.ts";
import { writtenBy } from "../posts/index.ts";

/**
 * Keeps a thief from paying the member's BBUX to an account of theirs by accepting its answer (docs/adr/0040). Bounties that the
 * member pays within 24 hours and that come to more than 10 BBUX need a fresh proof, and wait while withdrawals are held. Needs
 * `lockWallet`, so that payments at the same time are counted one after the other.
 * @throws AppError ACCOUNT_FROZEN, PAYMENTS_HELD, STEP_UP_REQUIRED
 */
export async function requireMayPay(trx: Transaction<DB>, ctx: MemberContext, amount: bigint): Promise<void> {
  const { id } = ctx.viewer;
  const hold = await holdOf(trx, id);
  if (hold?.cause === "frozen") throw new AppError("ACCOUNT_FROZEN");
  if ((await paidToday(trx, id)) + amount <= UNHELD_MOST) return;
  if (hold) throw new AppError("PAYMENTS_HELD", { details: hold });
  requireFreshProof(ctx);
}

/** What the member's acceptances paid in 24 hours: what was settled came later than the payout date. */
async function paidToday(trx: Transaction<DB>, member: string): Promise<bigint> {
  const { rows } = await sql<{ total: string }>`
    select coalesce(sum(bounty_amount), 0)::text as total from ${writtenBy("posts", member)} p
     where bounty_status = 'PAID' and bounty_settled_at > clock_timestamp() - interval '24 hours'
       and bounty_settled_at < settles_at`.execute(trx);
  return BigInt(rows[0]?.total ?? 0);
}

import { amountNumber, formatAmount, type Wallet } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { balanceOf, type StatementLine, statement, type TransferKind } from "@bbux/ledger";
import { type Kysely, sql } from "kysely";
import { AppError } from "../../errors.ts";

const LATEST = 5;

/** The screens' name of each kind of transfer, from the member's side (DECISIONS §6). */
const typeNames: Record<TransferKind, string> = {
  deposit: "direct_deposit",
  bounty_placed: "bounty",
  bounty_paid: "reward",
  bounty_returned: "refund",
  balance_forfeited: "forfeit",
  treasury_allotted: "reward",
};

/** The member's balance, what it came to and went to, and the five latest transactions. @throws AppError NOT_FOUND */
export async function getWallet(db: Kysely<DB>, userId: string): Promise<Wallet> {
  const [balance, page, sums, user] = await Promise.all([
    balanceOf(db, "member", userId),
    statement(db, { kind: "member", owner: userId, limit: LATEST }),
    bountySums(db, userId),
    db.selectFrom("users").select("solana_address").where("id", "=", userId).executeTakeFirst(),
  ]);
  if (!user) throw new AppError("NOT_FOUND");
  return {
    virtualBalance: amountNumber(balance),
    balance: amountNumber(balance),
    bbuxBalance: formatAmount(balance),
    totalEarned: formatAmount(sums.earned),
    totalSpent: formatAmount(sums.spent),
    inEscrow: formatAmount(sums.escrowed),
    platformAddress: user.solana_address,
    address: user.solana_address,
    solanaAddress: user.solana_address,
    transactions: page.lines.map(toTransaction),
  };
}

function toTransaction(line: StatementLine): Wallet["transactions"][number] {
  return {
    id: line.transferId,
    transactionId: line.transferId,
    type: typeNames[line.kind],
    amount: formatAmount(line.amount),
    balanceAfter: formatAmount(line.balanceAfter),
    // What is in the ledger has happened.
    status: "completed",
    description: line.reason,
    createdAt: line.createdAt.toISOString(),
  };
}

/** From the ledger itself: bounties won; bounties and fees placed less what came back; what is in escrow now. */
async function bountySums(db: Kysely<DB>, userId: string) {
  const { rows } = await sql<{ earned: string; spent: string; escrowed: string }>`
    select
      coalesce(sum(e.amount) filter (where t.kind = 'bounty_paid'), 0) as earned,
      coalesce(-sum(e.amount) filter (where t.kind in ('bounty_placed', 'bounty_returned')), 0) as spent,
      (select coalesce(sum(p.bounty_amount), 0) from posts p
        where p.author_id = ${userId} and p.bounty_status = 'ESCROWED') as escrowed
    from ledger_entries e join ledger_transfers t on t.id = e.transfer_id
    where e.account_id = (select id from ledger_accounts where kind = 'member' and owner = ${userId})`.execute(db);
  const row = rows[0];
  return {
    earned: BigInt(row?.earned ?? 0),
    spent: BigInt(row?.spent ?? 0),
    escrowed: BigInt(row?.escrowed ?? 0),
  };
}

import { amountNumber, formatAmount, WALLET, type Wallet, type WalletNetwork } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { memberLinesSql, ordinaryBalanceSql } from "@bbux/ledger";
import { type Kysely, sql } from "kysely";
import type { MemberContext, Services } from "../../platform/context/index.ts";
import { AppError } from "../../platform/errors/errors.ts";
import { listWaiting } from "../deposits/index.ts";
import { listTransactions } from "../statement/index.ts";
import { withdrawnToday } from "../withdrawals/index.ts";

/** Returns the member's balance, its totals and the five latest transactions. @throws AppError NOT_FOUND */
export async function getWallet({ db, databaseNow, money }: Services, userId: string): Promise<Wallet> {
  const [facts, recent, withdrawn, waiting] = await Promise.all([
    walletFacts(db, userId),
    listTransactions(db, userId, { page: 1, limit: WALLET.recent }),
    databaseNow().then((at) => withdrawnToday(db, userId, at)),
    listWaiting(db, userId),
  ]);
  if (!facts) throw new AppError("NOT_FOUND");
  const balance = BigInt(facts.balance);
  const text = (units: string) => formatAmount(BigInt(units));
  const left = money.dailyWithdrawalLimit - withdrawn;
  return {
    virtualBalance: amountNumber(balance),
    balance: amountNumber(balance),
    bbuxBalance: formatAmount(balance),
    solBalance: text(facts.seen),
    arriving: text(facts.arriving),
    totalEarned: text(facts.earned),
    totalSpent: text(facts.spent),
    inEscrow: text(facts.escrowed),
    staked: text(facts.staked),
    onItsWay: text(facts.on_its_way),
    platformAddress: facts.address,
    address: facts.address,
    solanaAddress: facts.address,
    withdrawalAddress: facts.withdrawal_address,
    withdrawals: {
      stopped: facts.stopped,
      dailyLimit: formatAmount(money.dailyWithdrawalLimit),
      dailyLeft: formatAmount(left > 0n ? left : 0n),
    },
    waiting: waiting.map(({ id, amount, signature, reason, since }) => ({ id, amount, signature, reason, since })),
    transactions: recent.transactions,
  };
}

interface Facts {
  balance: string;
  earned: string;
  spent: string;
  escrowed: string;
  staked: string;
  on_its_way: string;
  seen: string;
  arriving: string;
  address: string;
  withdrawal_address: string | null;
  stopped: boolean;
}

/**
 * Reads from the ledger: bounties won and staking rewards; bounties and fees placed, less what came back; what is in
 * escrow, staked and under way.
 */
async function walletFacts(db: Kysely<DB>, userId: string): Promise<Facts | undefined> {
  const { rows } = await sql<Facts>`
    with sums as (
      select coalesce(sum(amount) filter (where kind in ('bounty_paid', 'rewards_paid')), 0) as earned,
             coalesce(-sum(amount) filter (where kind in ('bounty_placed', 'bounty_returned')), 0) as spent
        from ${memberLinesSql(userId)} as lines
    )
    select coalesce(${ordinaryBalanceSql("member", userId)}, 0)::text as balance, sums.earned::text, sums.spent::text,
           (select coalesce(sum(p.bounty_amount), 0)::text from posts p
             where p.author_id = ${userId} and p.bounty_status = 'ESCROWED') as escrowed,
           coalesce(${ordinaryBalanceSql("stake", userId)}, 0)::text as staked,
           (select coalesce(sum(amount), 0)::text from withdrawals
             where user_id = ${userId} and state in ('REQUESTED', 'SIGNED', 'SENT')) as on_its_way,
           w.seen::text as seen,
           greatest(w.seen - w.booked, 0)::text as arriving, w.address, w.withdrawal_address,
           (select withdrawals_stopped_at is not null from chain_state) as stopped
      from wallets w, sums where w.user_id = ${userId}`.execute(db);
  return rows[0];
}

/** Returns which chain this is and where links lead. */
export function walletNetwork({ chainRpc }: Pick<MemberContext, "chainRpc">): WalletNetwork {
  const { cluster, local, explorer } = chainRpc;
  return {
    cluster,
    local,
    explorerTransaction: explorer?.transaction ?? null,
    explorerAddress: explorer?.address ?? null,
  };
}

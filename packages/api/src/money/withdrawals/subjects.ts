import { formatAmount } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { networkFeePaid, post, withdrawalRefunded, withdrawalSettled } from "@bbux/ledger";
import { sql, type Transaction } from "kysely";
import { notify, recordSecurityEvent } from "../../people/notifications/index.ts";
import type { Effects } from "../../platform/transactions/index.ts";
import { endColdTransfer, moveToCold } from "../cold-wallet/index.ts";
import type { Attempt, Subject } from "./attempts.sql.ts";

/**
 * What happens to a withdrawal, sweep or move to the cold wallet when its transaction has ended. Everything runs in the caller's transaction.
 */
export interface SubjectRules {
  /** Locks the business row before anything else. @returns false when it has already ended */
  lock(trx: Transaction<DB>, id: string): Promise<boolean>;
  /** Landed, and paid. */
  settle(trx: Transaction<DB>, effects: Effects, attempt: Attempt, landed: Landed, at: Date): Promise<void>;
  /** Landed with an error: only the network fee was spent. */
  fail(trx: Transaction<DB>, effects: Effects, attempt: Attempt, taken: bigint, at: Date): Promise<void>;
  /** Its cancellation landed, so no payment can: only the network fee was spent. */
  cancel(trx: Transaction<DB>, effects: Effects, attempt: Attempt, landed: Landed, at: Date): Promise<void>;
  /** Never landed and never can; the reserved fee is already released. */
  expire(trx: Transaction<DB>, effects: Effects, attempt: Attempt, at: Date): Promise<void>;
}

/** What the chain says about a transaction that landed. */
export interface Landed {
  readonly slot: bigint;
  /** What it cost the float, in lamports: the network fee, and the rent of an account that it created. */
  readonly cost: bigint;
}

const withdrawal: SubjectRules = {
  async lock(trx, id) {
    const { rows } = await sql<{ state: string }>`
      select state from withdrawals where id = ${id} for no key update`.execute(trx);
    return rows[0]?.state === "SIGNED" || rows[0]?.state === "SENT";
  },
  async settle(trx, effects, attempt, { cost: taken }, at) {
    const row = await one(trx, attempt.subject.id);
    await setState(trx, attempt.subject.id, "FINALIZED", null, at);
    await post(
      trx,
      withdrawalSettled({
        hold: attempt.subject.id,
        netAmount: BigInt(row.net_amount),
        fee: BigInt(row.fee),
        reserved: attempt.networkFee,
        networkFee: taken,
        cause: attempt.subject.id,
        refs: { withdrawal: attempt.subject.id, member: row.user_id, signature: attempt.signature },
      }),
    );
    const { id } = attempt.subject;
    await notifyMember(trx, effects, { id, member: row.user_id, amount: BigInt(row.net_amount), reason: null }, at);
    // Its notification is the one above.
    await recordSecurityEvent(trx, effects, {
      member: row.user_id,
      kind: "withdrawal_sent",
      from: null,
      details: { amount: formatAmount(BigInt(row.net_amount)), destination: row.destination },
      isNotified: false,
      at,
    });
  },
  async fail(trx, effects, attempt, taken, at) {
    await refund(trx, effects, attempt.subject.id, "The transaction failed on the chain", at, {
      reserved: attempt.networkFee,
      taken,
    });
  },
  async cancel(trx, effects, attempt, { cost: taken }, at) {
    const { id } = attempt.subject;
    const { rows } = await sql<{ reason: string | null }>`
      select cancel_reason as reason from withdrawals where id = ${id}`.execute(trx);
    await refund(trx, effects, id, rows[0]?.reason ?? "Canceled", at, { reserved: attempt.networkFee, taken });
  },
  async expire(trx, _effects, attempt, at) {
    await setState(trx, attempt.subject.id, "REQUESTED", null, at);
  },
};

const sweep: SubjectRules = {
  async lock(trx, id) {
    const { rows } = await sql<{ state: string }>`select state from sweeps where id = ${id} for no key update`.execute(
      trx,
    );
    return rows[0]?.state === "OPEN";
  },
  async settle(trx, _effects, attempt, { slot, cost: taken }, at) {
    const { id } = attempt.subject;
    const { rows } = await sql<{ user_id: string }>`
      update sweeps set state = 'DONE', updated_at = ${at} where id = ${id} returning user_id::text`.execute(trx);
    await sql`
      update wallets set booked = booked - ${attempt.lamports.toString()}::bigint,
        seen = greatest(0, seen - case when seen_slot < ${slot.toString()}::bigint then ${attempt.lamports.toString()}::bigint else 0 end)
       where user_id = ${rows[0]?.user_id}`.execute(trx);
    await payNetwork(trx, attempt, taken);
  },
  fail: (trx, _effects, attempt, taken, at) => giveUpSweep(trx, attempt, taken, at),
  cancel: (trx, _effects, attempt, { cost }, at) => giveUpSweep(trx, attempt, cost, at),
  // The next round finds out what has to be swept.
  expire: (trx, _effects, attempt, at) => giveUp(trx, attempt.subject.id, at),
};

const cold: SubjectRules = {
  async lock(trx, id) {
    const { rows } = await sql<{ state: string }>`
      select state from cold_transfers where id = ${id} for no key update`.execute(trx);
    return rows[0]?.state === "OPEN";
  },
  async settle(trx, _effects, attempt, { slot, cost: taken }, at) {
    const { id } = attempt.subject;
    const { address } = await endColdTransfer(trx, id, "DONE", at);
    await moveToCold(trx, {
      transfer: id,
      address,
      amount: attempt.lamports,
      signature: attempt.signature,
      slot,
      at,
    });
    await payNetwork(trx, attempt, taken);
  },
  async fail(trx, _effects, attempt, taken, at) {
    await endColdTransfer(trx, attempt.subject.id, "GIVEN_UP", at);
    await payNetwork(trx, attempt, taken);
  },
  async cancel(trx, _effects, attempt, { cost }, at) {
    await endColdTransfer(trx, attempt.subject.id, "GIVEN_UP", at);
    await payNetwork(trx, attempt, cost);
  },
  // Another is planned if there is still too much.
  async expire(trx, _effects, attempt, at) {
    await endColdTransfer(trx, attempt.subject.id, "GIVEN_UP", at);
  },
};

/** A lost account is final, so nothing may change its row. */
const isUsable = sql`state <> 'LOST'`;

/** Creating the same nonce account twice is harmless, because the chain refuses the second transaction. */
const nonce: SubjectRules = {
  // Even if the account has been lost since: its transaction still has a fee to book.
  async lock(trx, id) {
    const { rows } = await sql`select from payment_nonces where id = ${id} for no key update`.execute(trx);
    return rows.length > 0;
  },
  async settle(trx, _effects, attempt, { slot, cost }, at) {
    await sql`
      update payment_nonces set state = 'READY' where id = ${attempt.subject.id} and state = 'WANTED'`.execute(trx);
    await renewed(trx, attempt, slot, at);
    await payNetwork(trx, attempt, cost);
  },
  // It is tried again later.
  async fail(trx, _effects, attempt, taken, at) {
    await sql`update payment_nonces set updated_at = ${at} where id = ${attempt.subject.id} and ${isUsable}`.execute(
      trx,
    );
    await payNetwork(trx, attempt, taken);
  },
  // It was renewed: what was signed before can't land any more.
  async cancel(trx, _effects, attempt, { slot, cost }, at) {
    await renewed(trx, attempt, slot, at);
    if (attempt.move?.purpose === "nonce") {
      await sql`
        update payment_nonces set nonce_version = ${attempt.move.to}
         where id = ${attempt.subject.id} and ${isUsable}`.execute(trx);
    }
    await payNetwork(trx, attempt, cost);
  },
  // It is signed again.
  expire: async () => undefined,
};

/**
 * The account has had a new value since, which no transaction from behind an earlier fence names. What else was to use the value that
 * is still held looks for this in the account's history since it was taken; a renewal, which holds none, looks at earlier ones, too.
 */
async function renewed(trx: Transaction<DB>, { subject, fence }: Attempt, slot: bigint, at: Date): Promise<void> {
  await sql`
    update payment_nonces set fence = greatest(fence, ${fence}), updated_at = ${at},
           min_slot = case when value is null then greatest(min_slot, ${slot.toString()}::bigint) else min_slot end
     where id = ${subject.id} and ${isUsable}`.execute(trx);
}

const rules: Record<Subject["kind"], SubjectRules> = { withdrawal, sweep, cold, nonce };

export function rulesOf({ kind }: Subject): SubjectRules {
  return rules[kind];
}

/**
 * Refunds amount and fee, in the caller's transaction and under its lock of the withdrawal. Settles what was reserved
 * for a transaction that landed and failed.
 */
export async function refund(
  trx: Transaction<DB>,
  effects: Effects,
  id: string,
  failure: string,
  at: Date,
  { reserved, taken }: { readonly reserved: bigint; readonly taken: bigint } = { reserved: 0n, taken: 0n },
): Promise<void> {
  const row = await one(trx, id);
  await setState(trx, id, "REFUNDED", failure, at);
  await post(
    trx,
    withdrawalRefunded({
      hold: id,
      member: row.user_id,
      amount: BigInt(row.amount),
      reserved,
      networkFee: taken,
      cause: id,
      refs: { withdrawal: id, member: row.user_id },
    }),
  );
  await notifyMember(trx, effects, { id, member: row.user_id, amount: BigInt(row.amount), reason: failure }, at);
}

/** @param news.reason why it is given back; null when it was paid */
async function notifyMember(
  trx: Transaction<DB>,
  effects: Effects,
  { id, member, amount, reason }: { id: string; member: string; amount: bigint; reason: string | null },
  at: Date,
): Promise<void> {
  await notify(trx, effects, {
    to: [member],
    kind: "withdrawal",
    bundle: `withdrawal:${id}`,
    level: 1,
    url: "/wallet",
    at,
    data: { amount: formatAmount(amount), returned: reason !== null, reason },
  });
}

async function one(trx: Transaction<DB>, id: string) {
  return trx
    .selectFrom("withdrawals")
    .select(["user_id", "amount", "fee", "net_amount", "destination"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
}

async function setState(
  trx: Transaction<DB>,
  id: string,
  state: "REQUESTED" | "FINALIZED" | "REFUNDED",
  failure: string | null,
  at: Date,
): Promise<void> {
  await trx
    .updateTable("withdrawals")
    .set({ state, failure, waits_for: null, updated_at: at })
    .where("id", "=", id)
    .execute();
}

async function giveUpSweep(trx: Transaction<DB>, attempt: Attempt, taken: bigint, at: Date): Promise<void> {
  await giveUp(trx, attempt.subject.id, at);
  await payNetwork(trx, attempt, taken);
}

async function giveUp(trx: Transaction<DB>, id: string, at: Date): Promise<void> {
  await trx.updateTable("sweeps").set({ state: "GIVEN_UP", updated_at: at }).where("id", "=", id).execute();
}

async function payNetwork(trx: Transaction<DB>, attempt: Attempt, taken: bigint): Promise<void> {
  const { subject, signature, networkFee } = attempt;
  await post(
    trx,
    networkFeePaid({
      hold: subject.id,
      reserved: networkFee,
      networkFee: taken,
      cause: signature,
      refs: { [subject.kind]: subject.id, signature },
    }),
  );
}

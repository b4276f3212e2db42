import { type RawBuilder, sql } from "kysely";
import { stranger } from "./wallet.support.ts";

/** Statements that make the books wrong. */
export type Wrong = RawBuilder<unknown> | RawBuilder<unknown>[];

const ANY_DEPOSIT = sql`(select min(id) from deposits)`;
/** A withdrawal that was paid. */
export const PAID = sql`(select min(id) from withdrawals where state = 'FINALIZED')`;
/** The attempt that landed of one. */
export const LANDED = sql`(select min(id) from payment_attempts where withdrawal_id is not null and state = 'FINALIZED')`;
const SWEPT = sql`(select min(id) from sweeps where state = 'DONE')`;
const EXPIRED = sql`(select min(id) from payment_attempts where state = 'EXPIRED')`;

/** What can be wrong with the books, and what the audit reports then. */
export const WRONG_BOOKS: readonly (readonly [string, Wrong, readonly string[]])[] = [
  [
    "a deposit with a different amount",
    sql`update deposits set amount = amount + 1 where id = ${ANY_DEPOSIT}`,
    ["ADDRESS_BOOKS", "DEPOSIT_POSTING", "MOVED_OTHERWISE"],
  ],
  [
    "a deposit that isn't on the chain",
    sql`update deposits set signature = ${"2".repeat(88)} where id = ${ANY_DEPOSIT}`,
    ["DEPOSIT_POSTING", "NOT_ON_CHAIN"],
  ],
  [
    "an arrival that is both credited and in suspense",
    sql`insert into suspense_items (signature, address, amount, slot, reason)
            select signature, address, amount, slot, 'closed_account' from deposits where id = ${ANY_DEPOSIT}`,
    ["ADDRESS_BOOKS", "CREDITED_TWICE", "SUSPENSE"],
  ],
  [
    "a wallet whose totals differ from what came and went",
    sql`update wallets set booked = booked + 7 where user_id = (select min(user_id) from wallets)`,
    ["ADDRESS_BOOKS", "ADDRESS_CHAIN", "HOT_WALLET", "WALLET_TOTALS"],
  ],
  [
    "an address that can't be derived from the wallet's secret",
    [
      // A trigger makes the wallet.
      sql`set local session_replication_role = origin`,
      sql`insert into users (username, solana_address) values ('eve', ${stranger()})`,
    ],
    ["FOREIGN_ADDRESS"],
  ],
  [
    "a payment that was made but is recorded as refunded",
    sql`update withdrawals set state = 'REFUNDED' where id = ${PAID}`,
    ["PAYMENT_ATTEMPTS", "WITHDRAWAL_POSTING"],
  ],
  [
    "a payment of a different amount than was held",
    sql`update withdrawals set net_amount = net_amount + 1, amount = amount + 1 where id = ${PAID}`,
    ["PAYMENT_ATTEMPTS", "WITHDRAWAL_POSTING"],
  ],
  [
    "a payment that went to someone else",
    sql`update withdrawals set destination = ${stranger()} where id = ${PAID}`,
    ["MOVED_OTHERWISE", "SIGNED_OTHERWISE"],
  ],
  [
    "a payment that was signed for another withdrawal",
    sql`update withdrawals set reference = gen_random_uuid() where id = ${PAID}`,
    ["SIGNED_OTHERWISE"],
  ],
  [
    "a payment that the signer recorded elsewhere, or after its record ends",
    sql`update payment_attempts set record_position = record_position + 1000 where id = ${LANDED}`,
    ["NOT_SIGNED"],
  ],
  [
    "a payment that the signer never recorded",
    sql`update payment_attempts set record_position = null, created_at = created_at + interval '2 minutes' where id = ${LANDED}`,
    ["NOT_SIGNED"],
  ],
  [
    "a payment that landed after it was given up",
    sql`update payment_attempts set state = 'EXPIRED' where id = ${LANDED}`,
    ["GIVEN_UP_LANDED", "NETWORK_FEE_POSTING", "PAYMENT_ATTEMPTS", "PAYOUT_TOTALS", "WITHDRAWAL_POSTING"],
  ],
  [
    "a payment that failed in the books but not on the chain",
    sql`update payment_attempts set state = 'FAILED' where id = ${LANDED}`,
    ["NOT_ON_CHAIN", "PAYMENT_ATTEMPTS", "PAYOUT_TOTALS"],
  ],
  [
    "a payment that isn't on the chain",
    sql`update payment_attempts set signature = ${"3".repeat(88)} where id = ${LANDED}`,
    ["NETWORK_FEE_POSTING", "NOT_ON_CHAIN", "NOT_SIGNED", "SIGNED_UNBOOKED"],
  ],
  [
    "a fee that was not released",
    sql`update payment_attempts set network_fee = network_fee + 1 where id = ${EXPIRED}`,
    ["NETWORK_FEE_POSTING"],
  ],
  [
    "a sweep with a different amount",
    sql`update sweeps set amount = amount + 1 where id = ${SWEPT}`,
    ["ADDRESS_BOOKS", "PAYMENT_ATTEMPTS"],
  ],
  ["suspense that no one resolved", sql`update suspense_items set resolved_at = now()`, ["SUSPENSE"]],
  [
    "an airdrop that was not posted",
    sql`update chain_fundings set amount = amount + 1 where purpose = 'float'`,
    ["FUNDING", "MOVED_OTHERWISE"],
  ],
  [
    "a withdrawal without a hold that no worker processes",
    sql`insert into withdrawals (user_id, amount, fee, net_amount, destination, created_at, updated_at)
            select user_id, 2, 1, 1, destination, now() - interval '2 hours', now() from withdrawals where id = ${PAID}`,
    ["HOLD", "OVERDUE", "WITHDRAWAL_POSTING"],
  ],
  [
    "a request that should have expired",
    sql`with seen as (update chain_state set round_finished_at = now() + interval '1 day')
            insert into deposit_requests (user_id, type, amount, expires_at, created_at, updated_at)
            select user_id, 'manual_deposit', 1, now(), now(), now() from wallets limit 1`,
    ["OVERDUE"],
  ],
  [
    "balances that are not the sum of their entries",
    [
      sql`set local session_replication_role = replica`,
      sql`update ledger_accounts set balance = balance + 1 where kind = 'equity'`,
    ],
    ["BALANCE_DRIFT", "TOTALS_DRIFT", "TOTAL_NOT_ZERO"],
  ],
  ["a kept total that was changed", sql`update ledger_totals set total = total + 1`, ["TOTALS_DRIFT"]],
  [
    "a wallet that no one counted",
    [sql`set local session_replication_role = replica`, sql`update wallet_totals set wallets = wallets - 1`],
    ["WALLET_TOTALS"],
  ],
  [
    "a payment that the limits don't count in full",
    sql`update payout_minutes set lamports = lamports - 1`,
    ["PAYOUT_TOTALS"],
  ],
  ["a different chain", sql`update chain_state set genesis_hash = 'another'`, ["WRONG_CHAIN"]],
  ["a different wallet", sql`update chain_state set hot_address = 'another'`, ["WRONG_WALLET"]],
];

import type { ChainTransaction } from "@bbux/chain";
import type { DepositWait } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { sql, type Transaction } from "kysely";
import { lockWallet } from "../../people/security-holds/index.ts";
import type { MoneySettings, Services } from "../../platform/context/index.ts";
import { type ArrivalNeeds, arrivalSubject, askAboutArrival, closeAlert, raiseAlert } from "../chain/index.ts";
import type { DepositAddress, DepositType } from "./deposit.types.ts";

/** How long a request stays open at least while its payment waits (ms). */
const REQUEST_MS = 15 * 60_000;

/** What it takes to find out whether a deposit has to wait. */
export type WaitNeeds = ArrivalNeeds & { readonly money: Pick<MoneySettings, "singleNodeLimit"> };

/** What a finalized transaction brought to an address, in base units. */
export function broughtTo(address: string, { failed, changes }: ChainTransaction): bigint {
  const change = failed ? 0n : (changes.get(address) ?? 0n);
  return change > 0n ? change : 0n;
}

/**
 * Returns what a deposit has to wait for before it is credited, or null: from `witnessFrom` on for the witness to show the same;
 * without a witness, above `singleNodeLimit`, for an admin (docs/adr/0021).
 */
export async function whyWait(
  services: WaitNeeds,
  address: string,
  transaction: ChainTransaction,
): Promise<DepositWait | null> {
  const { witness, money } = services;
  const amount = broughtTo(address, transaction);
  if (!witness) return money.singleNodeLimit !== null && amount > money.singleNodeLimit ? "approval" : null;
  const agreement = await askAboutArrival(services, transaction, address);
  if (agreement === "agreed") return null;
  return agreement === "disagreed" ? "nodes_disagree" : "second_node";
}

/**
 * Records that a deposit waits, for the member to see and for the watcher to look again. It moves no money.
 * @returns false when it is booked already
 */
export async function keepWaiting(
  services: Pick<Services, "db" | "now" | "databaseNow">,
  { userId, address }: DepositAddress,
  transaction: ChainTransaction,
  { reason, as }: { readonly reason: DepositWait; readonly as: DepositType | null },
): Promise<boolean> {
  const at = await services.databaseNow();
  const { signature, slot } = transaction;
  const amount = broughtTo(address, transaction).toString();
  const kept = await services.db.transaction().execute(async (trx) => {
    // Crediting takes the same lock.
    await lockWallet(trx, userId);
    const { rows } = await sql<{ id: string }>`
      insert into waiting_deposits as w
             (user_id, address, signature, amount, slot, type, reason, checked_at, created_at, updated_at)
      select ${userId}, ${address}, ${signature}, ${amount}::bigint, ${slot.toString()}::bigint, ${as}, ${reason}, ${at}, ${at}, ${at}
       where not exists (select from deposits where signature = ${signature} and address = ${address})
         and not exists (select from suspense_items where signature = ${signature} and address = ${address})
      on conflict on constraint waiting_deposits_once do update
         set state = 'WAITING', amount = excluded.amount, slot = excluded.slot, reason = excluded.reason,
             type = coalesce(excluded.type, w.type), checked_at = ${at}, updated_at = ${at}
       where w.state <> 'BOOKED'
      returning id::text`.execute(trx);
    await trx
      .updateTable("deposit_requests")
      .set({ expires_at: new Date(at.getTime() + REQUEST_MS), updated_at: at })
      .where("user_id", "=", userId)
      .where("signature", "=", signature)
      .where("status", "=", "pending")
      .where("expires_at", "<", new Date(at.getTime() + REQUEST_MS / 2))
      .execute();
    return rows[0] ?? null;
  });
  if (kept && reason === "approval") {
    const detail = `A deposit of ${amount} base units waits for an admin, because only one node confirms it`;
    await raiseAlert(services, { kind: "deposit_waiting", subject: kept.id, detail });
  }
  return kept !== null;
}

/** Ends the wait of a deposit that is booked, in the transaction that books it. @returns the id of what waited */
export async function endWait(
  trx: Transaction<DB>,
  { signature, address }: { readonly signature: string; readonly address: string },
  at: Date,
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    update waiting_deposits set state = 'BOOKED', updated_at = ${at}
     where signature = ${signature} and address = ${address} and state <> 'BOOKED' returning id::text`.execute(trx);
  const [ended] = rows;
  if (!ended) return;
  const services = { db: trx, now: () => at };
  await closeAlert(services, "deposit_waiting", ended.id);
  await closeAlert(services, "nodes_disagree", arrivalSubject(signature, address));
}

/** The node that showed a deposit takes it back. If it shows it again, it waits again. */
export async function retract(
  { db, now }: Pick<Services, "db" | "now">,
  { id, signature, address }: Waiting,
): Promise<void> {
  const at = now();
  await db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable("waiting_deposits")
      .set({ state: "RETRACTED", updated_at: at })
      .where("id", "=", id)
      .where("state", "=", "WAITING")
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    await closeAlert({ db: trx, now }, "deposit_waiting", id);
    await closeAlert({ db: trx, now }, "nodes_disagree", arrivalSubject(signature, address));
  });
}

export interface Waiting extends DepositAddress {
  readonly id: string;
  readonly signature: string;
  readonly type: DepositType | null;
}

import { formatAmount, toDbId } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { depositUnclaimed, post, suspenseResolved } from "@bbux/ledger";
import { sql, type Transaction } from "kysely";
import { audit, BY_COMMAND, type Operator } from "../../platform/audit-log/audit.command.ts";
import type { MoneySettings, Services } from "../../platform/context/index.ts";
import { AppError } from "../../platform/errors/errors.ts";
import { type ArrivalNeeds, arrivalSubject, closeAlert } from "../chain/index.ts";
import { approveCredit } from "../credit-approvals/index.ts";
import { askAboutUnclaimed } from "./suspense.witness.ts";

type Needs = ArrivalNeeds & { readonly money: Pick<MoneySettings, "approvalFrom"> };

interface Item {
  readonly id: string;
  readonly signature: string;
  readonly address: string;
  readonly amount: bigint;
  readonly slot: bigint;
  readonly reason: string;
}

export interface Resolved {
  /** Base units. */
  readonly amount: bigint;
  /** Approvals that it lacks; 0 when it is resolved. */
  readonly missing: number;
  /** As stored with the item; null while approvals are missing. */
  readonly resolution: string | null;
}

/**
 * Books unclaimed SOL as suspense, once per signature and address.
 * @returns the item's id, or null when it was booked already
 */
export async function keepSuspense(
  trx: Transaction<DB>,
  item: {
    readonly signature: string;
    readonly address: string;
    readonly amount: bigint;
    readonly slot: bigint;
    readonly reason: "unknown_sender" | "closed_account";
  },
): Promise<string | null> {
  const { signature, address, amount, slot, reason } = item;
  const row = await trx
    .insertInto("suspense_items")
    .values({ signature, address, amount: amount.toString(), slot: slot.toString(), reason })
    .onConflict((conflict) => conflict.columns(["signature", "address"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!row) return null;
  await post(
    trx,
    depositUnclaimed({ item: row.id, amount, cause: `${signature}:${address}`, refs: { signature, address } }),
  );
  return row.id;
}

/**
 * Assigns unclaimed SOL to a member, once (docs/DECISIONS.md 1.9): posting and item change together. From `witnessFrom` on, the
 * witness must show the same arrival, as for a deposit (docs/adr/0021). A large one is given with the second approval (docs/adr/0025).
 * @throws AppError NOT_FOUND for an unknown item or member, CONFLICT for a resolved item, a closed account, nodes that disagree,
 *   a witness that is silent or behind, or as `approveCredit`; FORBIDDEN; OWN_DECISION
 */
export async function assignSuspense(
  services: Needs,
  id: string,
  username: string,
  by: Operator = BY_COMMAND,
): Promise<Resolved> {
  await requireWitness(services, id);
  return services.db.transaction().execute(async (trx) => {
    // Locked before the item, as when a deposit is credited, so this and closing the account wait for each other.
    const { rows } = await sql<{ id: string; username: string; gone: boolean }>`
      select id::text, username, deleted_at is not null as gone from users
       where lower(username) = ${username.toLowerCase()} for key share`.execute(trx);
    const [member] = rows;
    if (!member) throw new AppError("NOT_FOUND", { message: `There is no member named ${username}` });
    if (member.gone) throw new AppError("CONFLICT", { message: `The account ${member.username} is closed` });
    return resolve(services, trx, id, member, by);
  });
}

/** Asked before anything is locked. An item that can't be assigned anyway is refused under the lock. @throws AppError */
async function requireWitness(services: ArrivalNeeds, id: string): Promise<void> {
  const item = await read(services.db, id);
  if (!item || item.resolvedAt !== null) return;
  const agreement = await askAboutUnclaimed(services, item);
  if (agreement === "disagreed") {
    const message =
      "Two Solana nodes disagree about this payment, so it can't be given to anyone. An alert says what each shows.";
    throw new AppError("CONFLICT", { message });
  }
  if (agreement === "waiting") {
    const message = "The second Solana node doesn't confirm this payment yet. Please try again in a moment.";
    throw new AppError("CONFLICT", { message });
  }
}

/**
 * Books unclaimed SOL as the operator's own float, which pays network fees. Witness and admins are asked as by {@link assignSuspense};
 * a command does it alone, because it gives no member anything.
 * @throws AppError NOT_FOUND, FORBIDDEN, CONFLICT for a resolved item, nodes that disagree, a witness that is silent or behind, or as
 *   `approveCredit`
 */
export async function recordFloat(services: Needs, id: string, by: Operator = BY_COMMAND): Promise<Resolved> {
  await requireWitness(services, id);
  return services.db.transaction().execute((trx) => resolve(services, trx, id, null, by));
}

async function resolve(
  services: Needs,
  trx: Transaction<DB>,
  id: string,
  member: { readonly id: string; readonly username: string } | null,
  by: Operator,
): Promise<Resolved> {
  const { now } = services;
  const item = await take(trx, id);
  const { amount } = item;
  const credit = { kind: "suspense", id: item.id, member: member?.id ?? null, amount } as const;
  const missing = await approveCredit(trx, services, credit, by);
  if (missing > 0) return { amount, missing, resolution: null };
  const to = member === null ? "the operator's float" : `member ${member.username} (${member.id})`;
  const resolution = `Recorded as ${to}`;
  const refs = { item: item.id, signature: item.signature, ...(member && { member: member.id }) };
  await post(
    trx,
    suspenseResolved({ item: item.id, member: member?.id ?? null, amount: item.amount, cause: item.id, refs }),
  );
  await trx
    .updateTable("suspense_items")
    .set({ resolution, resolved_at: now(), assigned_to: member?.id ?? null })
    .where("id", "=", item.id)
    .execute();
  await closeAlert({ db: trx, now }, "unclaimed_deposit", item.signature);
  await closeAlert({ db: trx, now }, "nodes_disagree", arrivalSubject(item.signature, item.address));
  await audit(trx, {
    ...by,
    action: "SUSPENSE_RESOLVED",
    target: { kind: "suspense", id: item.id },
    subject: member?.id ?? null,
    details: { amount: item.amount.toString(), resolution },
    at: now(),
  });
  return { amount, missing, resolution };
}

/** Locks the item, so a second operator sees what the first one did. @throws AppError NOT_FOUND, CONFLICT */
async function take(trx: Transaction<DB>, given: string): Promise<Item> {
  const item = await read(trx, given, sql`for no key update`);
  if (!item) throw new AppError("NOT_FOUND", { message: `There is no suspense item ${given}` });
  if (item.resolvedAt !== null) {
    const detail = item.resolution === null ? "" : `: ${item.resolution}`;
    const message = `Item ${given}, ${formatAmount(item.amount)} SOL, is resolved already${detail}`;
    throw new AppError("CONFLICT", { message });
  }
  return item;
}

interface Row {
  id: string;
  signature: string;
  address: string;
  amount: string;
  slot: string;
  reason: string;
  resolution: string | null;
  resolvedAt: Date | null;
}

async function read(db: Services["db"] | Transaction<DB>, given: string, lock = sql``) {
  const { rows } = await sql<Row>`
    select id::text, signature, address, amount::text, slot::text, reason, resolution, resolved_at as "resolvedAt"
      from suspense_items where id = ${toDbId(given)} ${lock}`.execute(db);
  const [row] = rows;
  return row ? { ...row, amount: BigInt(row.amount), slot: BigInt(row.slot) } : null;
}

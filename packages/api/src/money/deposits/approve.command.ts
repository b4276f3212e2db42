import { ChainError, type ChainTransaction } from "@bbux/chain";
import { type DepositWait, toDbId } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { type RawBuilder, sql, type Transaction } from "kysely";
import { audit, BY_COMMAND, type Operator } from "../../platform/audit-log/audit.command.ts";
import type { MoneySettings, Services } from "../../platform/context/index.ts";
import { AppError } from "../../platform/errors/errors.ts";
import { requireSameChain } from "../chain/index.ts";
import { approveCredit } from "../credit-approvals/index.ts";
import { bookDeposit } from "./credit.command.ts";
import { broughtTo, type Waiting } from "./waiting.command.ts";

type Needs = Pick<Services, "db" | "chain" | "now" | "failpoint" | "signals" | "platformWallet"> & {
  readonly money: Pick<MoneySettings, "approvalFrom">;
};

interface Row extends Waiting {
  readonly username: string;
  readonly amount: string;
  readonly reason: DepositWait;
  readonly state: string;
}

/**
 * Credits a deposit that waits because only one node confirms it, once. The node must still show it (docs/adr/0021). A large one is
 * credited with the second approval (docs/adr/0025).
 * @returns whose it is, how much in base units, and how many approvals it lacks; 0 when it is credited
 * @throws AppError NOT_FOUND; CONFLICT when it doesn't wait for an admin, the node shows something else, or as `approveCredit`; FORBIDDEN;
 *   OWN_DECISION; CHAIN_UNAVAILABLE
 */
export async function approveWaiting(
  services: Needs,
  given: string,
  by: Operator = BY_COMMAND,
): Promise<{ username: string; amount: bigint; missing: number }> {
  const id = toDbId(given);
  const row = await read(services.db, given, sql`w.id = ${id}`);
  if (row.userId === by.actor) throw new AppError("OWN_DECISION");
  const transaction = await shown(services, row);
  const amount = BigInt(row.amount);
  if (broughtTo(row.address, transaction) !== amount) {
    throw new AppError("CONFLICT", {
      message: "The node shows a different amount now. Check the payment and try again.",
    });
  }
  let missing = 0;
  await bookDeposit(services, row, transaction, {
    as: row.type,
    async first(trx) {
      // Under the lock: another admin may have been faster, or the amount may have changed.
      await sql`select from waiting_deposits where id = ${id} for no key update`.execute(trx);
      const now = await read(trx, given, sql`w.id = ${id}`);
      if (now.amount !== row.amount) throw new AppError("CONFLICT");
      missing = await approveCredit(trx, services, { kind: "deposit", id: row.id, member: row.userId, amount }, by);
      if (missing > 0) return false;
      await audit(trx, {
        ...by,
        action: "DEPOSIT_APPROVED",
        target: { kind: "deposit", id: given },
        subject: row.userId,
        details: { amount: row.amount, signature: row.signature },
        at: services.now(),
      });
      return true;
    },
  });
  return { username: row.username, amount, missing };
}

/** @throws AppError NOT_FOUND, CONFLICT */
async function read(db: Services["db"] | Transaction<DB>, given: string, which: RawBuilder<unknown>): Promise<Row> {
  const { rows } = await sql<Row>`
    select w.id::text, w.user_id::text as "userId", u.username, w.address, w.signature, w.type, w.amount::text, w.reason, w.state
      from waiting_deposits w join users u on u.id = w.user_id where ${which}`.execute(db);
  const [row] = rows;
  if (!row) throw new AppError("NOT_FOUND", { message: `There is no waiting deposit ${given}` });
  if (row.state === "BOOKED") throw new AppError("CONFLICT", { message: "This deposit has already been credited" });
  if (row.state === "RETRACTED") {
    throw new AppError("CONFLICT", { message: "The node doesn't show this payment any more" });
  }
  if (row.reason !== "approval") {
    throw new AppError("CONFLICT", { message: "This deposit is waiting for the second node, not for an admin" });
  }
  return row;
}

/** @throws AppError CONFLICT, CHAIN_UNAVAILABLE */
async function shown(services: Needs, { signature }: Row): Promise<ChainTransaction> {
  try {
    await requireSameChain(services);
    const transaction = await services.chain.transaction(signature);
    if (transaction) return transaction;
  } catch (error) {
    if (!(error instanceof ChainError)) throw error;
    throw new AppError("CHAIN_UNAVAILABLE", { cause: error });
  }
  throw new AppError("CONFLICT", { message: "The node doesn't show this payment any more" });
}

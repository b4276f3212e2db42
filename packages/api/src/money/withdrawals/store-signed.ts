import type { KeyVersions, RecordedTransaction } from "@bbux/chain";
import type { DB } from "@bbux/db";
import { balanceSql, EQUITY_OWNER, LedgerError } from "@bbux/ledger";
import { sql, type Transaction } from "kysely";
import type { MoneySettings, Services } from "../../platform/context/index.ts";
import { closeAlert, raiseAlert } from "../chain/index.ts";
import { SUBJECT_TABLES, type Subject, type Validity } from "./attempts.sql.ts";
import { type Funds, keptFromCold, LEAST, unpromised } from "./funds.ts";
import { storeAttempt } from "./store-attempts.ts";

/** A transaction that is about to be stored. Amounts in lamports. */
export type ToStore = Validity &
  Needs & {
    readonly signed: RecordedTransaction;
    /** Nothing waits for it yet. */
    readonly isAhead?: boolean;
  };

/** What a transaction needs to be stored, known before it is signed. Amounts in lamports. */
export interface Needs {
  readonly subject: Subject;
  /** What it pays, sweeps or moves. */
  readonly lamports: bigint;
  /** What it costs the float: the network's fee, and the rent of an account that it creates. */
  readonly cost: bigint;
  readonly cancels?: boolean;
  /** Shares the nonce of an earlier attempt, so that it can't be a second payment. */
  readonly isRepeated?: boolean;
  readonly funds: Funds;
  /** The hot wallet that pays, and the authority of the nonce. */
  readonly keys: KeyVersions;
  /** What it moves from the hot wallet that pays to another. */
  readonly moves?: bigint;
}

/**
 * `held`: above what the platform may pay now. `crowded`: no nonce is free. `float`: it can't pay the network's fee. `no`: another
 * worker was faster, payments were stopped, or the books may not be the newest.
 */
export type Stored = "stored" | "short" | "held" | "crowded" | "float" | "no";
export type NotStoredReason = Exclude<Stored, "stored">;

/** Rolls everything back. */
class NotStored extends Error {
  readonly why: NotStoredReason;

  constructor(why: NotStoredReason) {
    super(why);
    this.why = why;
  }
}

/**
 * Stores a signed transaction, unless payments are stopped or the hot wallet has too little for it: all of it or nothing.
 * @param prepare locks the subject, and says whether the transaction is still to be stored
 * @param follow changes the subject, or says why the transaction mustn't be stored after all. One process at a time does this.
 */
export async function storeSigned(
  services: Services,
  item: ToStore,
  {
    prepare,
    follow,
  }: {
    readonly prepare: (trx: Transaction<DB>, at: Date) => Promise<boolean>;
    readonly follow: (trx: Transaction<DB>, at: Date) => Promise<NotStoredReason | undefined>;
  },
): Promise<Stored> {
  // An attempt is given up or replaced by its age.
  const at = await services.databaseNow();
  const { subject, signed } = item;
  try {
    await services.db.transaction().execute(async (trx) => {
      if (!(await prepare(trx, at))) throw new NotStored("no");
      const fence = await requireFunds(trx, services, item);
      if (!(await storeAttempt(trx, subject, signed, { ...item, fence, at }))) throw new NotStored("no");
      const refusal = await follow(trx, at);
      if (refusal) throw new NotStored(refusal);
    });
    await closeAlert(services, "float_empty", "equity");
    return "stored";
  } catch (error) {
    if (error instanceof NotStored) return error.why;
    if (!(error instanceof LedgerError && error.code === "INSUFFICIENT_BALANCE")) throw error;
    // A smaller pool is no reason to wake anybody, nor is none as long as nothing is to be paid.
    if (subject.kind === "nonce" && !item.cancels && (item.isAhead || (await hasNonce(services.db)))) return "no";
    await noteEmptyFloat(services);
    return "float";
  }
}

/** Alerts operators to a float that can't pay the network's fees. */
export async function noteEmptyFloat(services: Pick<Services, "db" | "now">): Promise<void> {
  const detail =
    "The operator's float cannot pay the network's fees: send SOL to the hot wallet and record it as float";
  await raiseAlert(services, { kind: "float_empty", subject: "equity", detail });
}

/**
 * Whether a transaction could be stored if it were signed now: for what the signer signs only so often. Storing it checks again.
 * Operators are alerted to an empty float.
 */
export async function canBeStored(services: Services, needs: Needs): Promise<boolean> {
  try {
    const float = await services.db.transaction().execute(async (trx) => {
      await requireFunds(trx, services, needs);
      const { rows } = await sql<{ balance: string }>`
        select coalesce(${balanceSql("equity", EQUITY_OWNER)}, 0)::text as balance`.execute(trx);
      return BigInt(rows[0]?.balance ?? 0);
    });
    if (float >= needs.cost) return true;
    await noteEmptyFloat(services);
    return false;
  } catch (error) {
    if (error instanceof NotStored) return false;
    throw error;
  }
}

/**
 * Holds what a transaction needs before it is signed, unless payments are stopped or the hot wallet has too little for it: all of it
 * or nothing.
 * @param hold locks the subject and holds a nonce for it, or says why not
 * @returns why not; null when it is held
 */
export async function holdFor(
  services: Services,
  needs: Needs,
  hold: (trx: Transaction<DB>, at: Date) => Promise<NotStoredReason | null>,
): Promise<NotStoredReason | null> {
  const at = await services.databaseNow();
  try {
    await services.db.transaction().execute(async (trx) => {
      const { subject } = needs;
      await sql`
        select from ${sql.table(SUBJECT_TABLES[subject.kind])}
         where id = ${subject.id} for no key update`.execute(trx);
      await requireFunds(trx, services, needs);
      const refusal = await hold(trx, at);
      if (refusal) throw new NotStored(refusal);
    });
    return null;
  } catch (error) {
    if (error instanceof NotStored) return error.why;
    throw error;
  }
}

/**
 * The emergency stop and the fence wait for this, and nothing is stored after them. One process signs at a time.
 * @returns the fence; null while payments are stopped or the books are others
 */
export async function lockBooks(
  trx: Transaction<DB>,
): Promise<{ readonly fence: number; readonly isOpen: boolean } | null> {
  const { rows } = await sql<{ fence: number; open: boolean }>`
    select fence, fence_open as open from chain_state
     where withdrawals_stopped_at is null and fence_identity = books_identity() for no key update`.execute(trx);
  const [state] = rows;
  return state ? { fence: state.fence, isOpen: state.open } : null;
}

/** @returns the number of the fence */
async function requireFunds(trx: Transaction<DB>, { money }: Services, needs: Needs): Promise<number> {
  const { subject, cost, lamports, funds, keys, cancels, isRepeated, moves = 0n } = needs;
  const state = await lockBooks(trx);
  if (!state || !(state.isOpen || subject.kind === "nonce" || isRepeated)) throw new NotStored("no");
  const leaves = cancels || subject.kind === "sweep" || subject.kind === "nonce" ? 0n : lamports;
  const left = await unpromised(trx, { funds, hot: keys.hot, without: subject });
  if (left - cost - leaves - moves < (await floorFor(money, trx, needs))) throw new NotStored("short");
  return state.fence;
}

async function hasNonce(db: Services["db"]): Promise<boolean> {
  const { rows } = await sql`select from payment_nonces where state = 'READY' limit 1`.execute(db);
  return rows.length > 0;
}

/** Returns the lamports that a transaction must leave in the hot wallet. */
async function floorFor(
  money: MoneySettings,
  trx: Transaction<DB>,
  { subject, cancels, isRepeated, keys }: Needs,
): Promise<bigint> {
  if (subject.kind === "cold" && !cancels) return keptFromCold(trx, money);
  // A sweep brings SOL in, so it may use what withdrawals must leave.
  const isPayout = subject.kind === "withdrawal" && !cancels;
  return payoutFloor(money, !isPayout || (isRepeated === true && (await isReplaced(trx, keys.hot))));
}

/** Returns the lamports that a payout must leave in the hot wallet. @param isLeast whether it may use what others must leave */
export function payoutFloor({ hotWalletFloor }: MoneySettings, isLeast: boolean): bigint {
  return isLeast && hotWalletFloor > LEAST ? LEAST : hotWalletFloor;
}

/** Whether there is a later hot wallet: an earlier one keeps what its payments need, and no floor. */
export async function isReplaced(trx: Transaction<DB>, hot: number): Promise<boolean> {
  const { rows } = await sql`select from wallet_keys where purpose = 'hot' and version > ${hot} limit 1`.execute(trx);
  return rows.length > 0;
}

/** Everything that the ledger refuses, as one closed list. */
export type LedgerErrorCode =
  /** An account would go below zero. */
  | "INSUFFICIENT_BALANCE"
  /** The idempotency key was used for a transfer of other content. */
  | "IDEMPOTENCY_CONFLICT"
  /** There is a transfer of this kind for this cause already, under another key. */
  | "DUPLICATE_CAUSE"
  /** An amount or a balance beyond a bigint. */
  | "AMOUNT_OUT_OF_RANGE"
  /** Not a transfer: legs that do not sum to zero, an account that this kind does not touch. A fault of the caller. */
  | "INVALID_TRANSFER";

/** A refusal of the ledger. The transaction it was raised in by the database can only be rolled back. */
export class LedgerError extends Error {
  override readonly name = "LedgerError";
  readonly code: LedgerErrorCode;

  constructor(code: LedgerErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

const BY_SQLSTATE: Readonly<Record<string, LedgerErrorCode>> = {
  LG001: "IDEMPOTENCY_CONFLICT",
  LG002: "DUPLICATE_CAUSE",
  LG003: "INVALID_TRANSFER",
};

const BY_CONSTRAINT: Readonly<Record<string, LedgerErrorCode>> = {
  ledger_accounts_not_overdrawn: "INSUFFICIENT_BALANCE",
  ledger_snapshots_not_overdrawn: "INSUFFICIENT_BALANCE",
};

/**
 * The ledger's refusal behind an error of PostgreSQL, or undefined when the error is something else. For statements
 * that carry {@link postSql} within them; {@link post} has done it already.
 */
export function asLedgerError(error: unknown): LedgerError | undefined {
  if (error instanceof LedgerError) return error;
  if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "string") return undefined;
  const constraint = "constraint" in error && typeof error.constraint === "string" ? error.constraint : "";
  const code = BY_SQLSTATE[error.code] ?? BY_CONSTRAINT[constraint] ?? fromContext(error.code, error);
  return code && new LedgerError(code, error.message, { cause: error });
}

/** Faults without a name of ours count only when they arose in the ledger's own functions and tables. */
function fromContext(sqlState: string, error: Error): LedgerErrorCode | undefined {
  const where = "where" in error && typeof error.where === "string" ? error.where : "";
  if (sqlState === "22003" && where.includes("ledger_")) return "AMOUNT_OUT_OF_RANGE";
  const table = "table" in error && typeof error.table === "string" ? error.table : "";
  const violation = sqlState === "23514" || sqlState === "23502";
  return violation && table.startsWith("ledger_") ? "INVALID_TRANSFER" : undefined;
}

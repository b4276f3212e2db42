/** Every reason for which the ledger refuses a transfer, as one closed list. */
export type LedgerErrorCode =
  /** An account would go below zero. */
  | "INSUFFICIENT_BALANCE"
  /** The idempotency key was used for a transfer with different content. */
  | "IDEMPOTENCY_CONFLICT"
  /** This kind of transfer already exists for this cause, under another key. */
  | "DUPLICATE_CAUSE"
  /** An amount or a balance beyond a bigint. */
  | "AMOUNT_OUT_OF_RANGE"
  /** Nothing backs it: the row that it books is missing or differs. Only the commit finds that out. */
  | "UNBACKED"
  /** Not a valid transfer: its legs don't sum to zero, or touch an account this kind doesn't use. A bug in the caller. */
  | "INVALID_TRANSFER";

/** A refusal by the ledger. If the database raised it, its transaction can only be rolled back. */
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
  LG005: "UNBACKED",
};

const BY_CONSTRAINT: Readonly<Record<string, LedgerErrorCode>> = {
  ledger_accounts_not_overdrawn: "INSUFFICIENT_BALANCE",
  ledger_snapshots_not_overdrawn: "INSUFFICIENT_BALANCE",
};

/**
 * Returns the ledger's refusal behind a PostgreSQL error, or undefined for any other error. Use it for statements
 * that contain {@link postSql}; {@link post} does it for you.
 */
export function asLedgerError(error: unknown): LedgerError | undefined {
  if (error instanceof LedgerError) return error;
  if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "string") return undefined;
  const constraint = "constraint" in error && typeof error.constraint === "string" ? error.constraint : "";
  const code = BY_SQLSTATE[error.code] ?? BY_CONSTRAINT[constraint] ?? fromContext(error.code, error);
  return code && new LedgerError(code, error.message, { cause: error });
}

/** An error without a ledger code counts only if it comes from the ledger's own functions and tables. */
function fromContext(sqlState: string, error: Error): LedgerErrorCode | undefined {
  const where = "where" in error && typeof error.where === "string" ? error.where : "";
  if (sqlState === "22003" && where.includes("ledger_")) return "AMOUNT_OUT_OF_RANGE";
  const table = "table" in error && typeof error.table === "string" ? error.table : "";
  const violation = sqlState === "23514" || sqlState === "23502";
  return violation && table.startsWith("ledger_") ? "INVALID_TRANSFER" : undefined;
}

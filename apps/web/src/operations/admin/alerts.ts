import { fixedAmount } from "../../components/Amount.format.ts";

/** Describes an alert in a few words; docs/OPERATIONS.md says what to do about it. */
const TITLES: Readonly<Record<string, string>> = {
  wrong_chain: "The node serves a different chain than the one in the books",
  hot_wallet_short: "The hot wallet can't cover the waiting withdrawals",
  cold_funds_needed: "Withdrawals wait for SOL from the cold wallet",
  control_unproved: "Control of the cold wallet hasn't been proved lately",
  withdrawal_limit: "Withdrawals wait for the platform's limit",
  withdrawal_waiting: "A large withdrawal waits for two admins",
  float_empty: "The operator's float is too small for network fees",
  unexplained_outflow: "The hot or cold wallet made an unexplained payment",
  payment_in_doubt: "A node doesn't show what happened to a payment",
  signer_down: "The signer doesn't answer",
  signer_refused: "The signer refused a payment",
  nonce_lost: "Someone else used or closed a nonce account",
  fence_closed: "Payments are paused because the books may be an old copy",
  nodes_disagree: "Two nodes disagree about a deposit or payment",
  witness_silent: "The second node doesn't answer or is behind",
  deposit_waiting: "A large deposit waits for an admin",
  unexplained_balance: "An address's balance doesn't match its transactions",
  reserves_mismatch: "Reserves and liabilities differ",
  reserves_stale: "Reserves and liabilities haven't been compared for a minute",
  withdrawal_stuck: "A withdrawal has been waiting for a long time",
  large_deposit: "A deposit larger than can be asked for",
  unclaimed_deposit: "SOL arrived that belongs to no account",
  backup_late: "The backup is late",
  log_mismatch: "The transparency log does not add up to the accounts",
  log_not_cosigned: "A witness refuses to sign the transparency log",
  log_root_unknown: "A root on Solana belongs to no checkpoint",
};

/** Formats amounts that the server sends in base units. */
export function alertDetail(detail: string): string {
  return detail.replace(/\b(\d+) base units\b/g, (_all, units: string) =>
    fixedAmount(BigInt(units), { exact: true, unit: "SOL" }),
  );
}

export function alertTitle(kind: string): string {
  return TITLES[kind] ?? kind.replaceAll("_", " ").replace(/^./, (letter) => letter.toUpperCase());
}

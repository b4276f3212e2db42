import { createHash, generateKeyPairSync, sign } from "node:crypto";
import { decimalOf } from "./amounts.ts";

// Logs that the platform's owner could forge: every hash and signature is valid.

export const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const { privateKey, publicKey } = generateKeyPairSync("ed25519");
export const KEY = publicKey.export({ format: "der", type: "spki" }).subarray(-32).toString("base64");
/** The platform's signature. */
export const signed = (text: string) => sign(null, Buffer.from(text), privateKey);
export const ZEROS = "0".repeat(64);

export interface Move {
  readonly type?: string;
  readonly id?: number;
  readonly at?: string;
  readonly amount?: bigint;
  readonly fee?: bigint;
  readonly subject?: string;
  readonly changes: Readonly<Record<string, bigint>>;
}

/** Entries with a valid chain, in base units inside and decimals outside. */
export function chainOf(moves: readonly Move[]): Record<string, unknown>[] {
  let prevHash = ZEROS;
  return moves.map((move, nth) => {
    const { type = "DEPOSIT", changes, id = 0, fee = 0n, at = "2026-01-01T00:00:00.000Z", subject = "" } = move;
    const pairs = Object.entries(changes).sort(([a], [b]) => (a < b ? -1 : 1));
    const amount = move.amount ?? pairs.reduce((sum, [, units]) => (units > 0n ? sum + units : sum), 0n);
    const text = pairs.map(([kind, units]) => `${kind}:${units}`).join(",");
    const facts = [nth + 1, prevHash, id || 100 + nth, type, amount, fee, text, subject, "A line", at];
    const hash = sha256(["bbux-log-v1", ...facts].join("\n"));
    const entry = {
      seq: nth + 1,
      id: `${id || 100 + nth}`,
      type,
      amount: decimalOf(amount),
      feeAmount: decimalOf(fee),
      subject,
      description: "A line",
      createdAt: at,
      prevHash,
      hash,
      changes: Object.fromEntries(pairs.map(([kind, units]) => [kind, decimalOf(units)])),
    };
    prevHash = hash;
    return entry;
  });
}

export function checkpointOf(
  entry: Record<string, unknown>,
  facts: { day: string; totals: Record<string, bigint>; liabilities: bigint; previous?: string; version?: number },
): Record<string, unknown> & { body: string } {
  const { day, totals, liabilities, previous = ZEROS, version = 1 } = facts;
  const sorted = Object.entries(totals).sort(([a], [b]) => (a < b ? -1 : 1));
  const at = "2026-01-02T00:10:00.000Z";
  const body = [
    ...[`bbux-checkpoint-v${version}`, `day ${day}`, `seq ${entry.seq}`, `hash ${entry.hash}`, `previous ${previous}`],
    ...sorted.map(([kind, units]) => `total ${kind} ${units}`),
    ...["members 1", `liabilities ${liabilities}`, `root ${ZEROS}`, `at ${at}`],
  ].join("\n");
  return {
    day,
    seq: entry.seq,
    hash: entry.hash,
    members: 1,
    liabilities: decimalOf(liabilities),
    root: ZEROS,
    createdAt: at,
    body,
    totals: Object.fromEntries(sorted.map(([kind, units]) => [kind, decimalOf(units)])),
    signature: signed(body).toString("base64"),
    publicKey: KEY,
  };
}

export const paidIn: Move = { changes: { external: -50n, member: 50n } };
export const staked: Move = { type: "STAKE_ADDED", changes: { member: -20n, stake: 20n } };
export const decided: Move = { type: "APPEAL_DECIDED", amount: 7n, changes: {} };
export const placed: Move = { type: "BOUNTY_PLACED", fee: 1n, changes: { member: -20n, escrow: 20n } };
export const feeOf = (fee: bigint): Move => ({ type: "GOVERNANCE_FEE", changes: { member: -fee, treasury: fee } });
export const held: Move = { type: "WITHDRAWAL_HELD", changes: { member: -10n, hold: 10n } };
export const settled: Move = {
  type: "WITHDRAWAL_SETTLED",
  fee: 1n,
  changes: { hold: -10n, external: 9n, treasury: 1n },
};
/** The same entry about this bounty or withdrawal. */
export const about = (subject: string, ...moves: Move[]): Move[] => moves.map((move) => ({ ...move, subject }));
export const claimed: Move = { type: "BOUNTY_CLAIMED", changes: { escrow: -20n, member: 20n } };
export const returned: Move = { type: "BOUNTY_REFUNDED", changes: { escrow: -20n, member: 20n } };
export const refunded: Move = { type: "WITHDRAWAL_REFUNDED", changes: { hold: -10n, member: 10n } };
export const floated: Move = { type: "FLOAT_FUNDED", changes: { external: -90n, equity: 90n } };
export const reserved: Move = { type: "NETWORK_FEE_RESERVED", changes: { equity: -3n, hold: 3n } };
export const released: Move = { type: "NETWORK_FEE_RELEASED", changes: { equity: 3n, hold: -3n } };
export const networkPaid: Move = { type: "NETWORK_FEE_PAID", changes: { hold: -3n, external: 2n, equity: 1n } };
/** Pays the network 2 of the 3 that are reserved. */
export const settledBy: Move = {
  type: "WITHDRAWAL_SETTLED",
  fee: 1n,
  changes: { hold: -13n, external: 11n, treasury: 1n, equity: 1n },
};
export const states = (subject: string): Move => ({ type: "FEE_IN_FORCE", subject, changes: {} });
export const [first = {}, second = {}] = chainOf([paidIn, staked]);
export const totals = { external: -50n, member: 30n, stake: 20n };
export const good = checkpointOf(second, { day: "2026-01-01", totals, liabilities: 50n });

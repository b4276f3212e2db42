import { unitsOf } from "./amounts.ts";
import { isHex } from "./crypto.ts";

/** A sealed line of the log, amounts in base units. */
export interface Entry {
  readonly seq: number;
  readonly id: string;
  readonly type: string;
  readonly amount: bigint;
  readonly feeAmount: bigint;
  /** By kind of account, sorted by name. */
  readonly changes: readonly (readonly [kind: string, units: bigint])[];
  readonly subject: string;
  readonly description: string;
  readonly createdAt: string;
  readonly prevHash: string;
  readonly hash: string;
}

const FIELDS = "amount,changes,createdAt,description,feeAmount,hash,id,prevHash,seq,subject,type" as const;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const NAME = /^[a-z_]{1,40}$/;

export function fieldsOf(value: object): string {
  return Object.keys(value).sort().join();
}

/** @returns the entry, or a description of what is malformed */
export function readEntry(value: object): Entry | string {
  if (fieldsOf(value) !== FIELDS) return `its fields are not ${FIELDS.replaceAll(",", ", ")}`;
  const { seq, id, type, subject, description, createdAt, prevHash, hash, ...rest }: Record<string, unknown> = {
    ...value,
  };
  if (!Number.isSafeInteger(seq) || Number(seq) < 1) return "seq is no place in the chain";
  if (typeof id !== "string" || !/^[1-9]\d{0,18}$/.test(id)) return "id is no number";
  if (typeof type !== "string" || !/^[A-Z][A-Z_]{2,39}$/.test(type)) return "type is none";
  if (typeof subject !== "string" || /[\n\r]/.test(subject)) return "subject is no line of text";
  if (typeof description !== "string" || /[\n\r]/.test(description)) return "description is no line of text";
  if (typeof createdAt !== "string" || !TIME.test(createdAt)) return "createdAt is no time";
  if (!isHex(prevHash, 32) || !isHex(hash, 32)) return "prevHash or hash is no SHA-256";
  const amount = unitsOf(rest.amount);
  const feeAmount = unitsOf(rest.feeAmount);
  if (amount === null || amount < 0n || feeAmount === null || feeAmount < 0n) return "amount or feeAmount is none";
  const changes = readAmounts(rest.changes);
  if (changes === null || changes.some(([, units]) => units === 0n)) return "changes are no amounts by kind of account";
  return { seq: Number(seq), id, type, amount, feeAmount, changes, subject, description, createdAt, prevHash, hash };
}

/** Reads BBUX amounts by kind of account. */
export function readAmounts(value: unknown): [string, bigint][] | null {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
  const amounts: [string, bigint][] = [];
  for (const [kind, text] of Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) {
    const units = unitsOf(text);
    if (units === null || !NAME.test(kind)) return null;
    amounts.push([kind, units]);
  }
  return amounts;
}

/** The text that an entry's hash covers: eleven lines (docs/TRANSPARENCY.md). */
export function entryText(entry: Entry): string {
  return [
    "bbux-log-v1",
    entry.seq,
    entry.prevHash,
    entry.id,
    entry.type,
    entry.amount,
    entry.feeAmount,
    entry.changes.map(([kind, units]) => `${kind}:${units}`).join(","),
    entry.subject,
    entry.description,
    entry.createdAt,
  ].join("\n");
}

import { unitsOf, wholeOf } from "./amounts.ts";
import { isHex, isSigned } from "./crypto.ts";
import { fieldsOf, readAmounts } from "./entry.ts";
import { OWED_KINDS } from "./tree.ts";

/** The content of a checkpoint's signed text. Amounts in base units. */
export interface Checkpoint {
  /** 1: a tree of what members could spend and had staked. 2: of all that they are owed, by kind of account. */
  readonly version: 1 | 2;
  /** The UTC day that it closes. */
  readonly day: string;
  readonly seq: number;
  readonly hash: string;
  /** SHA-256 of the previous checkpoint's text; zeros for the first. */
  readonly previous: string;
  /** By kind of account, sorted by name. */
  readonly totals: readonly (readonly [kind: string, units: bigint])[];
  readonly members: number;
  readonly liabilities: bigint;
  readonly root: string;
  readonly at: string;
  /** The exact signed text, with signature and key in base64. */
  readonly body: string;
  readonly signature: string;
  readonly publicKey: string;
}

const FIELDS = "body,createdAt,day,hash,liabilities,members,publicKey,root,seq,signature,totals";
const TEXT =
  /^bbux-checkpoint-v([12])\nday (\d{4}-\d\d-\d\d)\nseq (\d{1,15})\nhash ([0-9a-f]{64})\nprevious ([0-9a-f]{64})\n((?:total [a-z_]{1,40} -?\d{1,39}\n)*)members (\d{1,10})\nliabilities (\d{1,39})\nroot ([0-9a-f]{64})\nat (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)$/;

/**
 * Reads a checkpoint in the format of the API and the log; its fields must match its signed text. The signature isn't checked
 * here, see {@link signatureProblem}.
 * @returns the checkpoint, or a description of the problem
 */
export function readCheckpoint(value: unknown): Checkpoint | string {
  if (typeof value !== "object" || value === null) return "it is no checkpoint";
  if (fieldsOf(value) !== FIELDS) return `its fields are not ${FIELDS.replaceAll(",", ", ")}`;
  const fields: Record<string, unknown> = { ...value };
  const { body, signature, publicKey } = fields;
  if (typeof body !== "string" || typeof signature !== "string" || typeof publicKey !== "string") {
    return "body, signature or publicKey is no text";
  }
  const [
    ,
    version,
    day = "",
    seq,
    hash = "",
    previous = "",
    lines = "",
    members,
    liabilities = "",
    root = "",
    at = "",
  ] = TEXT.exec(body) ?? [];
  if (!day) return "its text has not the form of a checkpoint";
  const totals = readTotals(lines);
  const owed = wholeOf(liabilities);
  if (totals === null || owed === null) return "its text has not the form of a checkpoint";
  const read: Checkpoint = {
    version: version === "1" ? 1 : 2,
    day,
    seq: Number(seq),
    hash,
    previous,
    totals,
    members: Number(members),
    liabilities: owed,
    root,
    at,
    body,
    signature,
    publicKey,
  };
  const differs = Object.entries({
    day: fields.day === day,
    seq: fields.seq === read.seq,
    hash: fields.hash === hash && isHex(hash, 32),
    totals: sameAmounts(readAmounts(fields.totals), totals),
    members: fields.members === read.members,
    liabilities: unitsOf(fields.liabilities) === owed,
    root: fields.root === root,
    createdAt: fields.createdAt === at,
  }).find(([, same]) => !same);
  return differs ? `${differs[0]} is not what the signed text says` : read;
}

function readTotals(lines: string): [string, bigint][] | null {
  const totals: [string, bigint][] = [];
  for (const line of lines.split("\n").slice(0, -1)) {
    const [, kind = "", text = ""] = line.split(" ");
    const units = wholeOf(text);
    const before = totals.at(-1)?.[0] ?? "";
    if (units === null || units === 0n || kind <= before) return null;
    totals.push([kind, units]);
  }
  return totals;
}

export function sameAmounts(
  left: readonly (readonly [string, bigint])[] | null,
  right: readonly (readonly [string, bigint])[],
): boolean {
  if (left?.length !== right.length) return false;
  return left.every(([kind, units], nth) => right[nth]?.[0] === kind && right[nth]?.[1] === units);
}

/** What members are owed, which the checkpoint's tree must add up to. */
export function owedToMembers({ version, totals }: Checkpoint): bigint {
  const kinds: readonly string[] = version === 1 ? ["member", "stake"] : OWED_KINDS;
  return totals.reduce((sum, [kind, units]) => (kinds.includes(kind) ? sum + units : sum), 0n);
}

/** @param key base64; the signer must hold it. @returns null if the signature is valid */
export async function signatureProblem(
  { body, signature, publicKey }: Checkpoint,
  key: string,
): Promise<"unsupported" | string | null> {
  if (publicKey !== key) return `it is signed with the key ${publicKey}, not ${key}`;
  const signed = await isSigned(body, signature, key);
  if (signed === "unsupported") return "unsupported";
  return signed ? null : "its signature is not that of its text";
}

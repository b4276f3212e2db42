import { createHash } from "node:crypto";
import { FIRST_KEYS, SIGNED_KINDS, SIGNER_RULES } from "@bbux/chain";
import { z } from "zod";
import { KEY_PURPOSES } from "./key-purposes.ts";

const amount = z
  .string()
  .regex(/^\d{1,20}$/)
  .transform(BigInt);
/** A fence, as it is told and kept. */
export const booksFence = z.strictObject({ number: z.int().min(0), identity: z.string().max(200) });

/** Versions of the keys that sign. */
export const keyVersions = z.strictObject({ hot: z.int().min(1), nonce: z.int().min(1) });

/** What was asked: amounts as decimal strings. */
const asked = z.object({
  position: z.int().min(1),
  at: z.iso.datetime(),
  kind: z.enum(SIGNED_KINDS),
  reference: z.string(),
  destination: z.string(),
  lamports: amount,
  priorityFee: amount,
  nonce: z.object({ address: z.string(), value: z.string() }).nullable(),
  fence: booksFence.nullable(),
  // Lines from before these keys could be rotated don't name them.
  keys: keyVersions.default(FIRST_KEYS),
});
/** One thing that was signed, as it is told and kept. */
export const signedLine = asked.extend({ networkFee: amount, signature: z.string() });

/** What an operator decided, and why. */
const decided = asked.pick({ position: true, at: true }).extend({ reason: z.string() });
const before = z.string();
const kept = z.discriminatedUnion("what", [
  signedLine.extend({ what: z.literal("signed"), before }),
  asked.extend({ what: z.literal("refused"), rule: z.enum(SIGNER_RULES), before }),
  decided.extend({ what: z.literal("fence reset"), before }),
  asked.pick({ position: true, at: true }).extend({ what: z.literal("fence noted"), fence: booksFence, before }),
  decided.extend({ what: z.literal("released"), reference: z.string(), before }),
  decided.extend({
    what: z.literal("rotated"),
    purpose: z.enum(KEY_PURPOSES),
    version: z.int(),
    publicKey: z.string(),
    before,
  }),
]);

/** A line of the record, without the hash of the line before it. */
export type RecordLine = WithoutBefore<z.infer<typeof kept>>;
type WithoutBefore<Line> = Line extends unknown ? Omit<Line, "before"> : never;
/** What is to be recorded: position and time are the record's own. */
export type RecordEntry = Unplaced<RecordLine>;
type Unplaced<Line> = Line extends unknown ? Omit<Line, "position" | "at"> : never;

const HASH = /^[0-9a-f]{64}$/;

/** What the first line of a wallet's record names as the one before it. */
export function firstHash(address: string): string {
  return hashOf(`bbux-signer-record-v1:${address}`);
}

/**
 * Encodes a line: the SHA-256 of its JSON, a blank, its JSON, a line feed. The JSON names the hash of the line before, so no earlier
 * line can change.
 * @returns its bytes and its hash
 */
export function encodeLine(line: RecordLine, before: string): { readonly bytes: Buffer; readonly hash: string } {
  const json = JSON.stringify({ ...line, before }, (_, value: unknown) =>
    typeof value === "bigint" ? value.toString() : value,
  );
  const hash = hashOf(json);
  return { bytes: Buffer.from(`${hash} ${json}\n`), hash };
}

/** @param text a line without its line feed. @returns null for one that isn't as it was written */
export function decodeLine(text: string): { readonly line: RecordLine; readonly before: string; hash: string } | null {
  const [hash, json] = [text.slice(0, 64), text.slice(65)];
  if (!HASH.test(hash) || text[64] !== " " || hashOf(json) !== hash) return null;
  const parsed = kept.safeParse(JSON.parse(json));
  if (!parsed.success) return null;
  const { before, ...line } = parsed.data;
  return { line, before, hash };
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

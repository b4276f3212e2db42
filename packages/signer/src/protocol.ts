import {
  FIRST_KEYS,
  type RecordedTransaction,
  type RecordPage,
  type RotatedKeys,
  SIGNER_RULES,
  type Signer,
} from "@bbux/chain";
import { z } from "zod";
import { booksFence, keyVersions, signedLine } from "./record-line.ts";

/** Bytes of one line. A checkpoint's text is the longest, far below this. */
export const MOST_BYTES = 256 * 1_024;
/** Deposit addresses per call. */
export const MOST_ADDRESSES = 1_000;

const lamports = z
  .string()
  .regex(/^\d{1,20}$/)
  .transform(BigInt);
const text = z.string().max(100);
const nonce = z.strictObject({ address: text, value: text });
const terms = { nonce, priorityFee: lamports, fence: booksFence, keys: keyVersions.default(FIRST_KEYS) };
const userId = z.string().regex(/^\d{1,19}$/);
const version = z.int().min(1);
const note = z.strictObject({
  reference: z.uuid(),
  userId,
  memberSince: z.iso.datetime().transform((value) => new Date(value)),
  amount: lamports,
});

/** What may be asked, by method. Nothing else is read from a request. */
export const PARAMS = {
  view: z.strictObject({}),
  keys: z.strictObject({}),
  newAddresses: z.strictObject({ userIds: z.array(userId).max(MOST_ADDRESSES) }),
  addressesOf: z.strictObject({ members: z.array(z.strictObject({ userId, version })).max(MOST_ADDRESSES) }),
  pay: z.strictObject({ note, destination: text, lamports, ...terms }),
  sweep: z.strictObject({ sweepId: text, userId: text, version, address: text, lamports, ...terms }),
  toCold: z.strictObject({ reference: z.uuid(), destination: text, lamports, ...terms }),
  cancel: z.strictObject({ reference: text, ...terms }),
  anchor: z.strictObject({ size: z.int().min(1), root: text, ...terms }),
  moveHot: z.strictObject({ from: version, to: version, lamports, ...terms }),
  handOver: z.strictObject({ to: version, ...terms }),
  createNonce: z.strictObject({
    position: z.int().min(1).max(100_000),
    rent: lamports,
    blockhash: text,
    fence: booksFence,
    keys: keyVersions.default(FIRST_KEYS),
  }),
  signCheckpoint: z.strictObject({ text: z.string().max(MOST_BYTES / 2) }),
  signNote: z.strictObject({ text: z.string().max(MOST_BYTES / 2), day: z.iso.date() }),
  record: z.strictObject({ after: z.int().min(0) }),
  fence: z.strictObject({}),
  noteFence: booksFence,
} as const;

export type Method = keyof typeof PARAMS;

export const request = z.strictObject({
  id: z.int(),
  method: z.enum(Object.keys(PARAMS) as [Method, ...Method[]]),
  params: z.unknown(),
});

/** One answer: `result` or `error`. */
export const answer = z.union([
  z.object({ id: z.int(), result: z.unknown() }),
  z.object({
    id: z.int(),
    error: z.object({
      code: z.enum(["UNREACHABLE", "REFUSED"]),
      rule: z.enum(SIGNER_RULES).nullable(),
      message: z.string(),
    }),
  }),
]);

const bytes = z.base64().transform((value) => new Uint8Array(Buffer.from(value, "base64")));
const signed = z.object({
  bytes,
  signature: z.string(),
  networkFee: lamports,
  position: z.int().nullable(),
}) satisfies z.ZodType<RecordedTransaction>;
const page = z.object({ lines: z.array(signedLine), next: z.int().nullable() }) satisfies z.ZodType<RecordPage>;

const rotation = { reason: z.string(), at: z.iso.datetime() };
const simpleKeys = z.array(z.object({ version: z.int(), publicKey: z.string(), ...rotation }));
const rotatedKeys = z.object({
  checkpoint: z.array(
    z.object({
      version: z.int(),
      publicKey: z.string(),
      from: z.iso.date(),
      statement: z.string(),
      byPrevious: z.string(),
      byOwn: z.string(),
      ...rotation,
    }),
  ),
  deposit: simpleKeys,
  hot: simpleKeys,
  nonce: simpleKeys,
}) satisfies z.ZodType<RotatedKeys>;

/** What is answered, by method. */
export const RESULTS = {
  view: z.object({
    address: z.string(),
    checkpointKey: z.string(),
    names: z.string(),
    notes: z.string(),
    notesIv: z.string(),
  }),
  keys: rotatedKeys,
  newAddresses: z.array(z.object({ address: z.string(), version })),
  addressesOf: z.array(z.string()),
  pay: signed,
  sweep: signed,
  toCold: signed,
  cancel: signed,
  anchor: signed,
  moveHot: signed,
  handOver: signed,
  createNonce: signed,
  signCheckpoint: bytes,
  signNote: bytes,
  record: page,
  fence: booksFence.nullable(),
  noteFence: booksFence,
} as const;

/** Calls a signer as a request says. @throws z.ZodError for anything that may not be asked; SignerError */
export async function perform(signer: Signer, method: Method, params: unknown): Promise<unknown> {
  switch (method) {
    case "view":
      PARAMS.view.parse(params);
      return signer.view();
    case "keys":
      PARAMS.keys.parse(params);
      return signer.keys();
    case "newAddresses":
      return signer.newAddresses(PARAMS.newAddresses.parse(params).userIds);
    case "addressesOf":
      return signer.addressesOf(PARAMS.addressesOf.parse(params).members);
    case "pay":
      return signer.pay(PARAMS.pay.parse(params));
    case "sweep":
      return signer.sweep(PARAMS.sweep.parse(params));
    case "toCold":
      return signer.toCold(PARAMS.toCold.parse(params));
    case "cancel":
      return signer.cancel(PARAMS.cancel.parse(params));
    case "anchor":
      return signer.anchor(PARAMS.anchor.parse(params));
    case "moveHot":
      return signer.moveHot(PARAMS.moveHot.parse(params));
    case "handOver":
      return signer.handOver(PARAMS.handOver.parse(params));
    case "createNonce":
      return signer.createNonce(PARAMS.createNonce.parse(params));
    case "signCheckpoint":
      return signer.signCheckpoint(PARAMS.signCheckpoint.parse(params).text);
    case "signNote": {
      const { text, day } = PARAMS.signNote.parse(params);
      return signer.signNote(text, day);
    }
    case "record":
      return signer.record(PARAMS.record.parse(params).after);
    case "fence":
      PARAMS.fence.parse(params);
      return signer.fence();
    case "noteFence":
      return signer.noteFence(PARAMS.noteFence.parse(params));
  }
}

/** One message, as a line: amounts as decimal strings, bytes in base64, times in ISO 8601. */
export function toLine(message: object): string {
  return `${JSON.stringify(message, (_, value: unknown) => {
    if (typeof value === "bigint") return value.toString();
    return value instanceof Uint8Array ? Buffer.from(value).toString("base64") : value;
  })}\n`;
}

/**
 * Splits what arrives on a socket into lines.
 * @param onLine called with each line, without its end
 * @returns a function that takes the next bytes. @throws RangeError for a line above {@link MOST_BYTES}
 */
export function lineReader(onLine: (line: string) => void): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  return (chunk) => {
    rest = rest.byteLength === 0 ? chunk : Buffer.concat([rest, chunk]);
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
      const line = rest.toString("utf8", 0, end);
      rest = rest.subarray(end + 1);
      onLine(line);
    }
    if (rest.byteLength > MOST_BYTES) throw new RangeError("A line is too long");
  };
}

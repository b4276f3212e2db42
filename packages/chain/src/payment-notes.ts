import { createCipheriv, createDecipheriv, createHmac } from "node:crypto";

/** What a payment says about its withdrawal, readable only with the platform's key of notes. */
export interface PaymentNote {
  /** A UUID, which is never given out twice, also by books restored from a backup. */
  readonly reference: string;
  readonly userId: string;
  /** When the member signed up: restored books may give the id to somebody else. */
  readonly memberSince: Date;
  /** Base units, fee included. */
  readonly amount: bigint;
}

/** Nobody's id: a note with it is that of a move to the cold wallet. */
const OF_NO_MEMBER = "0";

/** The note of a move of this many lamports to the cold wallet. @param reference a UUID */
export function coldNote(reference: string, lamports: bigint): PaymentNote {
  return { reference, userId: OF_NO_MEMBER, memberSince: new Date(0), amount: lamports };
}

/** Whether a note is that of a move to the cold wallet. */
export function isColdNote({ userId }: PaymentNote): boolean {
  return userId === OF_NO_MEMBER;
}

export interface PaymentNotes {
  /** The memo of a payment: the same for every attempt, and unreadable to others. */
  noteOf(note: PaymentNote): string;
  /** @returns null for a memo that isn't a note of this platform */
  readNote(memo: string): PaymentNote | null;
}

const PREFIX = "bbux:";
const CIPHER = "aes-256-gcm";
const IV_BYTES = 12;
const TAG_BYTES = 16;
const NOTE_BYTES = 16 + 8 + 8 + 8;

/** 32 bytes each. With them notes can be read and written, but nothing can be signed. */
export interface NoteKeys {
  readonly key: Uint8Array;
  readonly ivKey: Uint8Array;
}

/**
 * Books that have lost a withdrawal find it again by the note of its payment. It is encrypted, with an initialization vector
 * derived from its content, so that every attempt carries the same text.
 */
export function createPaymentNotes({ key, ivKey }: NoteKeys): PaymentNotes {
  return {
    noteOf(note) {
      const plain = encode(note);
      const iv = createHmac("sha256", ivKey).update(plain).digest().subarray(0, IV_BYTES);
      const cipher = createCipheriv(CIPHER, key, iv);
      const sealed = Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
      return `${PREFIX}${sealed.toString("base64url")}`;
    },
    readNote(memo) {
      if (!memo.startsWith(PREFIX)) return null;
      const sealed = Buffer.from(memo.slice(PREFIX.length), "base64url");
      if (sealed.byteLength !== IV_BYTES + NOTE_BYTES + TAG_BYTES) return null;
      const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, IV_BYTES));
      decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
      try {
        return decode(Buffer.concat([decipher.update(sealed.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]));
      } catch {
        return null;
      }
    },
  };
}

function encode({ reference, userId, memberSince, amount }: PaymentNote): Buffer {
  const uuid = Buffer.from(reference.replaceAll("-", ""), "hex");
  if (uuid.byteLength !== 16) throw new RangeError(`${reference} is no UUID`);
  const rest = Buffer.alloc(NOTE_BYTES - uuid.byteLength);
  rest.writeBigUInt64BE(BigInt(userId), 0);
  rest.writeBigUInt64BE(BigInt(memberSince.getTime()), 8);
  rest.writeBigUInt64BE(amount, 16);
  return Buffer.concat([uuid, rest]);
}

function decode(plain: Buffer): PaymentNote {
  const hex = plain.toString("hex", 0, 16);
  return {
    reference: hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5"),
    userId: plain.readBigUInt64BE(16).toString(),
    memberSince: new Date(Number(plain.readBigUInt64BE(24))),
    amount: plain.readBigUInt64BE(32),
  };
}

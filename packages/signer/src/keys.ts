import { randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  type CheckpointSuccessor,
  createCheckpointKey,
  createDepositAddresses,
  createPlatformWallet,
  firstCheckpointSeed,
  isEndorsed,
  type LaterKeys,
  type RotatedKeys,
  succeed,
} from "@bbux/chain";
import { z } from "zod";
import { KEY_PURPOSES, type KeyPurpose } from "./key-purposes.ts";
import { isOpenToOthers, writeDurably } from "./private-file.ts";

/** The keys can't be used; the message is for the operator. */
export class KeysError extends Error {
  override readonly name = "KeysError";
}

const DAY_MS = 24 * 60 * 60_000;
/** How far the first day of a key may be from now: clocks differ, and a day has its length. */
const MOST_DAYS = 2;

export const keysPath = (dir: string) => join(dir, "keys.json");

const seed = z.string().regex(/^[0-9a-f]{64}$/);
const rotation = { version: z.int().min(2), seed, reason: z.string(), at: z.iso.datetime() };
/** Version 1 of every purpose comes from the platform's seed, which isn't copied. */
const first = z.strictObject({ version: z.literal(1), seed: z.null() });
const BEGINNING = [{ version: 1, seed: null }] as const;
/** Of a purpose that every key serves alike. Files from before it could be rotated have no list of it. */
const simple = z.tuple([first], z.strictObject({ ...rotation, publicKey: z.string() })).default([...BEGINNING]);
const checkpoint = z.strictObject({
  ...rotation,
  publicKey: z.string(),
  from: z.iso.date(),
  statement: z.string(),
  byPrevious: z.string(),
  byOwn: z.string(),
});
const file = z.strictObject({
  format: z.literal("bbux-keys-v1"),
  /** The hot wallet's first address, which names the seed. */
  wallet: z.string(),
  checkpoint: z.tuple([first], checkpoint),
  deposit: simple,
  hot: simple,
  nonce: simple,
});
type KeysFile = z.infer<typeof file>;

/** A rotation that the signer's record has to know. */
export interface KeptRotation {
  readonly purpose: KeyPurpose;
  readonly version: number;
  readonly publicKey: string;
  readonly reason: string;
}

/** An operator's wish for a new key. */
export interface RotationRequest {
  readonly reason: string;
  /** The version that is to take over. Asking for one that has done so changes nothing. */
  readonly version: number;
}

const SIMPLE = ["deposit", "hot", "nonce"] as const satisfies KeyPurpose[];
/** All but checkpoints, whose keys endorse their successors. */
export type SimplePurpose = (typeof SIMPLE)[number];

/** The keys of a signer's directory: one list for each purpose, of which nothing is ever removed. */
export interface KeyStore {
  /** For the wallet, and for nobody else. */
  later(): LaterKeys;
  rotated(): RotatedKeys;
  /** Every rotation, by purpose and version. */
  rotations(): readonly KeptRotation[];
  /**
   * Makes the next key of checkpoints. It's on disk when this returns.
   * @param request.from the first UTC day whose checkpoint it signs
   * @throws KeysError for a version that isn't the next, a day before that of the latest key, or one far from now
   */
  rotateCheckpoint(request: RotationRequest & { readonly from: string }, now: Date): void;
  /** Makes the next key of another purpose. It's on disk when this returns. @throws KeysError for a version that isn't the next */
  rotate(purpose: SimplePurpose, request: RotationRequest, now: Date): void;
}

/**
 * Reads the keys of a signer's directory, or begins with version 1 of each purpose, which comes from the platform's seed as before
 * there was a file (docs/adr/0028). The caller holds the directory's lock.
 * @param wallet the hot wallet's first address
 * @throws KeysError with a sentence for the operator
 */
export function openKeys(dir: string, platformSeed: Uint8Array, wallet: string): KeyStore {
  const path = keysPath(dir);
  if (!existsSync(path)) {
    const beginning: KeysFile["deposit"] = [...BEGINNING];
    const lists = { checkpoint: [...BEGINNING] as KeysFile["checkpoint"], deposit: beginning, hot: beginning };
    save(path, { format: "bbux-keys-v1", wallet, ...lists, nonce: beginning });
  }
  let kept = read(path, wallet);
  const checkpointKeys = () => {
    const [, ...made] = kept.checkpoint;
    return made;
  };
  const keysFor = (purpose: SimplePurpose) => {
    const [, ...made] = kept[purpose];
    return made;
  };
  const seedsFor = (purpose: SimplePurpose) => keysFor(purpose).map(({ seed: text }) => Buffer.from(text, "hex"));
  const publicFor = (purpose: SimplePurpose) => keysFor(purpose).map(({ seed: _, ...rest }) => rest);
  const keyOf = (text: string | undefined) =>
    createCheckpointKey(text === undefined ? firstCheckpointSeed(platformSeed) : Buffer.from(text, "hex"));
  const lastKey = () => keyOf(checkpointKeys().at(-1)?.seed);
  requireChain(path, checkpointKeys(), keyOf);
  for (const purpose of SIMPLE) requireMade(path, purpose, keysFor(purpose));

  return {
    later: () => ({
      checkpoint: checkpointKeys().map(({ seed: text, ...rest }) => ({ ...rest, seed: Buffer.from(text, "hex") })),
      deposit: seedsFor("deposit"),
      hot: seedsFor("hot"),
      nonce: seedsFor("nonce"),
    }),
    rotated: () => ({
      checkpoint: checkpointKeys().map(({ seed: _, ...rest }) => rest),
      deposit: publicFor("deposit"),
      hot: publicFor("hot"),
      nonce: publicFor("nonce"),
    }),
    rotations: () =>
      KEY_PURPOSES.flatMap((purpose) =>
        (purpose === "checkpoint" ? checkpointKeys() : keysFor(purpose)).map(({ version, publicKey, reason }) => {
          return { purpose, version, publicKey, reason };
        }),
      ),
    rotateCheckpoint({ version, from, reason }, now) {
      if (!isNext(version, kept.checkpoint.length)) return;
      const latest = checkpointKeys().at(-1);
      if (latest && from < latest.from) throw new KeysError(`The latest key signs from ${latest.from} on, not ${from}`);
      requireNear(from, now);
      const fresh = randomBytes(32);
      const made: CheckpointSuccessor = succeed(lastKey(), createCheckpointKey(fresh), { version, from });
      const entry = { ...made, seed: fresh.toString("hex"), reason, at: now.toISOString() };
      const next: KeysFile = { ...kept, checkpoint: [...kept.checkpoint, entry] };
      save(path, next);
      kept = next;
    },
    rotate(purpose, { version, reason }, now) {
      if (!isNext(version, kept[purpose].length)) return;
      const fresh = randomBytes(32);
      const publicKey = MARKS[purpose](fresh);
      const entry = { version, publicKey, seed: fresh.toString("hex"), reason, at: now.toISOString() };
      const next: KeysFile = { ...kept, [purpose]: [...kept[purpose], entry] };
      save(path, next);
      kept = next;
    },
  };
}

/**
 * The platform names the day that it closes next, which is today or yesterday, by a clock of its own. A day far from that was named
 * by other books, and no checkpoint of the platform's own could be signed until it comes.
 * @throws KeysError
 */
function requireNear(day: string, now: Date): void {
  if (Math.abs(new Date(day).getTime() - now.getTime()) <= MOST_DAYS * DAY_MS) return;
  throw new KeysError(`${day} is far from the signer's own day, ${now.toISOString().slice(0, 10)}: compare the clocks`);
}

const addressOf = (own: Uint8Array) => createPlatformWallet(own).address;
/** What identifies a key: of those of deposit addresses, the address of the member 0, whom there isn't. */
const MARKS: Readonly<Record<SimplePurpose, (seed: Uint8Array) => string>> = {
  deposit: (own) => createDepositAddresses(own).addressOf("0"),
  hot: addressOf,
  nonce: addressOf,
};

/** @throws KeysError if a version is missing, or a key isn't the one that was made */
function requireMade(
  path: string,
  purpose: SimplePurpose,
  keys: readonly { readonly version: number; seed: string; publicKey: string }[],
) {
  for (const [nth, { version, seed: text, publicKey }] of keys.entries()) {
    if (version === nth + 2 && MARKS[purpose](Buffer.from(text, "hex")) === publicKey) continue;
    throw new KeysError(`Version ${nth + 2} of the ${purpose} key in ${path} was changed`);
  }
}

/** Whether a version is yet to be made. @throws KeysError for one that isn't the next */
function isNext(version: number, count: number): boolean {
  if (version > count + 1) throw new KeysError(`Version ${version} isn't next: the latest is ${count}`);
  return version === count + 1;
}

function save(path: string, keys: KeysFile): void {
  writeDurably(path, `${JSON.stringify(keys, null, 2)}\n`);
}

function read(path: string, wallet: string): KeysFile {
  if (isOpenToOthers(path)) throw new KeysError(`Others may read ${path}: its mode must be 0600 (chmod 600 ${path})`);
  const parsed = file.safeParse(parsedJson(readFileSync(path, "utf8")));
  if (!parsed.success) throw new KeysError(`${path} can't be read: put back a copy of it`);
  if (parsed.data.wallet !== wallet) throw new KeysError(`${path} belongs to the wallet ${parsed.data.wallet}`);
  return parsed.data;
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

type Kept = KeysFile["checkpoint"] extends [unknown, ...(infer Rest)[]] ? Rest : never;

/** @throws KeysError if a version is missing, or a key isn't the one that is published */
function requireChain(
  path: string,
  keys: readonly Kept[],
  keyOf: (seed: string | undefined) => { readonly publicKey: string },
): void {
  let previous = keyOf(undefined).publicKey;
  for (const [nth, key] of keys.entries()) {
    const isRight = key.version === nth + 2 && keyOf(key.seed).publicKey === key.publicKey && isEndorsed(key, previous);
    if (!isRight) throw new KeysError(`Version ${nth + 2} of the checkpoint key in ${path} was changed`);
    previous = key.publicKey;
  }
}

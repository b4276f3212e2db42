import { createHash, createHmac } from "node:crypto";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import type { ReadableStream } from "node:stream/web";
import { createGunzip, createGzip } from "node:zlib";
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from "age-encryption";
import { BackupError } from "./error.ts";
import { readWhole } from "./store/objects.ts";
import type { Store } from "./store/store.ts";

/** How a store's contents are encrypted. Files are gzip, then age, so that `age -d` and `gunzip` read them as well. */
export interface Sealing {
  /** Files are encrypted to it; null leaves them readable. */
  readonly recipient: string | null;
  /** What opens them; null if this process can write only, or if they aren't encrypted. */
  readonly identity: string | null;
  /** What only those know who can open the store and wrote it: proves who made a manifest. */
  readonly mac: string | null;
}

export interface SealingOptions {
  readonly passphrase?: string | undefined;
  /** `age1…`; a server that only has this can write backups and can't read them. */
  readonly recipient?: string | undefined;
  /** `AGE-SECRET-KEY-1…`, to restore what was encrypted to its recipient. */
  readonly identity?: string | undefined;
}

/** The identity that a passphrase protects, so that it is stretched once and not for every file. */
const KEY = "key.age";

export const NOT_SEALED: Sealing = { recipient: null, identity: null, mac: null };

/**
 * Finds out how to write to a store, or to read it.
 * @param mayCreate whether a key may be made for a store that has none
 * @throws BackupError if the passphrase is wrong, or what opens the store isn't given
 */
export async function openSealing(store: Store, options: SealingOptions, mayCreate: boolean): Promise<Sealing> {
  const { passphrase, recipient, identity } = options;
  const isProtected = (await store.list(KEY)).some(({ name }) => name === KEY);
  if (identity) return { recipient: await recipientOf(identity), identity, mac: null };
  if (recipient) return { recipient, identity: null, mac: null };
  if (!passphrase) {
    if (isProtected) throw new BackupError(`${store.location} is encrypted: set BACKUP_PASSPHRASE.`);
    return NOT_SEALED;
  }
  if (!isProtected) {
    if (!mayCreate)
      throw new BackupError(`${store.location} isn't encrypted by a passphrase: unset BACKUP_PASSPHRASE.`);
    const created = await generateX25519Identity();
    const encrypter = new Encrypter();
    encrypter.setPassphrase(passphrase);
    const written = Buffer.from(await encrypter.encrypt(created));
    await store.put(KEY, written);
    // Another process may have begun at the same time: the key that stayed counts.
    if (written.equals(await readWhole(store, KEY)))
      return { recipient: await recipientOf(created), identity: created, mac: created };
  }
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  const opened = await decrypter.decrypt(await readWhole(store, KEY), "text").catch(() => {
    throw new BackupError(`BACKUP_PASSPHRASE isn't the passphrase of ${store.location}.`);
  });
  return { recipient: await recipientOf(opened), identity: opened, mac: opened };
}

async function recipientOf(identity: string): Promise<string> {
  return identityToRecipient(identity).catch(() => {
    throw new BackupError("BACKUP_IDENTITY must be an age identity: AGE-SECRET-KEY-1…");
  });
}

/** Compresses and encrypts a stream. */
export async function seal(source: Readable, { recipient }: Sealing): Promise<Readable> {
  const gzip = createGzip({ level: 1 });
  source.on("error", (error) => gzip.destroy(error));
  const packed = source.pipe(gzip);
  if (recipient === null) return packed;
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  return Readable.fromWeb((await encrypter.encrypt(toWeb(packed))) as ReadableStream<Uint8Array>);
}

/** Decrypts and decompresses a stream. It fails with a BackupError if anything in it was changed, cut off, or isn't ours. */
export async function unseal(source: Readable, { recipient, identity }: Sealing): Promise<Readable> {
  const gunzip = createGunzip();
  let opened = source;
  if (identity !== null) {
    const decrypter = new Decrypter();
    decrypter.addIdentity(identity);
    const plain = await decrypter.decrypt(toWeb(source)).catch((error: unknown) => {
      throw error instanceof BackupError
        ? error
        : new BackupError(`The backup can't be decrypted: ${messageOf(error)}`);
    });
    opened = Readable.fromWeb(plain as ReadableStream<Uint8Array>);
  } else if (recipient !== null)
    throw new BackupError("The backup is encrypted: set BACKUP_IDENTITY to what opens it.");
  const fail = (error: unknown) =>
    gunzip.destroy(
      error instanceof BackupError ? error : new BackupError(`The backup is damaged: ${messageOf(error)}`),
    );
  opened.on("error", fail);
  gunzip.once("error", () => opened.destroy());
  return opened.pipe(gunzip);
}

/** Turns what reading a damaged file fails with into a sentence that names the file. */
export function asDamage(error: unknown, what: string): unknown {
  const isZlib = error instanceof Error && "code" in error && String(error.code).startsWith("Z_");
  return isZlib ? new BackupError(`${what} is damaged: ${error.message}.`) : error;
}

/** Seals what is small, in memory. */
export async function sealWhole(body: Buffer, sealing: Sealing): Promise<Buffer> {
  return buffer(await seal(Readable.from([body], { objectMode: false }), sealing));
}

/** The proof that a manifest is whole and, with a passphrase, that no one without it made it. */
export function sealOf(text: string, { mac }: Sealing): string {
  if (mac === null) return `sha256:${createHash("sha256").update(text).digest("hex")}`;
  return `hmac:${createHmac("sha256", mac).update(text).digest("hex")}`;
}

function toWeb(stream: Readable) {
  return Readable.toWeb(stream) as globalThis.ReadableStream<Uint8Array>;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

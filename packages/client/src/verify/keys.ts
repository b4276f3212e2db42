import type { Checkpoint } from "./checkpoint.ts";
import { isSigned } from "./crypto.ts";
import { fieldsOf } from "./entry.ts";

/** A key that signs checkpoints, as the platform publishes it. */
export interface PublishedKey {
  readonly version: number;
  /** Ed25519, base64. */
  readonly publicKey: string;
  /** The first UTC day whose checkpoint it signs; null for the first key. */
  readonly from: string | null;
  /** The first day that belongs to the next key; null for the current one. */
  readonly until: string | null;
}

const FIELDS = "endorsement,from,publicKey,until,version";
const ENDORSEMENT = "byOwn,byPrevious,text";
const DAY = /^\d{4}-\d\d-\d\d$/;

/** The keys of a platform, as far as they are known, of which each has endorsed the next. */
export class KeyRing {
  /** False if the browser lacks Ed25519. */
  signaturesChecked = true;
  #keys: readonly PublishedKey[] = [];
  readonly #trusted: string | undefined;

  /** @param trusted a key that is known to be the platform's, whichever of its keys */
  constructor(trusted?: string) {
    this.#trusted = trusted;
  }

  /** By version; empty as long as none was learned. */
  get keys(): readonly PublishedKey[] {
    return this.#keys;
  }

  /** The latest known key. */
  get current(): string | null {
    return this.#keys.at(-1)?.publicKey ?? this.#trusted ?? null;
  }

  /**
   * Learns the platform's keys, which begin with those that are known.
   * @param list in the format of the API. @returns what is wrong with it, or null
   */
  async learn(list: unknown): Promise<string | null> {
    if (!Array.isArray(list) || list.length === 0) return "the keys are no list";
    const read: PublishedKey[] = [];
    for (const each of list) {
      const key = readKey(each, read.at(-1));
      if (typeof key === "string") return key;
      const problem = await this.#endorsementProblem(each, key, read.at(-1));
      if (problem) return problem;
      read.push(key);
    }
    for (const [nth, { until }] of read.entries()) {
      if (until !== (read[nth + 1]?.from ?? null)) return `key ${nth + 1} doesn't end where the next begins`;
    }
    return this.#take(read);
  }

  /** Learns that there is one key. @returns what is wrong with it, or null */
  learnOnly(publicKey: string): string | null {
    return this.#take([{ version: 1, publicKey, from: null, until: null }]);
  }

  /** Whether a checkpoint names the key that signs those of its day. While no key is known, it's the checkpoint's. */
  problemOf({ day, publicKey }: Checkpoint): string | null {
    if (this.#keys.length === 0) {
      const problem = this.learnOnly(publicKey);
      if (problem) return `it is signed with the key ${publicKey}, not ${this.#trusted}`;
    }
    const right = this.#keyAt(day);
    if (right?.publicKey === publicKey) return null;
    const used = this.#keys.find((key) => key.publicKey === publicKey);
    if (!used) return `it is signed with the key ${publicKey}, not ${right?.publicKey}`;
    return `it is signed with key ${used.version}, outside its time: key ${right?.version} signs the checkpoint of ${day}`;
  }

  /** The key that signs the checkpoint of a day and its note; without a day, the latest. */
  keyOf(day: string | undefined): string | null {
    return (day === undefined ? undefined : this.#keyAt(day)?.publicKey) ?? this.current;
  }

  #keyAt(day: string): PublishedKey | undefined {
    return this.#keys.findLast(({ from }) => from === null || from <= day);
  }

  #take(read: readonly PublishedKey[]): string | null {
    const named = read.at(-1)?.publicKey;
    const differing = this.#keys.findIndex(({ publicKey, from }, nth) => {
      return read[nth]?.publicKey !== publicKey || read[nth]?.from !== from;
    });
    if (differing >= 0) return `it names the key ${read[differing]?.publicKey ?? named}, not ${this.current}`;
    if (this.#trusted !== undefined && !read.some(({ publicKey }) => publicKey === this.#trusted)) {
      return `it names the key ${named}, not ${this.#trusted}`;
    }
    this.#keys = read;
    return null;
  }

  async #endorsementProblem(
    value: object,
    key: PublishedKey,
    before: PublishedKey | undefined,
  ): Promise<string | null> {
    const { endorsement }: Record<string, unknown> = { ...value };
    if (!before) return endorsement === null ? null : "the first key has an endorsement";
    const bad = `key ${key.version} isn't endorsed by the key before it`;
    if (typeof endorsement !== "object" || endorsement === null || fieldsOf(endorsement) !== ENDORSEMENT) return bad;
    const { text, byPrevious, byOwn }: Record<string, unknown> = { ...endorsement };
    if (text !== endorsementText(key, before.publicKey)) return bad;
    if (typeof byPrevious !== "string" || typeof byOwn !== "string") return bad;
    for (const [signature, by] of [
      [byPrevious, before.publicKey],
      [byOwn, key.publicKey],
    ] as const) {
      const signed = await isSigned(text, signature, by);
      if (signed === "unsupported") this.signaturesChecked = false;
      else if (!signed) return bad;
    }
    return null;
  }
}

function endorsementText({ version, publicKey, from }: PublishedKey, previous: string): string {
  const facts = [`version ${version}`, `key ${publicKey}`, `from ${from}`, `previous ${previous}`];
  return ["bbux-checkpoint-key-v1", ...facts].join("\n");
}

function readKey(value: unknown, before: PublishedKey | undefined): PublishedKey | string {
  if (typeof value !== "object" || value === null || fieldsOf(value) !== FIELDS) return "a key hasn't the form of one";
  const { version, publicKey, from, until }: Record<string, unknown> = { ...value };
  if (version !== (before?.version ?? 0) + 1 || typeof publicKey !== "string") return "the keys aren't in their order";
  if (!isDayOrNull(from) || !isDayOrNull(until)) return `key ${version} names no day`;
  if ((from === null) !== (before === undefined)) return `key ${version} doesn't say from when it signs`;
  if (from !== null && from < (before?.from ?? "")) return `key ${version} begins before the key before it`;
  return { version, publicKey, from, until };
}

function isDayOrNull(value: unknown): value is string | null {
  return value === null || (typeof value === "string" && DAY.test(value));
}

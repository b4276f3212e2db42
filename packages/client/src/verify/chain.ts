import { decimalOf } from "./amounts.ts";
import { type Checkpoint, owedToMembers, readCheckpoint, sameAmounts, signatureProblem } from "./checkpoint.ts";
import { isHex, sha256 } from "./crypto.ts";
import { type Entry, fieldsOf } from "./entry.ts";
import { KeyRing } from "./keys.ts";
import { type NoteOptions, Notes } from "./notes.ts";
import { Obligations } from "./obligations.ts";
import { brokenRule, NamedFees, Rates, SeenIds, Times } from "./rules.ts";

/** What can be wrong; a closed list. */
export type ProblemCode =
  /** A line that isn't a header, entry, or checkpoint. */
  | "unreadable"
  /** The header is missing, misplaced, or doesn't match what follows. */
  | "header"
  /** An entry before this one is missing, or this one is duplicated or misplaced. */
  | "order"
  /** An entry doesn't contain the previous entry's hash. */
  | "chain"
  /** An entry's hash doesn't match its content. */
  | "hash"
  /** An entry's changes don't sum to zero, or don't match its amount. */
  | "balance"
  /** A kind of account would drop below zero. */
  | "overdrawn"
  /**
   * The platform's rules don't allow it: an unknown type, kinds of account that it may not move, another fee than the one in
   * force, or a bounty or withdrawal that ends twice or in another amount.
   */
  | "rule"
  /** An id that an earlier entry has. */
  | "repeated"
  /** A time long before that of an earlier entry. */
  | "time"
  /** A checkpoint with wrong fields, totals, position, or signature. */
  | "checkpoint"
  /** A note with another root than the log, without the platform's signature, or cosigned by too few witnesses. */
  | "note"
  /** The log ends too early. */
  | "incomplete";

export interface Found {
  readonly code: ProblemCode;
  readonly seq: number | null;
  readonly what: string;
}

export interface Header {
  readonly after: number;
  readonly through: number;
  /** How many follow, up to the end or the next header. */
  readonly checkpoints: number;
  readonly head: { readonly seq: number; readonly hash: string };
  readonly publicKey: string;
  /** The keys of the platform, once it has had more than one; not read yet. */
  readonly keys: unknown;
}

const FORMAT = "bbux-transparency-log-v1";
const ZEROS = "0".repeat(64);

export function readHeader(value: object): Header | string {
  const { keys, ...rest }: Record<string, unknown> = { ...value };
  if (fieldsOf(rest) !== "after,checkpoints,format,head,publicKey,through") return "it is no header of a log";
  const { format, after, through, checkpoints, head, publicKey } = rest;
  if (format !== FORMAT) return `the format is not ${FORMAT}`;
  if (typeof head !== "object" || head === null || fieldsOf(head) !== "hash,seq") return "the header has no head";
  const { seq, hash }: Record<string, unknown> = { ...head };
  if (!isPlace(after) || !isPlace(through) || !isPlace(seq) || !isPlace(checkpoints))
    return "the header names no place";
  if (!isHex(hash, 32) || typeof publicKey !== "string") return "the header names no hash or no key";
  return { after, through, checkpoints, head: { seq, hash }, publicKey, keys };
}

function isPlace(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}

/** The state of reading a log: everything read so far is right, or reading has ended. */
export class Chain {
  seq = 0;
  hash = ZEROS;
  entries = 0;
  checkpoints = 0;
  latest: Checkpoint | null = null;
  readonly ring: KeyRing;
  #signaturesChecked = true;
  readonly #totals = new Map<string, bigint>();
  readonly #given: readonly unknown[];
  readonly #needsHeader: boolean;
  /** Given checkpoints that the log hasn't reached yet. */
  readonly #waiting: Checkpoint[] = [];
  #header: Header | null = null;
  /** Checkpoints since then. */
  #counted = 0;
  /** Where another part of the same log begins, checkpoints on its edge appear again. */
  #atEdge = false;
  readonly #here = new Set<string>();
  readonly #ids = new SeenIds();
  readonly rates = new Rates();
  readonly obligations = new Obligations(this.rates);
  readonly #fees = new NamedFees();
  readonly #times = new Times();
  readonly notes: Notes;

  constructor(
    options: NoteOptions & {
      readonly key?: string | undefined;
      readonly checkpoints?: readonly unknown[];
      readonly header?: "required" | "optional";
    },
  ) {
    this.notes = new Notes(options);
    this.ring = new KeyRing(options.key);
    this.#given = options.checkpoints ?? [];
    this.#needsHeader = options.header === "required";
  }

  async begin(): Promise<Found | null> {
    for (const value of this.#given) {
      const checkpoint = readCheckpoint(value);
      if (typeof checkpoint === "string") return { code: "checkpoint", seq: null, what: checkpoint };
      // Which key is right is known where it belongs.
      const problem = await this.#signature(checkpoint);
      if (problem) return problem;
      this.#waiting.push(checkpoint);
    }
    this.#waiting.sort((a, b) => a.seq - b.seq);
    // A header names the keys first.
    const problem = this.#needsHeader ? null : this.#compareGiven();
    return problem ?? this.#noted(await this.notes.begin());
  }

  /** Compares notes that end behind the line that was taken last. */
  async compareNotes(): Promise<Found | null> {
    return this.#noted(await this.notes.compare(this.seq, this.ring.keyOf(this.latest?.day)));
  }

  /** Counts the cosignatures of notes. */
  async endNotes(): Promise<Found | null> {
    return this.#noted(await this.notes.end());
  }

  #noted(what: string | null): Found | null {
    return what === null ? null : { code: "note", seq: null, what };
  }

  totals(): [string, bigint][] {
    return [...this.#totals].filter(([, units]) => units !== 0n).sort(([a], [b]) => (a < b ? -1 : 1));
  }

  get signaturesChecked(): boolean {
    return this.#signaturesChecked && this.ring.signaturesChecked;
  }

  async header(header: Header): Promise<Found | null> {
    const bad = (what: string): Found => ({ code: "header", seq: null, what });
    const { after, through, head, publicKey, keys } = header;
    if (after > this.seq) return bad(`the file begins after entry ${after}; what is before it comes first`);
    if (after < this.seq || (this.#header && this.#header.through !== this.seq)) {
      return bad(`a header for what comes after entry ${after} stands behind entry ${this.seq}`);
    }
    if (this.#header && after === 0) return bad("there are two headers");
    const short = this.#short();
    if (short) return bad(short);
    if (!this.#header && this.entries + this.checkpoints > 0) return bad("the header is not the first line");
    if (through < after || through > head.seq) return bad("the header says that it ends where it cannot");
    const problem = keys === undefined ? this.ring.learnOnly(publicKey) : await this.ring.learn(keys);
    if (problem) return bad(problem);
    if (publicKey !== this.ring.current) return bad(`it names the key ${publicKey}, not ${this.ring.current}`);
    this.#header = header;
    this.#counted = 0;
    this.#atEdge = after > 0;
    return this.#compareGiven();
  }

  /** @param hash the hash of the entry's content */
  entry(entry: Entry, hash: string): Found | null {
    const { seq } = entry;
    const bad = (code: ProblemCode, what: string): Found => ({ code, seq, what });
    const missing = this.#missingHeader();
    if (missing) return missing;
    if (seq !== this.seq + 1) return bad("order", `stands where entry ${this.seq + 1} should be`);
    if (this.#header && seq > this.#header.through) return bad("order", "the header says that the log ends before it");
    if (entry.prevHash !== this.hash) return bad("chain", "its prevHash is not the hash of the entry before");
    if (entry.hash !== hash)
      return bad("hash", `it says something else than what was sealed; its hash would be ${hash}`);
    const sum = entry.changes.reduce((total, [, units]) => total + units, 0n);
    if (sum !== 0n) return bad("balance", `its changes sum to ${decimalOf(sum)}, not to 0`);
    const moved = entry.changes.reduce((total, [, units]) => (units > 0n ? total + units : total), 0n);
    if (entry.changes.length > 0 && moved !== entry.amount) {
      return bad("balance", `its changes move ${decimalOf(moved)}, its amount is ${decimalOf(entry.amount)}`);
    }
    const rule = brokenRule(entry) ?? this.rates.take(entry) ?? this.#fees.take(entry) ?? this.obligations.take(entry);
    if (rule) return bad("rule", rule);
    if (!this.#ids.add(entry.id)) return bad("repeated", `an earlier entry has the id ${entry.id}`);
    const time = this.#times.take(entry);
    if (time) return bad("time", time);
    for (const [kind, units] of entry.changes) {
      const total = (this.#totals.get(kind) ?? 0n) + units;
      if (total < 0n && kind !== "external") return bad("overdrawn", `after it ${kind} would have ${decimalOf(total)}`);
      this.#totals.set(kind, total);
    }
    this.seq = seq;
    this.hash = entry.hash;
    this.entries++;
    this.notes.add(entry.hash);
    this.#atEdge = false;
    this.#here.clear();
    return this.#compareGiven();
  }

  async checkpoint(checkpoint: Checkpoint): Promise<Found | null> {
    const bad = (what: string): Found => ({ code: "checkpoint", seq: this.seq, what });
    const missing = this.#missingHeader();
    if (missing) return missing;
    this.#counted++;
    if (this.#atEdge && this.#here.has(checkpoint.body)) return null;
    const found = this.#fits(checkpoint) ?? this.#key(checkpoint) ?? (await this.#signature(checkpoint));
    if (found) return found;
    const previous = this.latest ? await sha256(this.latest.body) : ZEROS;
    if (checkpoint.previous !== previous)
      return bad("it does not name the checkpoint before: one is missing or changed");
    if (checkpoint.day <= (this.latest?.day ?? "")) return bad(`${checkpoint.day} is not after the day before it`);
    if (checkpoint.version < (this.latest?.version ?? 1)) return bad("it has an older format than the one before");
    const untaken = this.#fees.untaken;
    if (untaken !== null) return bad(`a bounty before it names a fee of ${decimalOf(untaken)} that was not taken`);
    if (!this.#times.areBefore(checkpoint.at)) return bad(`an entry that it covers was written after ${checkpoint.at}`);
    this.latest = checkpoint;
    this.#here.add(checkpoint.body);
    this.checkpoints++;
    this.notes.add(await sha256(checkpoint.body), true);
    return null;
  }

  end(): Found | null {
    const bad = (what: string): Found => ({ code: "incomplete", seq: null, what });
    if (this.#header && this.seq !== this.#header.through) {
      return bad(`the log ends with entry ${this.seq}, its header says ${this.#header.through}`);
    }
    if (this.#header && this.#header.head.seq > this.seq) {
      return bad(`these are ${this.seq} of ${this.#header.head.seq} entries`);
    }
    if (this.#header && this.#header.head.hash !== this.hash)
      return bad("the header names another hash for the last entry");
    const short = this.#short();
    if (short) return bad(short);
    const [waiting] = this.#waiting;
    if (waiting) return bad(`the checkpoint of ${waiting.day} covers ${waiting.seq} entries, the log has ${this.seq}`);
    return this.#missingHeader();
  }

  #short(): string | null {
    const { checkpoints } = this.#header ?? { checkpoints: this.#counted };
    return checkpoints === this.#counted ? null : `${this.#counted} checkpoints follow, the header says ${checkpoints}`;
  }

  #missingHeader(): Found | null {
    if (!this.#needsHeader || this.#header) return null;
    return { code: "header", seq: null, what: "the first line is no header of a log" };
  }

  /** Compares given checkpoints that end here. */
  #compareGiven(): Found | null {
    while (this.#waiting[0] && this.#waiting[0].seq <= this.seq) {
      const problem = this.#fits(this.#waiting[0]) ?? this.#key(this.#waiting[0]);
      if (problem) return problem;
      this.#waiting.shift();
    }
    return null;
  }

  #fits(checkpoint: Checkpoint): Found | null {
    const { seq, hash, totals, liabilities, day } = checkpoint;
    const bad = (what: string): Found => ({ code: "checkpoint", seq: this.seq, what });
    if (seq !== this.seq) return bad(`that of ${day} belongs behind entry ${seq}`);
    if (hash !== this.hash) return bad(`that of ${day} names another hash for the entry: the log was changed`);
    if (!sameAmounts(this.totals(), totals)) return bad(`that of ${day} has other totals than the entries come to`);
    const owed = owedToMembers(checkpoint);
    if (liabilities !== owed) {
      return bad(`that of ${day} has a tree of ${decimalOf(liabilities)}, members are owed ${decimalOf(owed)}`);
    }
    return null;
  }

  /** Whether it names the key that signs the checkpoints of its day. */
  #key(checkpoint: Checkpoint): Found | null {
    const problem = this.ring.problemOf(checkpoint);
    return problem === null
      ? null
      : { code: "checkpoint", seq: this.seq, what: `that of ${checkpoint.day}: ${problem}` };
  }

  async #signature(checkpoint: Checkpoint): Promise<Found | null> {
    const problem = await signatureProblem(checkpoint, checkpoint.publicKey);
    if (problem === "unsupported") this.#signaturesChecked = false;
    else if (problem) return { code: "checkpoint", seq: this.seq, what: `that of ${checkpoint.day}: ${problem}` };
    return null;
  }
}

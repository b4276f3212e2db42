import { LogTree } from "./log-tree.ts";
import { base64, cosignedAt, isSignedByLog, type Note, readNote, readWitness, type WitnessKey } from "./note.ts";

export interface NoteOptions {
  /** Notes that the log must agree with, as text. */
  readonly notes?: readonly string[];
  /** Verifier keys of witnesses that the caller trusts. */
  readonly witnesses?: readonly string[];
  /** How many of them must have cosigned one of the notes; all, if unset. */
  readonly quorum?: number;
  /** Sizes of which the report is to have the root. */
  readonly rootsAt?: readonly number[];
}

/** The root of the log's first lines. */
export interface RootAt {
  readonly size: number;
  /** Base64. */
  readonly root: string;
  /** The last entry it covers. */
  readonly seq: number;
  /** Whether the last line is a checkpoint: only such roots are those of notes. */
  readonly isCheckpoint: boolean;
}

/** The latest note that the log agrees with and enough witnesses have cosigned. */
export interface CosignedNote {
  readonly origin: string;
  readonly size: number;
  /** The last entry it covers. */
  readonly seq: number;
  readonly cosigned: readonly { readonly name: string; readonly at: string }[];
}

/** A note that the log agrees with. */
export interface ComparedNote {
  readonly size: number;
  /** Base64, as computed from the log. */
  readonly root: string;
  /** The last entry it covers. */
  readonly seq: number;
}

interface Compared {
  readonly note: Note;
  readonly seq: number;
}

/** Compares the log's Merkle tree with notes, and computes the roots that are asked for. Otherwise it computes nothing. */
export class Notes {
  readonly #options: NoteOptions;
  readonly #tree = new LogTree();
  #witnesses: WitnessKey[] = [];
  #quorum = 0;
  #waiting: Note[] = [];
  /** Ascending. */
  readonly #sizes: number[];
  #isCheckpoint = false;
  readonly roots: RootAt[] = [];
  readonly #compared: Compared[] = [];
  #isDue = false;
  latest: CosignedNote | null = null;
  signaturesChecked = true;

  constructor(options: NoteOptions) {
    this.#options = options;
    this.#sizes = [...new Set(options.rootsAt)].sort((a, b) => a - b);
  }

  /** Those that the log agrees with, the smallest first. */
  get compared(): readonly ComparedNote[] {
    return this.#compared.map(({ note: { size, root }, seq }) => ({ size, root, seq }));
  }

  /** @returns what is wrong with the options, or null */
  async begin(): Promise<string | null> {
    const { notes = [], witnesses = [], quorum } = this.#options;
    for (const vkey of witnesses) {
      const witness = await readWitness(vkey);
      if (!witness) return `${vkey} is no key of a witness`;
      // The same key under two names is one witness.
      if (!this.#witnesses.some(({ publicKey }) => publicKey === witness.publicKey)) this.#witnesses.push(witness);
    }
    this.#quorum = quorum ?? this.#witnesses.length;
    if (this.#quorum > this.#witnesses.length) {
      return `${this.#quorum} cosignatures are asked for, of ${this.#witnesses.length} different witnesses`;
    }
    for (const text of notes) {
      const note = readNote(text);
      if (!note) return "a note has not the form of one";
      this.#waiting.push(note);
    }
    this.#waiting.sort((a, b) => a.size - b.size);
    return null;
  }

  /** @param leaf hex: an entry's hash, or the SHA-256 of a checkpoint's text */
  add(leaf: string, isCheckpoint = false): void {
    if (this.#waiting.length + this.#sizes.length === 0) return;
    this.#isCheckpoint = isCheckpoint;
    const isBatch = this.#tree.add(leaf);
    const { size } = this.#tree;
    this.#isDue = isBatch || size === this.#waiting[0]?.size || size === this.#sizes[0];
  }

  /** Compares the notes that end here. @returns the problem, or null */
  async compare(seq: number, key: string | null): Promise<string | null> {
    if (!this.#isDue) return null;
    this.#isDue = false;
    await this.#tree.settle();
    const { size } = this.#tree;
    if (size === this.#sizes[0]) {
      this.#sizes.shift();
      const root = base64(await this.#tree.root());
      this.roots.push({ size, root, seq, isCheckpoint: this.#isCheckpoint });
    }
    while (this.#waiting[0] && this.#waiting[0].size <= this.#tree.size) {
      const [note] = this.#waiting.splice(0, 1);
      const problem = note && (await this.#compareOne(note, seq, key));
      if (problem) return problem;
    }
    return null;
  }

  /** Counts cosignatures. @returns the problem, or null */
  async end(): Promise<string | null> {
    const [missing] = this.#waiting;
    if (missing) return `the note of ${missing.size} leaves covers more than the log has, ${this.#tree.size}`;
    for (const { note, seq } of this.#compared.toReversed()) {
      const cosigned: CosignedNote["cosigned"][number][] = [];
      for (const witness of this.#witnesses) {
        const at = await cosignedAt(note, witness);
        if (at === "unsupported") this.signaturesChecked = false;
        else if (at) cosigned.push({ name: witness.name, at: at.toISOString() });
      }
      if (cosigned.length < this.#quorum) continue;
      this.latest = { origin: note.origin, size: note.size, seq, cosigned };
      return null;
    }
    if (this.#quorum === 0 || !this.signaturesChecked) return null;
    return `no note of the log is cosigned by ${this.#quorum} of the ${this.#witnesses.length} witnesses given`;
  }

  async #compareOne(note: Note, seq: number, key: string | null): Promise<string | null> {
    if (note.size !== this.#tree.size || base64(await this.#tree.root()) !== note.root) {
      return `the note of ${note.size} leaves has another root than the log: the log was changed`;
    }
    const signed = await isSignedByLog(note, key ?? "");
    if (signed === "unsupported") this.signaturesChecked = false;
    else if (!signed) return `the note of ${note.size} leaves is not signed with the platform's key`;
    this.#compared.push({ note, seq });
    return null;
  }
}

/** Slots before the first block; on a real cluster, too, slot numbers are larger than block heights. */
export const SKIPPED_SLOTS = 1_000;
/** The first slot of a new chain, chosen so that a finalized slot exists from the start. */
export const FIRST_SLOT = SKIPPED_SLOTS + 100;
/** How many blocks after its own a blockhash stays valid. */
export const BLOCKHASH_AGE = 150;

export type Commitment = "processed" | "confirmed" | "finalized";

/** Records that slot `slot` was at wall-clock time `ms`, so that time keeps running while the chain is stopped. */
export interface Anchor {
  readonly slot: number;
  readonly ms: number;
}

export interface SlotClockOptions {
  readonly slotMs: number;
  readonly confirmedAfter: number;
  readonly finalizedAfter: number;
  /** So many calls make a slot, instead of the wall clock. */
  readonly callsPerSlot?: number;
  readonly anchor: Anchor;
  /** The clock never reports a slot below this one, whatever the wall clock says. */
  readonly floor?: number;
  /** Called when the anchor moves, so that it can be saved. */
  readonly onAnchor: (anchor: Anchor) => void;
}

/**
 * Counts time in slots. It follows the wall clock, including across stops and sleep, and never goes backward: if the wall clock
 * is set back, it continues from the last slot it reported.
 */
export class SlotClock {
  readonly #options: SlotClockOptions;
  #anchor: Anchor;
  #last: number;
  #paused = false;
  #behind = 0;
  #calls = 0;

  constructor(options: SlotClockOptions) {
    this.#options = options;
    this.#anchor = options.anchor;
    this.#last = Math.max(options.floor ?? 0, FIRST_SLOT);
  }

  /** The newest slot that has reached the given commitment. */
  slot(commitment: Commitment = "processed"): number {
    const { confirmedAfter, finalizedAfter } = this.#options;
    const behind = commitment === "processed" ? 0 : commitment === "confirmed" ? confirmedAfter : finalizedAfter;
    return this.#now() - behind - this.#behind;
  }

  /** Reads as a node would that is this many slots behind. */
  behind<T>(slots: number, read: () => T): T {
    this.#behind = slots;
    try {
      return read();
    } finally {
      this.#behind = 0;
    }
  }

  /** The block height of a slot. */
  height(slot: number): number {
    return slot - SKIPPED_SLOTS;
  }

  /** The time of a slot in Unix seconds. */
  seconds(slot: number): number {
    return Math.floor((this.#anchor.ms + (slot - this.#anchor.slot) * this.#options.slotMs) / 1_000);
  }

  /** The commitment that transactions in this slot have reached. */
  reached(slot: number): Commitment {
    if (slot <= this.slot("finalized")) return "finalized";
    return slot <= this.slot("confirmed") ? "confirmed" : "processed";
  }

  /** Skips ahead by this many slots. */
  advance(slots: number): void {
    this.#last = this.#now() + slots;
    this.#setAnchor();
  }

  /** To be told of each call. */
  noteCall(): void {
    const { callsPerSlot } = this.#options;
    if (!callsPerSlot || this.#paused || ++this.#calls % callsPerSlot > 0) return;
    this.#last += 1;
    this.#anchor = { slot: this.#last, ms: Date.now() };
  }

  /** Goes back to an earlier slot, while the clock is stopped. */
  rewind(slot: number): void {
    this.#last = slot;
    this.#setAnchor();
  }

  /** Stops the clock until it is resumed; {@link advance} still works. */
  pause(): void {
    this.#last = this.#now();
    this.#paused = true;
  }

  /** Lets what has landed become final, where calls make the slots. @returns how many milliseconds that takes otherwise */
  finalize(): number {
    if (this.#options.callsPerSlot && !this.#paused) {
      this.advance(this.#options.finalizedAfter + 1);
      return 0;
    }
    return this.#paused ? Number.POSITIVE_INFINITY : (this.#options.finalizedAfter + 1) * this.#options.slotMs;
  }

  resume(): void {
    this.#paused = false;
    this.#setAnchor();
  }

  #now(): number {
    if (this.#paused || this.#options.callsPerSlot) return this.#last;
    const { slotMs } = this.#options;
    const slot = this.#anchor.slot + Math.floor((Date.now() - this.#anchor.ms) / slotMs);
    if (slot >= this.#last) this.#last = slot;
    // More than jitter: the wall clock was set back, and without a new anchor the chain would stall until it caught up.
    else if ((this.#last - slot) * slotMs > 1_000) this.#setAnchor();
    return this.#last;
  }

  #setAnchor(): void {
    this.#anchor = { slot: this.#last, ms: Date.now() };
    this.#options.onAnchor(this.#anchor);
  }
}

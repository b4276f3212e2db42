/** Slots before the first block: on a real cluster, too, a slot is a larger number than the height of its block. */
export const SKIPPED_SLOTS = 1_000;
/** The slot a new chain begins with, so that there is a finalized one from the first moment. */
export const FIRST_SLOT = SKIPPED_SLOTS + 100;
/** A blockhash may be used in so many blocks after its own. */
export const BLOCKHASH_AGE = 150;

export type Commitment = "processed" | "confirmed" | "finalized";

/** Slot `slot` was at the wall-clock time `ms`: what is kept, so that time goes on while nobody is running. */
export interface Anchor {
  readonly slot: number;
  readonly ms: number;
}

export interface SlotClockOptions {
  readonly slotMs: number;
  readonly confirmedAfter: number;
  readonly finalizedAfter: number;
  readonly anchor: Anchor;
  /** No slot before this one is said, whatever the wall clock says. */
  readonly floor?: number;
  /** The anchor has moved: keep it. */
  readonly onAnchor: (anchor: Anchor) => void;
}

/**
 * The time of the chain in slots, which follows the wall clock (also over a stop or the sleep of the machine) and never goes
 * backwards: when the wall clock is set back, slots go on from the last one said.
 */
export class SlotClock {
  readonly #options: SlotClockOptions;
  #anchor: Anchor;
  #last: number;
  #paused = false;

  constructor(options: SlotClockOptions) {
    this.#options = options;
    this.#anchor = options.anchor;
    this.#last = Math.max(options.floor ?? 0, FIRST_SLOT);
  }

  /** The current slot: at commitment "processed", or the newest that has reached the given one. */
  slot(commitment: Commitment = "processed"): number {
    const { confirmedAfter, finalizedAfter } = this.#options;
    const behind = commitment === "processed" ? 0 : commitment === "confirmed" ? confirmedAfter : finalizedAfter;
    return this.#now() - behind;
  }

  /** The height of the block in a slot. */
  height(slot: number): number {
    return slot - SKIPPED_SLOTS;
  }

  /** When a slot was, in Unix seconds. */
  seconds(slot: number): number {
    return Math.floor((this.#anchor.ms + (slot - this.#anchor.slot) * this.#options.slotMs) / 1_000);
  }

  /** How far a transaction in this slot has come. */
  reached(slot: number): Commitment {
    if (slot <= this.slot("finalized")) return "finalized";
    return slot <= this.slot("confirmed") ? "confirmed" : "processed";
  }

  /** So many slots pass at once. */
  advance(slots: number): void {
    this.#last = this.#now() + slots;
    this.#setAnchor();
  }

  /** Slots stand still until resumed; {@link advance} moves them all the same. */
  pause(): void {
    this.#last = this.#now();
    this.#paused = true;
  }

  /** Milliseconds until what lands now is finalized, without anybody's doing. */
  get msToFinality(): number {
    return this.#paused ? Number.POSITIVE_INFINITY : (this.#options.finalizedAfter + 1) * this.#options.slotMs;
  }

  resume(): void {
    this.#paused = false;
    this.#setAnchor();
  }

  #now(): number {
    if (this.#paused) return this.#last;
    const { slotMs } = this.#options;
    const slot = this.#anchor.slot + Math.floor((Date.now() - this.#anchor.ms) / slotMs);
    if (slot >= this.#last) this.#last = slot;
    // More than a stutter: the wall clock was set back. Without a new anchor the chain would stand until it has caught up.
    else if ((this.#last - slot) * slotMs > 1_000) this.#setAnchor();
    return this.#last;
  }

  #setAnchor(): void {
    this.#anchor = { slot: this.#last, ms: Date.now() };
    this.#options.onAnchor(this.#anchor);
  }
}

import { createHash } from "node:crypto";
import bs58 from "bs58";
import { BLOCKHASH_AGE } from "./clock.ts";

/** Covers the slots that are processed but not yet finalized, with room to spare. */
const MARGIN = 250;

/**
 * Derives the blockhash of each slot from the chain's secret seed, so nobody can predict one, none has to be stored, and a restart
 * changes none.
 */
export class Blockhashes {
  readonly #seed: Buffer;
  readonly #slots = new Map<string, number>();
  #upTo = -1;

  constructor(seed: Buffer) {
    this.#seed = seed;
  }

  of(slot: number): string {
    return derive(this.#seed, `blockhash ${slot}`);
  }

  /**
   * The slot of this blockhash, if it was produced at or before slot `now` and was at most {@link BLOCKHASH_AGE} slots old then;
   * otherwise undefined. `newest` is the chain's newest slot.
   */
  usable(blockhash: string, now: number, newest: number): number | undefined {
    this.#fill(newest);
    const slot = this.#slots.get(blockhash);
    return slot !== undefined && slot <= now && now - slot <= BLOCKHASH_AGE ? slot : undefined;
  }

  #fill(newest: number): void {
    const oldest = newest - BLOCKHASH_AGE - MARGIN;
    for (let slot = Math.max(this.#upTo + 1, oldest); slot <= newest; slot++) this.#slots.set(this.of(slot), slot);
    this.#upTo = Math.max(this.#upTo, newest);
    for (const [blockhash, slot] of this.#slots) {
      if (slot >= oldest) break;
      this.#slots.delete(blockhash);
    }
  }
}

/** Derives 32 bytes, in base58, that are unique to this chain. */
export function derive(seed: Buffer, what: string): string {
  return bs58.encode(createHash("sha256").update(seed).update(what).digest());
}

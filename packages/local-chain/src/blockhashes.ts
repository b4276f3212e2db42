import { createHash } from "node:crypto";
import bs58 from "bs58";
import { BLOCKHASH_AGE } from "./clock.ts";

/** Blockhashes of slots that were processed but are not finalized, and some more. */
const MARGIN = 250;

/**
 * The blockhash of every slot, from the chain's secret seed: nobody can foretell one, none needs storing, and a restart
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
   * The slot whose blockhash this is, when it was made at or before `now` and is no older than {@link BLOCKHASH_AGE} slots then;
   * else undefined. `newest` is the newest slot there is.
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

/** 32 bytes in base58 that belong to this chain alone. */
export function derive(seed: Buffer, what: string): string {
  return bs58.encode(createHash("sha256").update(seed).update(what).digest());
}

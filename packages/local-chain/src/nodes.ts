import { PublicKey } from "@solana/web3.js";
import { Chain } from "./chain.ts";
import { type Fault, Faults } from "./faults.ts";
import { writeJson } from "./json.ts";
import { AnswerStatus, answerBody, HangUp } from "./rpc/calls.ts";

/** Slots until a block is final. */
export const FINALIZED_AFTER = 4;

/** One of several nodes of a cluster, each with its own faults. */
export interface TestNode {
  /** Answers JSON-RPC requests without a network. */
  readonly fetch: typeof globalThis.fetch;
  /** Replaces all faults of this node. */
  faults(rules: readonly Fault[]): void;
}

/**
 * A chain in this process, whose slots pass only by {@link advance}, so that the same calls in the same order have the same answers.
 * The VM ends the process on malformed input.
 */
export class TestCluster {
  readonly #chain = new Chain({
    dataDir: null,
    slotMs: 400,
    confirmedAfter: 1,
    finalizedAfter: FINALIZED_AFTER,
    // Everything, to be able to go back.
    remembers: Number.MAX_SAFE_INTEGER,
  });

  constructor() {
    this.#chain.clock.pause();
  }

  node(): TestNode {
    const faults = new Faults();
    const context = { chain: this.#chain, faults, control: new Map(), log: () => undefined };
    return {
      faults: (rules) => faults.set(rules),
      async fetch(_url, init) {
        try {
          return new Response(writeJson(await answerBody(String(init?.body), context)));
        } catch (error) {
          if (error instanceof HangUp) throw new TypeError("fetch failed");
          if (error instanceof AnswerStatus) return new Response("", { status: error.status });
          throw error;
        }
      },
    };
  }

  /** Remembers the chain as it is, at the end of this slot. @returns goes back to it, as often as it is called */
  mark(): () => void {
    const slot = this.#chain.clock.slot();
    return () => {
      this.#chain.rewind(slot);
      this.advance(1);
    };
  }

  advance(slots: number): void {
    this.#chain.clock.advance(slots);
  }

  /** Mints lamports, which are final at once. @returns the signature */
  airdrop(address: string, lamports: bigint): string {
    const done = this.#chain.airdrop(new PublicKey(address), lamports);
    if ("error" in done) throw new Error(`airdrop: ${JSON.stringify(done.error)}`);
    this.advance(FINALIZED_AFTER + 1);
    return done.signature;
  }

  close(): void {
    this.#chain.store.close();
  }
}

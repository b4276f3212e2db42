import type { ChainGateway, ChainTransaction } from "@bbux/chain";

/** What one node is believed about alone, in lamports (`WITNESS_FROM`). */
const BELIEVED = 500_000_000n;

/** Addresses of the platform. */
export interface Ours {
  readonly hot: string;
  readonly members: readonly string[];
}

/** What a node makes of a finalized transaction. */
export type Distortion = (shown: ChainTransaction) => ChainTransaction;

/** False answers that only a second node can tell from true ones. */
export const DISTORTIONS = {
  /** Payments of the platform, which have a memo, are said to have failed. */
  falseFailures:
    ({ hot }) =>
    (shown) => {
      const isPayment = shown.memos.length > 0 && (shown.changes.get(hot) ?? 0n) < -shown.fee;
      if (shown.feePayer !== hot || !isPayment) return shown;
      const changes = [...shown.changes.keys()].map((each): [string, bigint] => [each, each === hot ? -shown.fee : 0n]);
      return { ...shown, failed: true, changes: new Map(changes) };
    },
  /** Deposits are said to be twice what they are. */
  falseDeposits:
    ({ members }) =>
    (shown) => {
      const isDoubled = ([address, change]: readonly [string, bigint]) =>
        !shown.failed && members.includes(address) && 2n * change >= BELIEVED;
      const changes = [...shown.changes].map((each): [string, bigint] =>
        isDoubled(each) ? [each[0], 2n * each[1]] : each,
      );
      return { ...shown, changes: new Map(changes) };
    },
} satisfies Record<string, (ours: Ours) => Distortion>;

/** A node whose transactions are distorted as `how` says at the time. */
export function distorting(real: ChainGateway, how: () => Distortion | null): ChainGateway {
  return {
    ...real,
    async transaction(signature) {
      const shown = await real.transaction(signature);
      return shown && (how()?.(shown) ?? shown);
    },
  };
}

import type { Fault } from "@bbux/local-chain/testing";

/** Longer than the model's gateway timeout. */
export const GATEWAY_MS = 1_000;
const HANGS_MS = 1_300;

/** What a lying node must know to be believed. */
export interface Truth {
  /** Attempts that can still land, which the lies have to cover. */
  readonly open: number;
  readonly members: number;
}

const lie = (method: string, result: unknown): Fault => ({ method, action: "lie", result });
/** The slot of a response; none of the platform's rules may depend on it alone. */
const SLOT = 1_000;
/** No reader finds a response too old that claims to be from this slot. */
const NOW = 9_000_000_000;
/** Longer than anything takes to be final. */
const lag = (method: string | undefined): Fault => ({ ...(method && { method }), action: "lag", slots: 40 });
const nothingKnown = ({ open }: Truth) =>
  lie("getSignatureStatuses", { context: { slot: NOW }, value: Array.from({ length: open }, () => null) });
const nothingFound = lie("getTransaction", null);
const heightIs = (blockHeight: number) => lie("getEpochInfo", { absoluteSlot: SLOT, blockHeight });
const heightPassed = heightIs(9_000_000_000);
const SIGNATURES = "getSignaturesForAddress";
const SEND = "sendTransaction";

/**
 * Possible faults of the node, for one step or until healed. All of them combined, with matching balances, couldn't be detected by
 * any rule, so that case is left out.
 */
export const FAULTS = {
  down: () => [{ action: "down" }],
  tooManyRequests: () => [{ action: "status", status: 429 }],
  unavailable: () => [{ action: "status", status: 503 }],
  refusing: () => [{ action: "error", code: -32005, message: "Node is behind by 42 slots" }],
  downNowAndThen: () => [
    { method: "getSignatureStatuses", action: "down", times: 1 },
    { method: SIGNATURES, action: "down", times: 1 },
    { method: "getTransaction", action: "status", status: 429, times: 1 },
  ],
  hanging: () => [{ action: "hang", ms: HANGS_MS, times: 1 }],
  sendHangs: () => [{ method: SEND, action: "hang", ms: HANGS_MS, times: 1 }],
  sendDown: () => [{ method: SEND, action: "down" }],
  swallowing: () => [{ method: SEND, action: "swallow" }],
  landingSilently: () => [{ method: SEND, action: "landSilently" }],
  landingFailed: () => [{ method: SEND, action: "landFailed" }],
  listsEmpty: () => [{ method: SIGNATURES, action: "short", keep: 0 }],
  listsOfOne: () => [{ method: SIGNATURES, action: "short", keep: 1 }],
  listsBreakOff: () => [
    { method: SIGNATURES, action: "short", keep: 1, times: 1 },
    { method: SIGNATURES, action: "short", keep: 0 },
  ],
  forgetsStatuses: (truth) => [nothingKnown(truth)],
  forgetsTransactions: () => [nothingFound],
  runsAhead: () => [heightPassed],
  standsStill: () => [heightIs(1)],
  /** Knows nothing of what landed, and claims that it can't land anymore. */
  forgetsAndRunsAhead: (truth) => [nothingKnown(truth), nothingFound, heightPassed],
  forgetsAll: (truth) => [
    nothingKnown(truth),
    nothingFound,
    heightPassed,
    { method: SIGNATURES, action: "short", keep: 0 },
  ],
  /** A load balancer asks another replica for each method, and some of them lag. */
  staleReplica: () => [lag(undefined)],
  staleStatuses: () => [lag("getSignatureStatuses")],
  staleTransactions: () => [lag("getTransaction")],
  staleLists: () => [lag(SIGNATURES)],
  staleAccounts: () => [lag("getMultipleAccounts"), lag("getAccountInfo")],
  staleHeight: () => [lag("getEpochInfo")],
  staleButForTheHeight: () => [
    { method: "getEpochInfo", action: "lag", slots: 1 },
    { method: "getLatestBlockhash", action: "lag", slots: 1 },
    lag(undefined),
  ],
  blockhashOfNobody: () => [
    lie("getLatestBlockhash", {
      context: { slot: SLOT },
      value: { blockhash: "9sHcv6xwn9YkB8nxTUGKDwPwNnmqVp5oAXxU8Fdkm4J6", lastValidBlockHeight: 10 },
    }),
  ],
  hotWalletEmpty: () => [lie("getMultipleAccounts", { context: { slot: SLOT }, value: [null] })],
  addressesEmpty: ({ members }) => [
    lie("getMultipleAccounts", { context: { slot: SLOT }, value: Array.from({ length: members }, () => null) }),
  ],
  rehearsalsFail: () => [{ method: "simulateTransaction", action: "error" }],
  nonsense: () => [{ action: "lie", result: { value: "yes" }, times: 3 }],
} satisfies Record<string, (truth: Truth) => Fault[]>;

export type FaultName = keyof typeof FAULTS;

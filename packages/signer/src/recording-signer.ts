import { createHash } from "node:crypto";
import {
  type BooksFence,
  createLocalSigner,
  FIRST_KEYS,
  type KeyVersions,
  type PlatformWallet,
  type RecordedTransaction,
  type SignedFacts,
  type SignedLine,
  type Signer,
  SignerError,
} from "@bbux/chain";
import type { EarlierPayments } from "./earlier-payments.ts";
import type { KeyStore } from "./keys.ts";
import type { Policy } from "./policy.ts";
import type { SigningRecord } from "./record.ts";
import type { Refusals } from "./refusals.ts";
import type { SignedIndex } from "./signed-index.ts";

/** Lines per page, each below a kilobyte. */
export const PAGE_LINES = 200;

/** All but wallet, keys and clock are told of every line of the record. */
export interface RecordingParts {
  readonly wallet: PlatformWallet;
  readonly keys: Pick<KeyStore, "rotated">;
  readonly record: SigningRecord;
  readonly index: SignedIndex;
  readonly policy: Policy;
  readonly earlier: EarlierPayments;
  readonly refusals: Refusals;
  readonly now: () => Date;
  /** The only address that what is above the hot wallet's ceiling may go to. */
  readonly coldWallet: string | null;
}

/**
 * Signs what its own rules allow, and lets nothing leave before it is recorded. Signing is deterministic, so what was asked before has
 * the same signature, and is answered from its line: it isn't judged again, and has no second line.
 */
export function createRecordingSigner({
  wallet,
  keys,
  record,
  index,
  policy,
  earlier,
  refusals,
  now: clock,
  coldWallet,
}: RecordingParts): Signer {
  const signer = createLocalSigner(wallet, { coldWallet });
  /** A clock that was turned back would empty the limits' windows. */
  const now = () => {
    const at = clock();
    return record.lastAt !== null && record.lastAt > at ? record.lastAt : at;
  };

  function known(facts: SignedFacts, signature: string): SignedLine | null {
    for (const position of index.same(facts)) {
      const line = record.at(position);
      if (line.what === "signed" && line.signature === signature) return line;
    }
    return null;
  }

  /** @throws SignerError for what the signer's own rules forbid, once the refusal is recorded */
  async function judged<T>(facts: SignedFacts, fence: BooksFence | null, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof SignerError && error.rule && refusals.isNew(error.rule, facts, now())) {
        record.append({ ...facts, what: "refused", rule: error.rule, fence }, now());
      }
      throw error;
    }
  }

  async function keep(
    facts: SignedFacts,
    fence: BooksFence | null,
    signature: string,
    networkFee: bigint,
  ): Promise<SignedLine> {
    const before = known(facts, signature);
    if (before) return before;
    policy.check({ ...facts, fence }, now());
    let from: number;
    let seen = 0;
    do {
      from = seen;
      seen = index.ofPayment(facts.reference).length;
      await earlier.requireNoneCanLand(facts, from);
      // A payment of the same withdrawal that was signed during the look wasn't looked at.
    } while (index.ofPayment(facts.reference).length > seen);
    // From here on nothing else runs in between. Others were signed during the look at the chain.
    const meanwhile = known(facts, signature);
    if (meanwhile) return meanwhile;
    policy.check({ ...facts, fence }, now());
    return record.write({ ...facts, what: "signed", fence, signature, networkFee }, now());
  }

  async function signed(
    facts: SignedFacts,
    { fence }: { readonly fence: BooksFence },
    sign: () => Promise<RecordedTransaction>,
  ): Promise<RecordedTransaction> {
    return judged(facts, fence, async () => {
      const transaction = await sign();
      const { position } = await keep(facts, fence, transaction.signature, transaction.networkFee);
      // Also for what was known already: it may have been asked for twice within one sync.
      await record.synced();
      return { ...transaction, position };
    });
  }

  /** @throws SignerError REFUSED for a key that there isn't */
  function keyAddress(purpose: keyof KeyVersions, version: number): string {
    try {
      return wallet.keyAddress(purpose, version);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      throw new SignerError("REFUSED", error.message, { cause: error });
    }
  }
  const hotWallet = (version: number) => keyAddress("hot", version);

  async function signedText(text: string, sign: () => Promise<Uint8Array>): Promise<Uint8Array> {
    const signature = await sign();
    const facts = FACTS.signCheckpoint(text);
    await judged(facts, null, () => keep(facts, null, Buffer.from(signature).toString("base64"), 0n));
    await record.synced();
    return signature;
  }

  return {
    view: signer.view,
    keys: async () => keys.rotated(),
    newAddresses: signer.newAddresses,
    addressesOf: signer.addressesOf,
    pay: (request) => signed(FACTS.pay(request), request, () => signer.pay(request)),
    sweep: async (request) =>
      signed(FACTS.sweep(request, hotWallet(request.keys?.hot ?? 1)), request, () => signer.sweep(request)),
    toCold: (request) => signed(FACTS.toCold(request), request, () => signer.toCold(request)),
    cancel: (request) => signed(FACTS.cancel(request), request, () => signer.cancel(request)),
    anchor: (request) => signed(FACTS.anchor(request), request, () => signer.anchor(request)),
    moveHot: async (request) =>
      signed(FACTS.moveHot(request, hotWallet(request.to)), request, () => signer.moveHot(request)),
    handOver: async (request) =>
      signed(FACTS.handOver(request, keyAddress("nonce", request.to)), request, () => signer.handOver(request)),
    async createNonce(request) {
      const address = wallet.nonceAddress(request.position, keyAddress("nonce", request.keys?.nonce ?? 1));
      return signed(FACTS.createNonce(request, address), request, () => signer.createNonce(request));
    },
    signCheckpoint: (text) => signedText(text, () => signer.signCheckpoint(text)),
    signNote: (text, day) => signedText(text, () => signer.signNote(text, day)),
    async record(after) {
      const lines = record.after(after, PAGE_LINES);
      const next = after + lines.length;
      return {
        lines: lines.flatMap((line) => (line.what === "signed" ? [line] : [])),
        next: next < record.length ? next : null,
      };
    },
    fence: async () => policy.fence,
    async noteFence(fence) {
      if (policy.isNewFence(fence)) record.write({ what: "fence noted", fence }, now());
      // Also what was known already: the line that said so may not be on disk yet.
      await record.synced();
      return fence;
    },
  };
}

type Request<Method extends keyof Signer> = Parameters<Signer[Method]>[0];

/** What the record says about each request. */
const FACTS = {
  pay: ({ note, destination, lamports, priorityFee, nonce, keys = FIRST_KEYS }: Request<"pay">): SignedFacts => ({
    kind: "pay",
    reference: note.reference,
    destination,
    lamports,
    priorityFee,
    nonce,
    keys,
  }),
  sweep: (
    { sweepId, lamports, priorityFee, nonce, keys = FIRST_KEYS }: Request<"sweep">,
    hotWallet: string,
  ): SignedFacts => ({
    kind: "sweep",
    reference: sweepId,
    destination: hotWallet,
    lamports,
    priorityFee,
    nonce,
    keys,
  }),
  toCold: ({
    reference,
    destination,
    lamports,
    priorityFee,
    nonce,
    keys = FIRST_KEYS,
  }: Request<"toCold">): SignedFacts => ({
    kind: "toCold",
    reference,
    destination,
    lamports,
    priorityFee,
    nonce,
    keys,
  }),
  cancel: ({ reference, priorityFee, nonce, keys = FIRST_KEYS }: Request<"cancel">): SignedFacts => ({
    kind: "cancel",
    reference,
    destination: "",
    lamports: 0n,
    priorityFee,
    nonce,
    keys,
  }),
  anchor: ({ size, root, priorityFee, nonce, keys = FIRST_KEYS }: Request<"anchor">): SignedFacts => ({
    kind: "anchor",
    reference: `${size} ${root}`,
    destination: "",
    lamports: 0n,
    priorityFee,
    nonce,
    keys,
  }),
  moveHot: (
    { lamports, priorityFee, nonce, keys = FIRST_KEYS }: Request<"moveHot">,
    hotWallet: string,
  ): SignedFacts => ({
    kind: "moveHot",
    reference: nonce.address,
    destination: hotWallet,
    lamports,
    priorityFee,
    nonce,
    keys,
  }),
  handOver: ({ priorityFee, nonce, keys = FIRST_KEYS }: Request<"handOver">, authority: string): SignedFacts => ({
    kind: "handOver",
    reference: nonce.address,
    destination: authority,
    lamports: 0n,
    priorityFee,
    nonce,
    keys,
  }),
  createNonce: ({ position, rent, keys = FIRST_KEYS }: Request<"createNonce">, address: string): SignedFacts => ({
    kind: "createNonce",
    reference: `${position}`,
    destination: address,
    lamports: rent,
    priorityFee: 0n,
    nonce: null,
    keys,
  }),
  signCheckpoint: (text: string): SignedFacts => ({
    kind: "signCheckpoint",
    reference: createHash("sha256").update(text).digest("hex"),
    destination: "",
    lamports: 0n,
    priorityFee: 0n,
    nonce: null,
    keys: FIRST_KEYS,
  }),
};

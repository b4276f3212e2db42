import { VersionedMessage } from "@solana/web3.js";
import { z } from "zod";
import { BLOCKHASH_AGE } from "../clock.ts";
import { feeOf } from "../vm/fee.ts";
import { invalid } from "./errors.ts";
import type { Methods } from "./method.ts";
import { API_VERSION, config, read, signature, view, wireBytes } from "./params.ts";

const SLOTS_IN_EPOCH = 432_000;
const onlyConfig = z.tuple([]).rest(config({}));
const hash = z.string();

/** Methods for slots, heights, blockhashes, and the node's identity. */
export const blocks: Methods = {
  getLatestBlockhash(chain, params) {
    const { slot, context } = view(chain, read(onlyConfig, params)[0]);
    const lastValidBlockHeight = chain.clock.height(slot) + BLOCKHASH_AGE;
    return { context, value: { blockhash: chain.blockhashes.of(slot), lastValidBlockHeight } };
  },

  isBlockhashValid(chain, params) {
    const [blockhash, asked] = read(z.tuple([hash]).rest(config({})), params);
    const { slot, context } = view(chain, asked);
    const newest = Math.max(slot, chain.clock.slot());
    return { context, value: chain.blockhashes.usable(blockhash, slot, newest) !== undefined };
  },

  getBlockHeight: (chain, params) => chain.clock.height(view(chain, read(onlyConfig, params)[0]).slot),
  getSlot: (chain, params) => view(chain, read(onlyConfig, params)[0]).slot,

  getEpochInfo(chain, params) {
    const { slot } = view(chain, read(onlyConfig, params)[0]);
    return {
      absoluteSlot: slot,
      blockHeight: chain.clock.height(slot),
      epoch: Math.floor(slot / SLOTS_IN_EPOCH),
      slotIndex: slot % SLOTS_IN_EPOCH,
      slotsInEpoch: SLOTS_IN_EPOCH,
      transactionCount: chain.store.count(),
    };
  },

  getTransactionCount: (chain) => chain.store.count(),
  getHealth: () => "ok",
  getVersion: () => ({ "solana-core": API_VERSION, "feature-set": 0 }),
  getGenesisHash: (chain) => chain.genesisHash,
  getIdentity: (chain) => ({ identity: chain.identity }),

  getFeeForMessage(chain, params) {
    const [text, asked] = read(z.tuple([z.string()]).rest(config({})), params);
    const { slot, context } = view(chain, asked);
    const message = readMessage(wireBytes(text, "base64"));
    const isKnown = chain.blockhashes.usable(message.recentBlockhash, slot, chain.clock.slot()) !== undefined;
    return { context, value: isKnown ? feeOf(message) : null };
  },

  getRecentPrioritizationFees: () => [],

  getSignatureStatuses(chain, params) {
    const shape = z
      .tuple([z.array(signature)])
      .rest(z.object({ searchTransactionHistory: z.boolean().nullish() }).nullish());
    const [signatures, asked] = read(shape, params);
    if (signatures.length > 256) throw invalid("Too many inputs provided; max 256");
    const { slot: now, context } = view(chain, { commitment: "processed" });
    // Without history search, a node checks only its cache of about the last 300 slots.
    const oldest = asked?.searchTransactionHistory ? 0 : now - 2 * BLOCKHASH_AGE;
    const value = signatures.map((each) => {
      const found = chain.store.transaction(each);
      if (!found || found.slot < oldest || found.slot > now) return null;
      const confirmationStatus = chain.clock.reached(found.slot);
      return {
        slot: found.slot,
        confirmations: confirmationStatus === "finalized" ? null : Math.max(0, now - found.slot),
        err: found.error,
        status: found.error === null ? { Ok: null } : { Err: found.error },
        confirmationStatus,
      };
    });
    return { context, value };
  },
};

function readMessage(bytes: Uint8Array): VersionedMessage {
  try {
    return VersionedMessage.deserialize(bytes);
  } catch {
    throw invalid("failed to deserialize solana_message::versions::VersionedMessage");
  }
}

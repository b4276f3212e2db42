import { z } from "zod";
import type { Chain } from "../chain.ts";
import { renderTransaction } from "../render/transaction.ts";
import { invalid, RPC, RpcError } from "./errors.ts";
import type { Methods } from "./method.ts";
import { address, config, read, signature, type View, view } from "./params.ts";

const encoding = z.enum(["json", "jsonParsed", "base64", "base58"]);
const transactionConfig = config({
  encoding: encoding.nullish(),
  maxSupportedTransactionVersion: z.number().int().min(0).max(255).nullish(),
});
const listConfig = config({
  before: signature.nullish(),
  until: signature.nullish(),
  limit: z.number().int().min(0).nullish(),
});

/** Methods that read past transactions. */
export const history: Methods = {
  getTransaction(chain, params) {
    // The config may be just the encoding.
    const [of, given] = read(z.tuple([signature]).rest(z.union([encoding, transactionConfig])), params);
    const asked = typeof given === "string" ? { encoding: given } : given;
    const { slot } = atLeastConfirmed(chain, asked);
    const found = chain.store.transaction(of);
    if (!found || found.slot > slot) return null;
    return renderTransaction(found, chain.store.record(found.seq), {
      encoding: asked?.encoding ?? "json",
      maxVersion: asked?.maxSupportedTransactionVersion ?? undefined,
    });
  },

  getSignaturesForAddress(chain, params) {
    const [of, asked] = read(z.tuple([address]).rest(listConfig), params);
    const limit = asked?.limit ?? 1_000;
    if (limit < 1 || limit > 1_000) throw invalid("Invalid limit; max 1000");
    const { slot: upTo } = atLeastConfirmed(chain, asked);
    const before = asked?.before ? chain.store.transaction(asked.before)?.seq : Number.MAX_SAFE_INTEGER;
    // A node lists nothing after a signature it doesn't know.
    if (before === undefined) return [];
    const after = (asked?.until && chain.store.transaction(asked.until)?.seq) || 0;
    return chain.store.mentioning(of.toBase58(), { upTo, before, after, limit }).map((each) => ({
      signature: each.signature,
      slot: each.slot,
      err: each.error,
      memo: each.memo,
      blockTime: each.time,
      confirmationStatus: chain.clock.reached(each.slot),
    }));
  },

  getBlockTime(chain, params) {
    const [slot] = read(z.tuple([z.number().int().min(0)]), params);
    if (slot > chain.clock.slot()) throw new RpcError(-32004, `Block not available for slot ${slot}`);
    return chain.clock.seconds(slot);
  },
};

/** History is available from "confirmed" on. */
function atLeastConfirmed(chain: Chain, asked: Parameters<typeof view>[1]): View {
  if (asked?.commitment === "processed")
    throw new RpcError(RPC.invalidParams, "Method does not support commitment below `confirmed`");
  return view(chain, asked);
}

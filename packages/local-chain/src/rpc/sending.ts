import { VersionedTransaction } from "@solana/web3.js";
import bs58 from "bs58";
import { z } from "zod";
import type { Chain } from "../chain.ts";
import { BLOCKHASH_AGE } from "../clock.ts";
import { type Decoded, decodeTransaction } from "../vm/decode.ts";
import { errorMessage, type TransactionError } from "../vm/errors.ts";
import type { Outcome, Simulated } from "../vm/vm.ts";
import { renderAccount } from "./accounts.ts";
import { invalid, RPC, RpcError } from "./errors.ts";
import type { Methods } from "./method.ts";
import { address, commitment, config, read, type View, view, wireBytes } from "./params.ts";

const encoding = z.enum(["base58", "base64"]).nullish();
const sendParams = z.tuple([z.string()]).rest(
  config({
    encoding,
    skipPreflight: z.boolean().nullish(),
    preflightCommitment: commitment.nullish(),
    maxRetries: z.number().int().min(0).nullish(),
  }),
);
const simulateParams = z.tuple([z.string()]).rest(
  config({
    encoding,
    sigVerify: z.boolean().nullish(),
    replaceRecentBlockhash: z.boolean().nullish(),
    innerInstructions: z.boolean().nullish(),
    accounts: z
      .object({ encoding: z.enum(["base64", "base64+zstd", "jsonParsed"]).nullish(), addresses: z.array(address) })
      .nullish(),
  }),
);

/** Checks in a node's order: the bytes, the signatures, the preflight; then the leader gets the transaction and may drop it. */
export const sending: Methods = {
  async sendTransaction(chain, params) {
    const { decoded, verified } = accept(chain, params);
    const dropped = chain.land(decoded, { verify: !verified });
    // Dropped after its preflight; like a real node, it has already returned a signature.
    if (dropped === null) await chain.store.durable();
    return decoded.signature;
  },

  simulateTransaction(chain, params) {
    const [text, asked] = read(simulateParams, params);
    if (asked?.sigVerify && asked.replaceRecentBlockhash)
      throw invalid("sigVerify may not be used with replaceRecentBlockhash");
    const at = view(chain, asked);
    let decoded = decodeTransaction(wireBytes(text, asked?.encoding ?? "base58"));
    let replacementBlockhash: unknown;
    if (asked?.replaceRecentBlockhash) {
      const lastValidBlockHeight = chain.clock.height(at.slot) + BLOCKHASH_AGE;
      replacementBlockhash = { blockhash: chain.blockhashes.of(at.slot), lastValidBlockHeight };
      decoded = withBlockhash(decoded, chain.blockhashes.of(at.slot));
    }
    const verify = asked?.sigVerify ?? false;
    const simulated = chain.simulate(decoded, { commitment: at.commitment, verify });
    if (verify && simulated.error === "SignatureFailure") throw signatureFailure();
    const refusal = chain.refusal(decoded, at.commitment);
    const accounts = asked?.accounts;
    const value = {
      ...renderOutcome(refusal === null ? simulated : refused(refusal)),
      accounts: accounts
        ? accounts.addresses.map((each) =>
            renderAccount(after(chain, each, simulated, at), { encoding: accounts.encoding ?? "base64" }),
          )
        : null,
      ...(asked?.innerInstructions && { innerInstructions: renderInner(simulated) }),
      ...(replacementBlockhash !== undefined && { replacementBlockhash }),
    };
    return { context: at.context, value };
  },
};

/**
 * Everything `sendTransaction` does before it submits a transaction.
 * @throws RpcError -32602 if it isn't a transaction, -32003 for invalid signatures, -32002 if the preflight fails
 */
export function accept(chain: Chain, params: readonly unknown[]): { decoded: Decoded; verified: boolean } {
  const [text, asked] = read(sendParams, params);
  const level = asked?.skipPreflight ? "processed" : (asked?.preflightCommitment ?? asked?.commitment ?? "finalized");
  const at = view(chain, { commitment: level, minContextSlot: asked?.minContextSlot });
  const decoded = decodeTransaction(wireBytes(text, asked?.encoding ?? "base58"));
  if (asked?.skipPreflight) return { decoded, verified: false };
  const simulated = chain.simulate(decoded, { commitment: at.commitment, verify: true });
  if (simulated.error === "SignatureFailure") throw signatureFailure();
  const refusal = chain.refusal(decoded, at.commitment);
  const outcome = refusal === null ? simulated : refused(refusal);
  if (outcome.error !== null) {
    throw new RpcError(RPC.preflightFailure, `Transaction simulation failed: ${errorMessage(outcome.error)}`, {
      ...renderOutcome(outcome),
      accounts: null,
    });
  }
  return { decoded, verified: true };
}

const signatureFailure = () => new RpcError(RPC.signatureVerification, "Transaction signature verification failure");

const refused = (error: TransactionError): Outcome => ({ error, logs: [], units: 0n, inner: [], returned: null });

function withBlockhash({ transaction }: Decoded, blockhash: string): Decoded {
  const copy = VersionedTransaction.deserialize(transaction.serialize());
  copy.message.recentBlockhash = blockhash;
  return decodeTransaction(copy.serialize());
}

function after(chain: Chain, of: z.output<typeof address>, { accounts }: Simulated, { commitment: level }: View) {
  return accounts.get(Buffer.from(of.toBytes()).toString("hex")) ?? chain.account(of, level);
}

function renderOutcome({ error, logs, units, returned }: Outcome) {
  return {
    err: error,
    logs,
    unitsConsumed: units,
    innerInstructions: null,
    returnData: returned && {
      programId: bs58.encode(returned.program),
      data: [Buffer.from(returned.data).toString("base64"), "base64"],
    },
  };
}

function renderInner({ inner }: Outcome) {
  return inner.flatMap((instructions, index) =>
    instructions.length === 0
      ? []
      : [
          {
            index,
            instructions: instructions.map((one) => ({ ...one, data: bs58.encode(Buffer.from(one.data, "base64")) })),
          },
        ],
  );
}

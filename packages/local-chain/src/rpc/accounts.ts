import { zstdCompressSync } from "node:zlib";
import { PublicKey } from "@solana/web3.js";
import bs58 from "bs58";
import { z } from "zod";
import { AIRDROP_LIMIT } from "../faucet.ts";
import type { AccountState } from "../vm/accounts.ts";
import { errorMessage } from "../vm/errors.ts";
import { invalid, RPC, RpcError } from "./errors.ts";
import type { Methods } from "./method.ts";
import { address, config, read, view } from "./params.ts";

const LAMPORTS_PER_SOL = 1_000_000_000n;
const encoding = z.enum(["base58", "base64", "base64+zstd", "jsonParsed"]);
const dataSlice = z.object({ offset: z.number().int().min(0), length: z.number().int().min(0) });
export const accountConfig = config({ encoding: encoding.nullish(), dataSlice: dataSlice.nullish() });
export type AccountConfig = z.output<typeof accountConfig>;

/** Methods that read accounts and balances. */
export const accounts: Methods = {
  getBalance(chain, params) {
    const [of, asked] = read(z.tuple([address]).rest(config({})), params);
    const { commitment, context } = view(chain, asked);
    return { context, value: chain.account(of, commitment)?.lamports ?? 0n };
  },

  getAccountInfo(chain, params) {
    const [of, asked] = read(z.tuple([address]).rest(accountConfig), params);
    const { commitment, context } = view(chain, asked);
    return { context, value: renderAccount(chain.account(of, commitment), asked) };
  },

  getMultipleAccounts(chain, params) {
    const [of, asked] = read(z.tuple([z.array(address)]).rest(accountConfig), params);
    if (of.length > 100) throw invalid("Too many inputs provided; max 100");
    const { commitment, context } = view(chain, asked);
    // A node defaults to base64 when it returns several accounts.
    const shown = { ...asked, encoding: asked?.encoding ?? ("base64" as const) };
    return { context, value: of.map((each) => renderAccount(chain.account(each, commitment), shown)) };
  },

  getMinimumBalanceForRentExemption(chain, params) {
    const [bytes] = read(z.tuple([z.number().int().min(0).max(10_485_760)]).rest(config({})), params);
    return chain.vm.rentExemption(bytes);
  },

  async requestAirdrop(chain, params) {
    const lamports = z.union([z.number().int().min(0), z.bigint()]).transform(BigInt);
    const [to, asked] = read(
      z.tuple([address, lamports]).rest(config({ recentBlockhash: z.string().nullish() })),
      params,
    );
    if (asked > AIRDROP_LIMIT * LAMPORTS_PER_SOL) throw invalid(`An airdrop gives at most ${AIRDROP_LIMIT} SOL`);
    const given = chain.airdrop(to, asked);
    if ("error" in given) {
      throw new RpcError(RPC.internal, `airdrop request failed: ${errorMessage(given.error)}`, { err: given.error });
    }
    await chain.store.durable();
    return given.signature;
  },
};

/** Base58, the legacy default when the call names no encoding, works for up to 128 bytes. */
export function renderAccount(state: AccountState | null, asked: AccountConfig): unknown {
  if (state === null) return null;
  const { offset, length } = asked?.dataSlice ?? { offset: 0, length: state.data.length };
  const data = Buffer.from(state.data.subarray(offset, offset + length));
  const encodings = {
    base58: () => [short(data), "base58"],
    base64: () => [data.toString("base64"), "base64"],
    "base64+zstd": () => [zstdCompressSync(data).toString("base64"), "base64+zstd"],
    // Data that no parser knows is returned in base64, and system accounts have nothing to parse.
    jsonParsed: () => [data.toString("base64"), "base64"],
  };
  return {
    lamports: state.lamports,
    owner: new PublicKey(state.owner).toBase58(),
    data: asked?.encoding ? encodings[asked.encoding]() : short(data),
    executable: state.executable,
    rentEpoch: state.rentEpoch,
    space: state.data.length,
  };
}

function short(data: Uint8Array): string {
  if (data.length > 128)
    throw invalid("Encoded binary (base 58) data should be less than 128 bytes, please use Base64 encoding.");
  return bs58.encode(data);
}

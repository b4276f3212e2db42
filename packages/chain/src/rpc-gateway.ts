import bs58 from "bs58";
import { z } from "zod";
import { ChainError, type ChainGateway } from "./gateway.ts";
import * as answers from "./rpc-answers.ts";
import { createRpcClient, type RpcOptions } from "./rpc-client.ts";

const FINALIZED = { commitment: "finalized" } as const;
/** An account without its data, which may have megabytes. */
const WITHOUT_DATA = { ...FINALIZED, encoding: "base64", dataSlice: { offset: 0, length: 0 } } as const;
const SIGNATURE_BYTES = 64;

export const GATEWAY_LIMITS = { balances: 100, signatures: 1_000, statuses: 256 } as const;

/** The JSON-RPC gateway to a cluster or the local chain. It retries nothing and keeps nothing between calls. */
export function createGateway(options: RpcOptions): ChainGateway {
  const { call } = createRpcClient(options);

  /** Finalized accounts, all at one slot. @throws ChainError if the node is before `minSlot` */
  async function accountsAt<Account>(
    addresses: readonly string[],
    config: object,
    account: z.ZodType<Account>,
    minSlot?: bigint,
  ): Promise<{ slot: bigint; value: (Account | null)[] }> {
    const asked = [addresses, { ...FINALIZED, ...config, ...atLeast(minSlot) }];
    const accounts = z.array(account.nullable()).length(addresses.length);
    const { context, value } = await call("getMultipleAccounts", asked, answers.atSlot(accounts));
    requireSince("getMultipleAccounts", context.slot, minSlot);
    return { slot: context.slot, value };
  }

  return {
    genesisHash: () => call("getGenesisHash", [], answers.key),

    async latestBlockhash() {
      const { value } = await call(
        "getLatestBlockhash",
        [{ commitment: "confirmed" }],
        answers.atSlot(answers.blockhash),
      );
      return value;
    },

    // One answer with both, because a height alone doesn't say how far other answers have to be.
    finalizedHeight: () => call("getEpochInfo", [FINALIZED], answers.height),

    async balances(addresses, minSlot) {
      requireAtMost(addresses.length, GATEWAY_LIMITS.balances, "addresses");
      const balance = answers.account.pick({ lamports: true });
      const { slot, value } = await accountsAt(addresses, WITHOUT_DATA, balance, minSlot);
      return { slot, lamports: value.map((account) => account?.lamports ?? 0n) };
    },

    async account(address) {
      const { value } = await call(
        "getAccountInfo",
        [address, WITHOUT_DATA],
        answers.atSlot(answers.account.nullable()),
      );
      return value;
    },

    async nonces(addresses, minSlot) {
      requireAtMost(addresses.length, GATEWAY_LIMITS.balances, "addresses");
      const { slot, value } = await accountsAt(addresses, { encoding: "base64" }, answers.nonceAccount, minSlot);
      return { slot, nonces: value };
    },

    rentExemption: (bytes) => call("getMinimumBalanceForRentExemption", [bytes, FINALIZED], answers.u64),

    recentPriorityPrices: (addresses) => call("getRecentPrioritizationFees", [addresses], answers.priorityPrices),

    signaturesOf(address, { before, until, limit, minSlot }) {
      if (limit < 1) throw new RangeError("A page has at least one signature");
      requireAtMost(limit, GATEWAY_LIMITS.signatures, "signatures");
      const page = { ...FINALIZED, before, until, limit, ...atLeast(minSlot) };
      return call("getSignaturesForAddress", [address, page], answers.signatureInfos);
    },

    transaction(signature) {
      const asked = answers.transaction.refine((found) => found.signature === signature, "another transaction");
      const config = { ...FINALIZED, encoding: "json", maxSupportedTransactionVersion: 0 };
      return call("getTransaction", [signature, config], asked.nullable());
    },

    async statuses(signatures, minSlot) {
      requireAtMost(signatures.length, GATEWAY_LIMITS.statuses, "signatures");
      if (signatures.length === 0) return [];
      const list = z.array(answers.signatureStatus.nullable()).length(signatures.length);
      const config = { searchTransactionHistory: true };
      const { context, value } = await call("getSignatureStatuses", [signatures, config], answers.atSlot(list));
      requireSince("getSignatureStatuses", context.slot, minSlot);
      return value;
    },

    async send(transaction) {
      const own = bs58.encode(transaction.subarray(1, 1 + SIGNATURE_BYTES));
      const config = { encoding: "base64", skipPreflight: true, maxRetries: 0 };
      const asked = answers.signature.refine((signature) => signature === own, "another transaction");
      await call("sendTransaction", [base64(transaction), config], asked);
    },

    async simulate(transaction) {
      const config = { encoding: "base64", sigVerify: true, commitment: "confirmed" };
      const outcome = answers.atSlot(z.object({ err: answers.failureOf }));
      const { value } = await call("simulateTransaction", [base64(transaction), config], outcome);
      return value.err === null ? null : textOf(value.err);
    },

    airdrop: (address, lamports) => call("requestAirdrop", [address, exactNumber(lamports)], answers.signature),
  };
}

/** Not every method takes the condition, and not every proxy in front of a node passes it on. @throws ChainError BEHIND */
function requireSince(method: string, slot: bigint, minSlot: bigint | undefined): void {
  if (minSlot === undefined || slot >= minSlot) return;
  throw new ChainError("BEHIND", `${method}: the node is at slot ${slot}, before ${minSlot}`);
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64");
}

/** In the node's format: `BlockhashNotFound`, `{"InstructionError":[0,{"Custom":1}]}`. */
function textOf(error: unknown): string {
  if (typeof error === "string") return error;
  return JSON.stringify(error, (_key, value: unknown) => (typeof value === "bigint" ? value.toString() : value));
}

function requireAtMost(count: number, most: number, what: string): void {
  if (count > most) throw new RangeError(`At most ${most} ${what} can be asked for at once`);
}

/** Has the node refuse while it is before a slot. @throws ChainError BEHIND for a slot that no node can have reached */
function atLeast(minSlot: bigint | undefined) {
  if (minSlot === undefined) return {};
  if (minSlot > BigInt(Number.MAX_SAFE_INTEGER)) throw new ChainError("BEHIND", `no node is at slot ${minSlot}`);
  return { minContextSlot: exactNumber(minSlot) };
}

function exactNumber(value: bigint): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number) || number < 0) throw new RangeError(`${value} is too large for a number of JSON`);
  return number;
}

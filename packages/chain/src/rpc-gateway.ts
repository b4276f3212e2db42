import bs58 from "bs58";
import { z } from "zod";
import { ChainError, type ChainGateway } from "./gateway.ts";
import * as answers from "./rpc-answers.ts";
import { createRpcClient, type RpcOptions } from "./rpc-client.ts";

const FINALIZED = { commitment: "finalized" } as const;
/** An account without its data, which may have megabytes. */
const WITHOUT_DATA = { ...FINALIZED, encoding: "base64", dataSlice: { offset: 0, length: 0 } } as const;
const SIGNATURE_BYTES = 64;

// Made once, because making a schema takes longer than reading most answers with it.
const ANSWERS = {
  latestBlockhash: answers.atSlot(answers.blockhash),
  account: answers.atSlot(answers.account.nullable()),
  balances: answers.atSlot(z.array(answers.account.pick({ lamports: true }).nullable())),
  nonces: answers.atSlot(z.array(answers.nonceAccount.nullable())),
  transaction: answers.transaction.nullable(),
  statuses: answers.atSlot(z.array(answers.signatureStatus.nullable())),
  simulated: answers.atSlot(z.object({ err: answers.failureOf })),
};

export const GATEWAY_LIMITS = { balances: 100, signatures: 1_000, statuses: 256 } as const;

/** Reads a list that is valid at a slot. */
type AtSlot<Entry> = z.ZodType<{ context: { slot: bigint }; value: (Entry | null)[] }>;

/** The JSON-RPC gateway to a cluster or the local chain. It retries nothing and keeps nothing between calls. */
export function createGateway(options: RpcOptions): ChainGateway {
  const { call } = createRpcClient(options);

  /** Finalized accounts, all at one slot. @throws ChainError if the node is before `minSlot` */
  async function accountsAt<Account>(
    addresses: readonly string[],
    config: object,
    accounts: AtSlot<Account>,
    minSlot?: bigint,
  ): Promise<{ slot: bigint; value: (Account | null)[] }> {
    const asked = [addresses, { ...FINALIZED, ...config, ...atLeast(minSlot) }];
    const { context, value } = await call("getMultipleAccounts", asked, accounts);
    requireAsMany("getMultipleAccounts", value, addresses);
    requireSince("getMultipleAccounts", context.slot, minSlot);
    return { slot: context.slot, value };
  }

  return {
    genesisHash: () => call("getGenesisHash", [], answers.key),

    async latestBlockhash() {
      const { value } = await call("getLatestBlockhash", [{ commitment: "confirmed" }], ANSWERS.latestBlockhash);
      return value;
    },

    // One answer with both, because a height alone doesn't say how far other answers have to be.
    finalizedHeight: () => call("getEpochInfo", [FINALIZED], answers.height),

    async balances(addresses, minSlot) {
      requireAtMost(addresses.length, GATEWAY_LIMITS.balances, "addresses");
      const { slot, value } = await accountsAt(addresses, WITHOUT_DATA, ANSWERS.balances, minSlot);
      return { slot, lamports: value.map((account) => account?.lamports ?? 0n) };
    },

    async account(address) {
      const { value } = await call("getAccountInfo", [address, WITHOUT_DATA], ANSWERS.account);
      return value;
    },

    async nonces(addresses, minSlot) {
      requireAtMost(addresses.length, GATEWAY_LIMITS.balances, "addresses");
      const { slot, value } = await accountsAt(addresses, { encoding: "base64" }, ANSWERS.nonces, minSlot);
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

    async transaction(signature) {
      const config = { ...FINALIZED, encoding: "json", maxSupportedTransactionVersion: 0 };
      const found = await call("getTransaction", [signature, config], ANSWERS.transaction);
      if (found && found.signature !== signature) throw unreadable("getTransaction", "it is of another transaction");
      return found;
    },

    async statuses(signatures, minSlot) {
      requireAtMost(signatures.length, GATEWAY_LIMITS.statuses, "signatures");
      if (signatures.length === 0) return [];
      const config = { searchTransactionHistory: true };
      const { context, value } = await call("getSignatureStatuses", [signatures, config], ANSWERS.statuses);
      requireAsMany("getSignatureStatuses", value, signatures);
      requireSince("getSignatureStatuses", context.slot, minSlot);
      return value;
    },

    async send(transaction) {
      const own = bs58.encode(transaction.subarray(1, 1 + SIGNATURE_BYTES));
      const config = { encoding: "base64", skipPreflight: true, maxRetries: 0 };
      const signature = await call("sendTransaction", [base64(transaction), config], answers.signature);
      if (signature !== own) throw unreadable("sendTransaction", "it is of another transaction");
    },

    async simulate(transaction) {
      const config = { encoding: "base64", sigVerify: true, commitment: "confirmed" };
      const { value } = await call("simulateTransaction", [base64(transaction), config], ANSWERS.simulated);
      return value.err === null ? null : textOf(value.err);
    },

    airdrop: (address, lamports) => call("requestAirdrop", [address, exactNumber(lamports)], answers.signature),
  };
}

function unreadable(method: string, why: string): ChainError {
  return new ChainError("UNREACHABLE", `${method}: the answer cannot be read, ${why}`);
}

/** @throws ChainError */
function requireAsMany(method: string, answered: readonly unknown[], asked: readonly unknown[]): void {
  if (answered.length === asked.length) return;
  throw unreadable(method, `it has ${answered.length} entries instead of ${asked.length}`);
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

/** How certain the chain is. Money moves only on `finalized`. */
export type SignatureLevel = "processed" | "confirmed" | "finalized";

export interface Blockhash {
  readonly blockhash: string;
  /** A transaction with this blockhash can't land above this height. */
  readonly lastValidBlockHeight: bigint;
}

export interface ChainAccount {
  readonly lamports: bigint;
  /** The program that owns the account, in base58. */
  readonly owner: string;
  readonly executable: boolean;
}

export interface SignatureInfo {
  readonly signature: string;
  readonly slot: bigint;
  /** Landed, but changed nothing except for the fee. */
  readonly failed: boolean;
}

export interface SignatureStatus {
  readonly slot: bigint;
  readonly failed: boolean;
  readonly level: SignatureLevel;
}

/** A durable nonce account. */
export interface NonceAccount {
  /** Who may advance it, in base58. */
  readonly authority: string;
  /** What a transaction names in place of a blockhash, in base58. It changes with every transaction that uses it. */
  readonly value: string;
}

/** The parts of a finalized transaction that matter to money. */
export interface ChainTransaction {
  readonly signature: string;
  readonly slot: bigint;
  /** When its block was produced, if the node knows. */
  readonly blockTime: Date | null;
  readonly failed: boolean;
  /** The network fee in lamports, paid by `feePayer` and already included in its balance change. */
  readonly fee: bigint;
  readonly feePayer: string;
  /** Everyone who signed it, the fee payer first. */
  readonly signers: readonly string[];
  /** The blockhash it names, or the value of the durable nonce that it used up. */
  readonly recentBlockhash: string;
  /** What its top-level memo instructions say, in order. */
  readonly memos: readonly string[];
  /** Whether it creates an account, makes it a durable nonce, and does nothing else, even if it failed. */
  readonly isNonceCreation: boolean;
  /** The net change in lamports of every account it names, by address, including those loaded from tables. */
  readonly changes: ReadonlyMap<string, bigint>;
}

export type ChainErrorCode =
  /** No answer, or an unreadable one: it's unknown whether anything happened. */
  | "UNREACHABLE"
  /** The node is rate limiting us. */
  | "RATE_LIMITED"
  /** The node hasn't reached the slot that was asked for, or answered from before it. */
  | "BEHIND"
  /** The node answered with a refusal. */
  | "REFUSED";

/** A chain call that returned no result. After `send`, none of these codes says whether the transaction lands. */
export class ChainError extends Error {
  override readonly name = "ChainError";
  readonly code: ChainErrorCode;

  constructor(code: ChainErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/**
 * Everything the platform needs from a Solana cluster, and nothing else. Each method makes one call to the node, has a time
 * limit, and throws {@link ChainError}. Amounts are in lamports.
 */
export interface ChainGateway {
  /** Identifies the cluster: the books belong to one chain, which is checked before any money moves. */
  genesisHash(): Promise<string>;
  /** From a confirmed block, for a transaction about to be signed. */
  latestBlockhash(): Promise<Blockhash>;
  /** The last finalized block: its slot, and its height, which counts blocks. */
  finalizedHeight(): Promise<{ readonly slot: bigint; readonly height: bigint }>;
  /**
   * Finalized balances of up to 100 addresses, in the given order and all at one slot; 0 if there is no account.
   * @param minSlot rejects an answer older than this slot
   */
  balances(
    addresses: readonly string[],
    minSlot?: bigint,
  ): Promise<{ readonly slot: bigint; readonly lamports: readonly bigint[] }>;
  /** The finalized account at an address, or null. */
  account(address: string): Promise<ChainAccount | null>;
  /**
   * Finalized durable nonce accounts at up to 100 addresses, in the given order and all at one slot; null where there is none.
   * @param minSlot rejects an answer older than this slot
   */
  nonces(
    addresses: readonly string[],
    minSlot?: bigint,
  ): Promise<{ readonly slot: bigint; readonly nonces: readonly (NonceAccount | null)[] }>;
  /** The least balance in lamports of an account with this many bytes of data. */
  rentExemption(bytes: number): Promise<bigint>;
  /** What transactions that write to these accounts have lately paid per compute unit, in millionths of a lamport, a value per slot. */
  recentPriorityPrices(addresses: readonly string[]): Promise<readonly bigint[]>;
  /**
   * Finalized transactions that name the address, newest first, at most `limit` (1 to 1,000). Nodes may return incomplete lists.
   * @param page.minSlot asks the node to refuse when it is before this slot
   */
  signaturesOf(
    address: string,
    page: {
      readonly before?: string | undefined;
      readonly until?: string | undefined;
      readonly limit: number;
      readonly minSlot?: bigint | undefined;
    },
  ): Promise<readonly SignatureInfo[]>;
  /** A finalized transaction of any version, or null if the node has none. */
  transaction(signature: string): Promise<ChainTransaction | null>;
  /**
   * The status of up to 256 signatures, with history search, in the given order.
   * @param minSlot rejects an answer older than this slot
   */
  statuses(signatures: readonly string[], minSlot?: bigint): Promise<readonly (SignatureStatus | null)[]>;
  /** Submits a signed transaction without a preflight. Whether it throws or not says nothing about whether the transaction lands. */
  send(transaction: Uint8Array): Promise<void>;
  /** Simulates a signed transaction. @returns the error it would end with, as text, or null */
  simulate(transaction: Uint8Array): Promise<string | null>;
  /** Mints to an address; works on the local chain only. @returns the signature */
  airdrop(address: string, lamports: bigint): Promise<string>;
}

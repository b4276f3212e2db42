/** How sure the chain is of what it says. Money moves on `finalized` alone. */
export type SignatureLevel = "processed" | "confirmed" | "finalized";

export interface Blockhash {
  readonly blockhash: string;
  /** A transaction with this blockhash cannot land above this height. */
  readonly lastValidBlockHeight: bigint;
}

export interface ChainAccount {
  readonly lamports: bigint;
  /** The program that owns it, base58. */
  readonly owner: string;
  readonly executable: boolean;
}

export interface SignatureInfo {
  readonly signature: string;
  readonly slot: bigint;
  /** Landed, and changed nothing but the fee. */
  readonly failed: boolean;
}

export interface SignatureStatus {
  readonly slot: bigint;
  readonly failed: boolean;
  readonly level: SignatureLevel;
}

/** A finalized transaction, as far as money is concerned. */
export interface ChainTransaction {
  readonly signature: string;
  readonly slot: bigint;
  /** When its block was made, if the node knows. */
  readonly blockTime: Date | null;
  readonly failed: boolean;
  /** Network fee in lamports, paid by `feePayer`, included in the change of its balance. */
  readonly fee: bigint;
  readonly feePayer: string;
  /** Net change in lamports of every account that it names, by address; those loaded from tables, too. */
  readonly changes: ReadonlyMap<string, bigint>;
}

export type ChainErrorCode =
  /** No answer, or none that could be read: whether anything happened is not known. */
  | "UNREACHABLE"
  /** The node wants fewer calls. */
  | "RATE_LIMITED"
  /** The node answered, and refused. */
  | "REFUSED";

/** A call to the chain that gave no result. After `send`, every one of them leaves open whether the transaction lands. */
export class ChainError extends Error {
  override readonly name = "ChainError";
  readonly code: ChainErrorCode;

  constructor(code: ChainErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/**
 * What the platform needs of a Solana cluster, and nothing else. Each method is one call to the node, has a time limit
 * and throws {@link ChainError}. Amounts are lamports.
 */
export interface ChainGateway {
  /** Names the cluster: books belong to one chain (checked before anything is done with money). */
  genesisHash(): Promise<string>;
  /** Of a confirmed block, for a transaction about to be signed. */
  latestBlockhash(): Promise<Blockhash>;
  /** The height of the last finalized block. */
  finalizedBlockHeight(): Promise<bigint>;
  /**
   * Finalized balances of at most 100 addresses in the order given, 0 where there is no account, all at one slot.
   * @param minSlot refuses an answer that is older than this slot
   */
  balances(
    addresses: readonly string[],
    minSlot?: bigint,
  ): Promise<{ readonly slot: bigint; readonly lamports: readonly bigint[] }>;
  /** The account at an address (finalized), null when there is none. */
  account(address: string): Promise<ChainAccount | null>;
  /** Finalized transactions that name the address, newest first, at most `limit` (1 to 1 000). Lists may come back short. */
  signaturesOf(
    address: string,
    page: { readonly before?: string | undefined; readonly until?: string | undefined; readonly limit: number },
  ): Promise<readonly SignatureInfo[]>;
  /** A finalized transaction of any version, null when the node knows none. */
  transaction(signature: string): Promise<ChainTransaction | null>;
  /** What is known of at most 256 signatures, with history search, in the order given. */
  statuses(signatures: readonly string[]): Promise<readonly (SignatureStatus | null)[]>;
  /** Hands a signed transaction to the node, without a rehearsal. Says nothing of whether it will land, even when it throws. */
  send(transaction: Uint8Array): Promise<void>;
  /** Tries a signed transaction without sending it. @returns the error that it would end with, as text, or null */
  simulate(transaction: Uint8Array): Promise<string | null>;
  /** Mints to an address; the local chain alone can. @returns the signature */
  airdrop(address: string, lamports: bigint): Promise<string>;
}

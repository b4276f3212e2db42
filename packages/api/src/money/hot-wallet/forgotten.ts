import type { ChainTransaction, LogAnchor, PaymentNote } from "@bbux/chain";
import type { Database } from "@bbux/db";
import { sql } from "kysely";
import type { Services } from "../../platform/context/index.ts";

type Keys = Pick<Services, "platformWallet">;

/** Of a transaction that the platform signed and these books have forgotten, because they were restored from a backup. */
export interface Forgotten {
  readonly column: "withdrawal_id" | "sweep_id" | "cold_transfer_id" | "created_nonce_id";
  readonly id: string;
  readonly lamports: bigint;
  /** Reserved for it: the network fee, and the rent of an account that it created. */
  readonly cost: bigint;
  readonly cancels?: boolean;
  /** The version of the authority of an account that it creates. */
  readonly authority?: number;
  /** It wrote this to the chain. */
  readonly anchor?: LogAnchor | null;
}

/** What is known when a transaction is looked at. */
export interface Look {
  /** All addresses have been read since whatever else there is was booked. */
  readonly isLast: boolean;
  /** Nothing that lost books have signed can land any more. */
  readonly isSettled: boolean;
  /** Where the books are: what is known isn't known of others. */
  readonly books: string;
}

/** What a payment of the platform says about its withdrawal. */
export function noteIn({ platformWallet }: Keys, { memos }: ChainTransaction): PaymentNote | null {
  for (const memo of memos) {
    const note = platformWallet.readNote(memo);
    if (note) return note;
  }
  return null;
}

/** The member's address that a sweep was to empty: nothing else is signed by a deposit address beside the hot wallet. */
export async function sweptWallet(
  db: Database,
  { signers }: ChainTransaction,
): Promise<{ readonly userId: string; readonly address: string } | null> {
  const { rows } = await sql<{ userId: string; address: string }>`
    select user_id::text as "userId", address from wallets where address = any (${signers.slice(1)}::text[])`.execute(
    db,
  );
  return rows[0] ?? null;
}

/** What changed in the hot wallet besides the network fee, in lamports. */
export function moved({ platformWallet }: Keys, { changes, fee }: ChainTransaction): bigint {
  return (changes.get(platformWallet.address) ?? 0n) + fee;
}

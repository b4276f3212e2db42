import type { LogAnchor } from "@bbux/chain";
import type { DB } from "@bbux/db";
import { sql, type Transaction } from "kysely";
import type { Services } from "../../platform/context/index.ts";
import type { Fence } from "../chain/index.ts";
import { type WalletKeys, walletKeys } from "../wallet-keys/index.ts";
import type { HeldNonce, KeyMove } from "./attempts.sql.ts";
import { type Funds, feePayer, readFunds, unpromised } from "./funds.ts";
import { endUsedHolds, isHeld } from "./holds.ts";
import { priorityFee } from "./priority-fee.ts";
import { signConsumption } from "./sign-on-nonce.ts";
import { type Stored, storeSigned } from "./store-signed.ts";

/** What a transaction that moves nothing needs to use up a nonce. */
export interface ConsumptionTerms {
  readonly fence: Fence;
  /** Lamports. */
  readonly priorityFee: bigint;
  readonly funds: Funds;
  /** Version of the hot wallet that pays. */
  readonly hot: number;
}

/** The root of the log in the note of a day's checkpoint. */
export interface Anchored {
  readonly day: string;
  readonly anchor: LogAnchor;
}

/** What a transaction does for the log or for the platform's keys while it uses up a nonce. */
export interface Purpose {
  readonly anchored?: Anchored;
  readonly move?: KeyMove;
}

/** Asks once for all nonces that are to be used up. */
export async function consumptionTerms(
  services: Services,
  fence: Fence,
  known?: WalletKeys,
): Promise<ConsumptionTerms> {
  const keys = known ?? (await walletKeys(services));
  const fee = await priorityFee(services);
  const funds = await readFunds(services, keys);
  return { fence, priorityFee: fee, funds, hot: feePayer(services.money, keys, funds) };
}

/**
 * Signs and stores a transaction that uses up the nonce of an account and moves nothing: once it has landed, nothing signed with that
 * nonce can.
 * @param isStill whether it is still to be used up; locks the account
 * @throws SignerError
 */
export async function consumeNonce(
  services: Services,
  nonce: HeldNonce,
  { fence, priorityFee: fee, funds, hot }: ConsumptionTerms,
  isStill: (trx: Transaction<DB>) => Promise<boolean>,
  { anchored, move }: Purpose = {},
): Promise<Stored> {
  const keys = { hot, nonce: nonce.version };
  const signed = await signConsumption(
    services,
    { reference: nonce.address, anchor: anchored?.anchor ?? null, move: move ?? null },
    { nonce, keys, priorityFee: fee, fence },
  );
  if (anchored) await services.failpoint("anchor.signed");
  if (move) await services.failpoint("keys.signed");
  return storeSigned(
    services,
    {
      subject: { kind: "nonce", id: nonce.id },
      signed,
      lamports: 0n,
      cost: signed.networkFee,
      nonce,
      lastValidBlockHeight: null,
      cancels: true,
      keys,
      moves: move?.purpose === "hot" && move.from === hot ? move.amount : 0n,
      funds,
    },
    {
      // Asked under the lock, because a statement that waited for it wouldn't see what another worker has stored since.
      prepare: async (trx) => (await isStill(trx)) && !(await isBeingConsumed(trx, nonce)),
      follow: async (trx) => {
        const { signature } = signed;
        if (anchored) {
          await sql`
            insert into checkpoint_anchors (signature, day) values (${signature}, ${anchored.day}::date)`.execute(trx);
        }
        if (!move) return undefined;
        const { purpose, from, to, amount } = move;
        // What another hot wallet than the payer gives mustn't be promised to anything else.
        const isThere = from === hot || amount <= (await unpromised(trx, { funds, hot: from }));
        if (purpose === "hot" && !isThere) return "short";
        await sql`
          insert into key_moves (signature, purpose, from_version, to_version, amount)
          values (${signature}, ${purpose}, ${from}, ${to}, ${amount.toString()})`.execute(trx);
        return undefined;
      },
    },
  );
}

async function isBeingConsumed(trx: Transaction<DB>, { id }: HeldNonce): Promise<boolean> {
  const { rows } = await sql`
    select from payment_attempts where created_nonce_id = ${id} and state in ('SIGNED', 'SENT')`.execute(trx);
  return rows.length > 0;
}

/**
 * Ends holds with which nothing is to be paid any more. Something may have been signed with them and lost with the worker that asked,
 * so a withdrawal is given back only after its nonce is used up.
 */
export async function settleHolds(services: Services, fence: Fence): Promise<void> {
  const holds = await endUsedHolds(services);
  const over = holds.filter(({ isOver, isBeingConsumed: isUnderWay }) => isOver && !isUnderWay);
  if (over.length === 0) return;
  const terms = await consumptionTerms(services, fence);
  for (const hold of over) await consumeNonce(services, hold.nonce, terms, (trx) => isHeld(trx, hold));
}

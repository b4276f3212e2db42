import type { LogAnchor } from "@bbux/chain";
import type { DB } from "@bbux/db";
import { sql, type Transaction } from "kysely";
import type { Services } from "../../platform/context/index.ts";
import type { Fence } from "../chain/index.ts";
import type { HeldNonce } from "./attempts.sql.ts";
import type { Funds } from "./funds.ts";
import { endUsedHolds, isHeld } from "./holds.ts";
import { priorityFee } from "./priority-fee.ts";
import { toldFence, toldNonce } from "./sign-on-nonce.ts";
import { type Stored, storeSigned } from "./store-signed.ts";

/** What a transaction that moves nothing needs to use up a nonce. */
export interface ConsumptionTerms {
  readonly fence: Fence;
  /** Lamports. */
  readonly priorityFee: bigint;
  readonly funds: Funds;
}

/** The root of the log in the note of a day's checkpoint. */
export interface Anchored {
  readonly day: string;
  readonly anchor: LogAnchor;
}

/** Asks once for all nonces that are to be used up. */
export async function consumptionTerms(services: Services, fence: Fence): Promise<ConsumptionTerms> {
  const fee = await priorityFee(services);
  const { slot, lamports } = await services.chain.balances([services.platformWallet.address]);
  return { fence, priorityFee: fee, funds: { slot, lamports: lamports[0] ?? 0n } };
}

/**
 * Signs and stores a transaction that uses up the nonce of an account and moves nothing: once it has landed, nothing signed with that
 * nonce can.
 * @param isStill whether it is still to be used up; locks the account
 * @param anchored what it writes to the chain; nothing if unset
 * @throws SignerError
 */
export async function consumeNonce(
  services: Services,
  nonce: HeldNonce,
  { fence, priorityFee: fee, funds }: ConsumptionTerms,
  isStill: (trx: Transaction<DB>) => Promise<boolean>,
  anchored?: Anchored,
): Promise<Stored> {
  const terms = { ...toldNonce(nonce), priorityFee: fee, fence: toldFence(fence) };
  const signed = anchored
    ? await services.signer.anchor({ ...anchored.anchor, ...terms })
    : await services.signer.cancel({ reference: nonce.address, ...terms });
  if (anchored) await services.failpoint("anchor.signed");
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
      funds,
    },
    {
      // Asked under the lock, because a statement that waited for it wouldn't see what another worker has stored since.
      prepare: async (trx) => (await isStill(trx)) && !(await isBeingConsumed(trx, nonce)),
      follow: async (trx) => {
        if (!anchored) return undefined;
        await sql`
          insert into checkpoint_anchors (signature, day) values (${signed.signature}, ${anchored.day}::date)`.execute(
          trx,
        );
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

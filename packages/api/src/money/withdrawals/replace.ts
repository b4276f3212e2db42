import { type BooksFence, FEE_PER_SIGNATURE, type RecordedTransaction, SignerError } from "@bbux/chain";
import { sql } from "kysely";
import type { Services } from "../../platform/context/index.ts";
import { chainState, noteRefusal, readFence } from "../chain/index.ts";
import type { Attempt, HeldNonce } from "./attempts.sql.ts";
import { passFailpoint } from "./finalize-attempt.ts";
import { priorityFee } from "./priority-fee.ts";
import { signOnNonce, toldFence, toldNonce } from "./sign-on-nonce.ts";
import { storeSigned } from "./store-signed.ts";
import { rulesOf } from "./subjects.ts";
import { payable } from "./waiting.sql.ts";

/** How long an attempt may take before another one offers a higher fee. */
const SLOW_MS = 60_000;
/** A withdrawal that the network hasn't accepted for this long is canceled and refunded. */
const PATIENCE_MS = 24 * 60 * 60_000;
const NOT_TAKEN = "The network did not take the transaction";

type OnNonce = Attempt & { readonly nonce: HeldNonce };

/**
 * Signs another attempt with the same nonce, of which at most one can land: with a higher fee when the newest takes too long, or
 * one that cancels the withdrawal.
 * @returns whether there is one now
 */
export async function replaceIfDue(services: Services, attempt: OnNonce): Promise<boolean> {
  const cancels = attempt.cancels || attempt.cancelRequested;
  const isFirstCancellation = cancels && !attempt.cancels;
  const isSlow = (await services.databaseNow()).getTime() - attempt.createdAt.getTime() >= SLOW_MS;
  if (!isFirstCancellation && !isSlow) return false;
  const offered = offeredBy(attempt);
  if (offered >= services.money.maxPriorityFee && !isFirstCancellation) return false;
  if ((await chainState(services.db)).withdrawalsStopped) return false;
  const fee = await priorityFee(services, offered);
  // The same fee would have the same chances.
  if (fee <= offered && !isFirstCancellation) return false;
  const fence = await readFence(services.db);
  if (!fence) return false;
  const terms = { priorityFee: fee, fence: toldFence(fence) };
  const signed = await (cancels ? signCancellation : signAgain)(services, attempt, terms).catch(
    whenNotSigned(services, attempt),
  );
  if (!signed) return false;
  const { slot, lamports } = await services.chain.balances([services.platformWallet.address]);
  const { subject, nonce } = attempt;
  const stored = await storeSigned(
    services,
    {
      subject,
      signed,
      lamports: cancels ? 0n : attempt.lamports,
      cost: signed.networkFee,
      nonce,
      lastValidBlockHeight: null,
      cancels,
      isRepeated: true,
      funds: { slot, lamports: lamports[0] ?? 0n },
    },
    {
      async prepare(trx, at) {
        if (!(await rulesOf(subject).lock(trx, subject.id))) return false;
        const { numUpdatedRows } = await trx
          .updateTable("payment_attempts")
          .set({ state: "REPLACED", updated_at: at })
          .where("id", "=", attempt.id)
          .where("state", "in", ["SIGNED", "SENT"])
          .executeTakeFirst();
        return numUpdatedRows > 0n;
      },
      follow: async (trx) => {
        await sql`
          insert into checkpoint_anchors (signature, day)
          select ${signed.signature}, day from checkpoint_anchors where signature = ${attempt.signature}`.execute(trx);
        return undefined;
      },
    },
  );
  if (stored !== "stored") return false;
  await passFailpoint(services, attempt, "withdrawal.replaced");
  return true;
}

/** Without another one, the attempt that there is can still be sent and land. */
function whenNotSigned(services: Services, { subject }: Attempt) {
  return async (error: unknown): Promise<null> => {
    if (!(error instanceof SignerError)) throw error;
    if (error.code === "REFUSED") await noteRefusal(services, subject, error);
    return null;
  };
}

/** The priority fee that an attempt offers, in lamports. */
function offeredBy({ subject, cancels, networkFee }: Attempt): bigint {
  const signatures = subject.kind === "sweep" && !cancels ? 2n : 1n;
  return networkFee - signatures * FEE_PER_SIGNATURE;
}

interface Terms {
  readonly priorityFee: bigint;
  readonly fence: BooksFence;
}

function signCancellation(
  { signer }: Services,
  { reference, nonce, anchor }: OnNonce,
  terms: Terms,
): Promise<RecordedTransaction> {
  if (anchor) return signer.anchor({ ...anchor, ...toldNonce(nonce), ...terms });
  return signer.cancel({ reference, ...toldNonce(nonce), ...terms });
}

async function signAgain(services: Services, attempt: OnNonce, terms: Terms): Promise<RecordedTransaction | null> {
  const item = await payable(services.db, attempt.subject);
  return item && signOnNonce(services, item, { nonce: attempt.nonce, ...terms });
}

/** Cancels withdrawals that the network has refused for a day, so that no one's BBUX is held forever. */
export async function cancelOld({ db, now }: Pick<Services, "db" | "now">): Promise<void> {
  const at = now();
  await sql`
    update withdrawals w set cancel_reason = ${NOT_TAKEN}, updated_at = ${at}
     where state in ('SIGNED', 'SENT') and cancel_reason is null and exists (
           select from payment_attempts p where p.withdrawal_id = w.id and p.state in ('SIGNED', 'SENT', 'REPLACED')
              and p.created_at < ${new Date(at.getTime() - PATIENCE_MS)})`.execute(db);
}

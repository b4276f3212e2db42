import { FEE_PER_SIGNATURE, type RecordedTransaction, SignerError, signaturesOf } from "@bbux/chain";
import { sql } from "kysely";
import type { Services } from "../../platform/context/index.ts";
import { chainState, noteRefusal, readFence } from "../chain/index.ts";
import { walletKeys } from "../wallet-keys/index.ts";
import type { Attempt, HeldNonce, Subject } from "./attempts.sql.ts";
import { passFailpoint } from "./finalize-attempt.ts";
import { feePayer, readFunds } from "./funds.ts";
import { priorityFee } from "./priority-fee.ts";
import { type SigningTerms, signConsumption, signOnNonce } from "./sign-on-nonce.ts";
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
  const own = await walletKeys(services);
  const funds = await readFunds(services, own);
  // A wallet that a thief has emptied can't pay for the cancellation of its own payment.
  const isFree = cancels && !attempt.move;
  const hot = isFree ? feePayer(services.money, own, funds) : attempt.keys.hot;
  const { subject, nonce } = attempt;
  const keys = { hot, nonce: nonce.version };
  const terms: SigningTerms = { nonce, keys, priorityFee: fee, fence };
  const signing = cancels ? signConsumption(services, attempt, terms) : signAgain(services, attempt.subject, terms);
  const signed = await signing.catch(whenNotSigned(services, attempt));
  if (!signed) return false;
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
      keys,
      moves: attempt.move?.purpose === "hot" && attempt.move.from === hot ? attempt.move.amount : 0n,
      funds,
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
        if (!attempt.move) return undefined;
        await sql`
          insert into key_moves (signature, purpose, from_version, to_version, amount)
          select ${signed.signature}, purpose, from_version, to_version, amount from key_moves
           where signature = ${attempt.signature}`.execute(trx);
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
function offeredBy({ subject, cancels, networkFee, keys, move }: Attempt): bigint {
  // Of the address or hot wallet that is emptied, if it isn't the one that pays the fee.
  const isOthers = (subject.kind === "sweep" && !cancels) || (move?.purpose === "hot" && move.from !== keys.hot);
  return networkFee - (signaturesOf(keys) + (isOthers ? 1n : 0n)) * FEE_PER_SIGNATURE;
}

async function signAgain(
  services: Services,
  subject: Subject,
  terms: SigningTerms,
): Promise<RecordedTransaction | null> {
  const item = await payable(services.db, subject);
  return item && signOnNonce(services, item, terms);
}

/** Cancels withdrawals that the network has refused for a day, so that no one's BBUX is held forever. */
export async function cancelOld({ db, databaseNow }: Pick<Services, "db" | "databaseNow">): Promise<void> {
  const at = await databaseNow();
  await sql`
    update withdrawals w set cancel_reason = ${NOT_TAKEN}, updated_at = ${at}
     where state in ('SIGNED', 'SENT') and cancel_reason is null and exists (
           select from payment_attempts p where p.withdrawal_id = w.id and p.state in ('SIGNED', 'SENT', 'REPLACED')
              and p.created_at < ${new Date(at.getTime() - PATIENCE_MS)})`.execute(db);
}

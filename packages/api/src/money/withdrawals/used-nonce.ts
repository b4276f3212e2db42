import { ChainError, type ChainTransaction } from "@bbux/chain";
import { sql } from "kysely";
import type { Services } from "../../platform/context/index.ts";
import { withEffects } from "../../platform/transactions/index.ts";
import { chainState, closeAlert, isAlertOpen, raiseAlert } from "../chain/index.ts";
import { stopWithdrawals } from "../hot-wallet/index.ts";
import { type Attempt, attemptBySignature, endAttempt } from "./attempts.sql.ts";
import { finalizeAttempt } from "./finalize-attempt.ts";
import { releaseNonce } from "./nonces.ts";
import { rulesOf } from "./subjects.ts";

/** How far back the nonce account's history is read. Hardly anything but its holder's transactions comes after the one in question. */
const RECENT = 50;
/** How long a node may take to show what used up a nonce before operators are alerted. */
const PATIENCE_MS = 60_000;

type OnNonce = Attempt & { readonly nonce: object };
type Used = { readonly own: Attempt } | { readonly own: null; readonly foreign: ChainTransaction };

/**
 * The nonce of a payment is used up, and none of its attempts is known to have landed. Looks for the transaction that did it, and
 * decides nothing without having found it: what isn't seen may be late.
 */
export async function findWhatUsedNonce(services: Services, attempt: OnNonce): Promise<void> {
  const used = await whatUsed(services, attempt);
  if (!used) return stillUnknown(services, attempt);
  if (!used.own) return usedByOthers(services, attempt, used.foreign);
  if (!(await finalizeAttempt(services, used.own))) await stillUnknown(services, attempt);
}

/**
 * Returns the newest transaction of the nonce account that is one of the payment's own, or else the newest that our key has signed
 * and the books don't know. Without our key nobody can use up a nonce, but anybody can name its account.
 */
async function whatUsed({ db, chain, platformWallet }: Services, { nonce, subject }: OnNonce): Promise<Used | null> {
  let foreign: ChainTransaction | null = null;
  for (const { signature } of await chain.signaturesOf(nonce.address, { limit: RECENT })) {
    const own = await attemptBySignature(db, subject, signature);
    if (own) return { own };
    // From here on it is the history of earlier holders.
    if (await isKnownAttempt(db, signature)) break;
    foreign ??= await signedByUs(chain, signature, platformWallet.address);
  }
  return foreign && { own: null, foreign };
}

async function isKnownAttempt(db: Services["db"], signature: string): Promise<boolean> {
  const { rows } = await sql`select from payment_attempts where signature = ${signature}`.execute(db);
  return rows.length > 0;
}

async function signedByUs(
  chain: Services["chain"],
  signature: string,
  address: string,
): Promise<ChainTransaction | null> {
  try {
    const transaction = await chain.transaction(signature);
    return transaction?.signers.includes(address) ? transaction : null;
  } catch (error) {
    // Anyone can name the account in a transaction that the node can't show.
    if (!(error instanceof ChainError) || error.code === "RATE_LIMITED") throw error;
    return null;
  }
}

async function stillUnknown(services: Services, attempt: OnNonce): Promise<void> {
  const waited = await missingFor(services, attempt);
  if (waited < PATIENCE_MS) return;
  const { signature, nonce } = attempt;
  const detail = `The nonce ${nonce.address} is used up, and the node shows neither ${signature} nor any other transaction that did it`;
  await raiseAlert(services, { kind: "payment_in_doubt", subject: signature, detail });
}

/**
 * Somebody else has the key, or the books were restored and have forgotten what they signed. Payments stop. Once an operator has
 * resumed them, the attempts are ended, because none of them can land any more.
 */
async function usedByOthers(services: Services, attempt: OnNonce, used: ChainTransaction): Promise<void> {
  const { signature, nonce, subject } = attempt;
  if (!(await isAlertOpen(services, "nonce_lost", nonce.address))) {
    const detail = `The nonce ${nonce.address} of ${signature} was used by ${used.signature}, which is no transaction of the platform`;
    await stopWithdrawals(services, detail);
    return raiseAlert(services, { kind: "nonce_lost", subject: nonce.address, detail });
  }
  if ((await chainState(services.db)).withdrawalsStopped) return;
  const at = services.now();
  await withEffects(services, async (trx, effects) => {
    const rules = rulesOf(subject);
    if (!(await rules.lock(trx, subject.id))) return;
    if (!(await endAttempt(trx, attempt, "EXPIRED", { at }))) return;
    await releaseNonce(trx, attempt, used.slot, at);
    await rules.expire(trx, effects, attempt, at);
  });
  await closeAlert(services, "nonce_lost", nonce.address);
}

/** Notes the first look. @returns how long ago it was, in milliseconds */
async function missingFor({ db, now }: Services, { id, missingSince }: OnNonce): Promise<number> {
  const at = now();
  if (missingSince !== null) return at.getTime() - missingSince.getTime();
  await db
    .updateTable("payment_attempts")
    .set({ missing_since: at })
    .where("id", "=", id)
    .where("missing_since", "is", null)
    .execute();
  return 0;
}

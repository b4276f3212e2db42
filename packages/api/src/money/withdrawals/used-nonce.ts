import { ChainError, type ChainTransaction } from "@bbux/chain";
import type { Services } from "../../platform/context/index.ts";
import { withEffects } from "../../platform/transactions/index.ts";
import { askWitness, chainState, closeAlert, raiseAlert } from "../chain/index.ts";
import { keepAnchor, stopWithdrawals } from "../hot-wallet/index.ts";
import { isOwnAddress, walletKeys } from "../wallet-keys/index.ts";
import { type Attempt, attemptBySignature, endAttempt, OPEN } from "./attempts.sql.ts";
import { closeDoubts, finalizeAttempt } from "./finalize-attempt.ts";
import { foreignUseSince, releaseNonce } from "./nonces.ts";
import { purposeFor } from "./sign-on-nonce.ts";
import { AlreadyStored, adoptAttempt } from "./store-attempts.ts";
import { rulesOf } from "./subjects.ts";

/** The most transactions that are read of a held nonce account. Anyone can add some; beyond these an operator has to look. */
const MOST = 1_000;
/** The most that are read, for a renewal, of what was there before and the books don't know. */
const MOST_EARLIER = 20;
/** How long a node may take to show what used up a nonce before operators are alerted. */
const PATIENCE_MS = 60_000;

type OnNonce = Attempt & { readonly nonce: object };

type Used =
  /** An attempt in the books. */
  | { readonly kind: "own"; readonly used: Attempt }
  /** Carries the payment's reference, but the books have forgotten it. */
  | { readonly kind: "forgotten"; readonly used: ChainTransaction; readonly cancels: boolean }
  /** In the books without its nonce, because it was found in the hot wallet's history, and paid nothing. */
  | { readonly kind: "booked"; readonly used: ChainTransaction }
  /** Signed by our key, and for something else. */
  | { readonly kind: "foreign"; readonly used: ChainTransaction };

/**
 * The nonce of a payment is used up, and none of its attempts is known to have landed. Looks for the transaction that did it, and
 * decides nothing without having found it: what isn't seen may be late.
 * @param since the slot at which it was used up already, which its history mustn't be older than
 */
export async function findWhatUsedNonce(services: Services, attempt: OnNonce, since: bigint): Promise<void> {
  const found = await whatUsed(services, attempt, since);
  if (!found) return stillUnknown(services, attempt);
  // A payment that restored books had forgotten was faster than the renewal: it is looked for in the hot wallet's history.
  const isRenewal = attempt.subject.kind === "nonce";
  if (found.kind === "booked" || (found.kind === "foreign" && isRenewal)) {
    return void (await end(services, attempt, found.used));
  }
  if (found.kind === "foreign") return usedByOthers(services, attempt, found.used);
  const landed = found.kind === "own" ? found.used : await adopt(services, attempt, found);
  if (!landed || (await finalizeAttempt(services, landed)) === "unseen") await stillUnknown(services, attempt);
}

/**
 * Reads the nonce account's whole history since the payment took it; for a renewal, also what was shortly before. Without our key no one
 * can use up a nonce, but anyone can name its account.
 * @returns null when nothing explains it, or not everything can be read
 */
async function whatUsed(
  { db, chain, platformWallet }: Pick<Services, "db" | "chain" | "platformWallet">,
  { nonce, subject, reference }: OnNonce,
  minSlot: bigint,
): Promise<Used | null> {
  const keys = await walletKeys({ db, platformWallet });
  const listed = await chain.signaturesOf(nonce.address, { limit: MOST, minSlot });
  const since = listed.filter(({ slot }) => slot > nonce.minSlot);
  // The account was created before, so a list without anything earlier is cut off: the payment's own transaction may be missing.
  if (since.length === listed.length) return null;
  // A renewal holds no value, so what used the one that it names may have moved the slot on (`renewed`).
  const earlier = subject.kind === "nonce" ? listed.slice(since.length) : [];
  let unknown = 0;
  let foreign: ChainTransaction | null = null;
  let isComplete = true;
  for (const { signature, slot } of [...since, ...earlier]) {
    const isEarlier = slot <= nonce.minSlot;
    const own = await attemptBySignature(db, subject, signature);
    if (own?.nonce?.value === nonce.value) return { kind: "own", used: own };
    if (isEarlier && (own ? own.nonce !== null : ++unknown > MOST_EARLIER)) continue;
    const transaction = await shown(chain, signature);
    isComplete &&= isEarlier || transaction !== null;
    // All renewals of an account have one reference; books that were lost may have renewed it again since.
    const namesIt = transaction?.recentBlockhash === nonce.value;
    if (isEarlier && !namesIt) continue;
    if (transaction && namesIt && (await attemptBySignature(db, { kind: "nonce", id: nonce.id }, signature))) {
      return { kind: "booked", used: transaction };
    }
    if (own && own.nonce === null) {
      if (namesIt) return { kind: "own", used: own };
      continue;
    }
    if (!transaction?.signers.some((signer) => isOwnAddress(keys, signer))) continue;
    const purpose = namesIt ? purposeFor(platformWallet, transaction.memos, { subject, reference }) : null;
    if (purpose) return { kind: "forgotten", used: transaction, cancels: purpose === "canceled" };
    foreign ??= transaction;
  }
  return foreign && isComplete ? { kind: "foreign", used: foreign } : null;
}

async function shown(chain: Services["chain"], signature: string): Promise<ChainTransaction | null> {
  try {
    return await chain.transaction(signature);
  } catch (error) {
    if (!(error instanceof ChainError) || error.code === "RATE_LIMITED") throw error;
    return null;
  }
}

/**
 * Restored books have an earlier attempt only: the one that landed is stored now, as it was then.
 * @returns null when there is nothing to store it for, or the history has booked it meanwhile
 */
async function adopt(
  services: Services,
  attempt: OnNonce,
  { used: forgotten, cancels }: { readonly used: ChainTransaction; readonly cancels: boolean },
): Promise<Attempt | null> {
  const at = services.now();
  try {
    return await services.db.transaction().execute(async (trx) => {
      if (!(await rulesOf(attempt.subject).lock(trx, attempt.subject.id))) return null;
      const adopted = await adoptAttempt(trx, attempt, { forgotten, cancels, at });
      const anchor = forgotten.memos.map(services.platformWallet.readAnchor).find((found) => found !== null);
      if (anchor) await keepAnchor(trx, forgotten.signature, anchor, at);
      return adopted;
    });
  } catch (error) {
    if (error instanceof AlreadyStored) return null;
    throw error;
  }
}

async function stillUnknown(services: Services, attempt: OnNonce): Promise<void> {
  const waited = await missingFor(services, attempt);
  if (waited < PATIENCE_MS) return;
  const { signature, nonce } = attempt;
  const detail = `The nonce ${nonce.address} is used up, and the node shows neither ${signature} nor any other transaction that did it`;
  await raiseAlert(services, { kind: "payment_in_doubt", subject: signature, detail });
  // Another worker may have found it meanwhile.
  await closeDoubts(services, attempt);
}

/**
 * Somebody else has the key, or the books were restored and have forgotten a payment to someone else. Payments stop. Once an
 * operator has resumed them, the attempts are ended, because none of them can land any more.
 */
async function usedByOthers(services: Services, attempt: OnNonce, used: ChainTransaction): Promise<void> {
  const { signature, nonce } = attempt;
  const at = await services.databaseNow();
  const since = await foreignUseSince(services.db, nonce.id, at);
  if (since === null) {
    const detail = `The nonce ${nonce.address} of ${signature} was used by ${used.signature}, which is no transaction of the platform`;
    await stopWithdrawals(services, detail);
    return raiseAlert(services, { kind: "nonce_lost", subject: nonce.address, detail });
  }
  if (at.getTime() - since.getTime() < services.money.secondLookMs) return;
  if ((await chainState(services.db)).withdrawalsStopped) return;
  if (await end(services, attempt, used)) await closeAlert(services, "nonce_lost", nonce.address);
}

/** Ends all attempts on a nonce that another transaction has used up. @returns whether the witness agrees */
async function end(services: Services, attempt: OnNonce, used: ChainTransaction): Promise<boolean> {
  if (!(await agreeThatUsed(services, attempt, used))) return false;
  const { subject } = attempt;
  const at = await services.databaseNow();
  await withEffects(services, async (trx, effects) => {
    const rules = rulesOf(subject);
    if (!(await rules.lock(trx, subject.id))) return;
    if (!(await endAttempt(trx, attempt, "EXPIRED", { at }))) return;
    await releaseNonce(trx, attempt, used.slot, at);
    await rules.expire(trx, effects, attempt, at);
  });
  await closeDoubts(services, attempt);
  return true;
}

/** Ending the attempts has them signed again, so the witness must have found the same, on its own. */
async function agreeThatUsed(services: Services, attempt: OnNonce, used: ChainTransaction): Promise<boolean> {
  const { nonce, signature } = attempt;
  const claim = { subject: signature, says: `${used.signature} used up the nonce ${nonce.address}` };
  const agreement = await askWitness(services, claim, async (node) => {
    const { nonces } = await node.nonces([nonce.address], used.slot);
    if (nonces[0]?.value === nonce.value) return { says: "it is unused" };
    const found = await whatUsed({ ...services, chain: node }, attempt, used.slot);
    if (!found) return "unknown";
    return found.used.signature === used.signature ? "agrees" : { says: `${found.used.signature} did` };
  });
  return agreement === "agreed";
}

/** Notes the first look. @returns how long ago it was, in milliseconds */
async function missingFor({ db, databaseNow }: Services, { id, missingSince }: OnNonce): Promise<number> {
  const at = await databaseNow();
  if (missingSince !== null) return at.getTime() - missingSince.getTime();
  await db
    .updateTable("payment_attempts")
    .set({ missing_since: at })
    .where("id", "=", id)
    .where("missing_since", "is", null)
    .where("state", "in", OPEN)
    .execute();
  return 0;
}

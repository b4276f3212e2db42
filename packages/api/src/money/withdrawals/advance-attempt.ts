import type { SignatureStatus } from "@bbux/chain";
import type { Services } from "../../platform/context/index.ts";
import { withEffects } from "../../platform/transactions/index.ts";
import { type Attempt, clearMissing, endAttempt, type HeldNonce, OPEN } from "./attempts.sql.ts";
import { balanceBearsOut } from "./balance-check.ts";
import { agreeThatExpired } from "./both-nodes.ts";
import { finalizeAttempt } from "./finalize-attempt.ts";
import { clearForeignUse, type NonceValues } from "./nonces.ts";
import { replaceIfDue } from "./replace.ts";
import { rulesOf } from "./subjects.ts";
import { findWhatUsedNonce } from "./used-nonce.ts";

/** What one pass has read from the chain. */
export interface ChainSnapshot {
  readonly statuses: ReadonlyMap<string, SignatureStatus | null>;
  readonly nonces: NonceValues;
  readonly finalizedHeight: bigint;
  /** Nothing here is older than this finalized slot, at which the last nonces were read. */
  readonly slot: bigint;
}

/**
 * Takes the next step for one attempt, based only on what the chain says about its signature and its nonce (docs/FAULTS.md,
 * Withdrawals). Every step may be repeated, also by two workers at the same time.
 * @returns whether it is to be sent, for the first time or again
 */
export async function advanceAttempt(services: Services, attempt: Attempt, sight: ChainSnapshot): Promise<boolean> {
  const status = sight.statuses.get(attempt.signature) ?? null;
  if (status?.level === "finalized") await finalizeAttempt(services, attempt);
  else if (status) await clearMissing(services, attempt);
  else if (attempt.nonce === null) {
    if (sight.finalizedHeight <= attempt.lastValidBlockHeight) return true;
    await giveUp(services, attempt, sight.slot);
  }
  // The newest attempt acts for all that share its nonce.
  else if (!attempt.isReplaced) return advanceUnseen(services, attempt, sight);
  return false;
}

async function advanceUnseen(
  services: Services,
  attempt: Attempt & { readonly nonce: HeldNonce },
  sight: ChainSnapshot,
): Promise<boolean> {
  const now = sight.nonces.get(attempt.nonce.address);
  if (now?.value !== attempt.nonce.value) {
    await findWhatUsedNonce(services, attempt, sight.slot);
    return false;
  }
  await clearMissing(services, attempt);
  if (attempt.nonce.foreignUse) await clearForeignUse(services, attempt);
  return !(await replaceIfDue(services, attempt));
}

/**
 * Gives up the creation of a nonce account, or a payment from before there were any, whose blockhash has
 * expired at the finalized height and whose signature is unknown. Requires a second such lookup half a minute later, with history
 * search, and that the hot wallet's balance and the witness confirm it, so a node that lies about one of them can't make us pay
 * twice.
 * @param slot at which the height had passed
 */
async function giveUp(services: Services, attempt: Attempt & { readonly nonce: null }, slot: bigint): Promise<void> {
  const { db, money } = services;
  if ((await finalizeAttempt(services, attempt)) !== "unseen") return;
  const now = await services.databaseNow();
  // Too young for its blockhash to have expired: the node is wrong about the height.
  if (now.getTime() - attempt.createdAt.getTime() < 3 * money.secondLookMs) return;
  if (attempt.missingSince === null) {
    await db
      .updateTable("payment_attempts")
      .set({ missing_since: now })
      .where("id", "=", attempt.id)
      .where("missing_since", "is", null)
      .where("state", "in", OPEN)
      .execute();
    return services.failpoint("nonce.missing");
  }
  if (now.getTime() - attempt.missingSince.getTime() < money.secondLookMs) return;
  if (!(await balanceBearsOut(services, attempt, slot))) return;
  if (!(await agreeThatExpired(services, attempt))) return;
  await withEffects(services, async (trx, effects) => {
    const rules = rulesOf(attempt.subject);
    if (!(await rules.lock(trx, attempt.subject.id))) return;
    if (await endAttempt(trx, attempt, "EXPIRED", { at: now })) await rules.expire(trx, effects, attempt, now);
  });
  await services.failpoint("nonce.expired");
}

import { proofKind } from "@bbux/contract";
import type { DB } from "@bbux/db";
import type { Transaction } from "kysely";
import type { BrowserMark, MemberContext } from "../../platform/context/index.ts";
import { AppError } from "../../platform/errors/errors.ts";
import { hashSecret } from "../../platform/proofs/index.ts";
import { type NewSession, openSession } from "./session-core.ts";
import { issueTokens, stayingKnown, type TokenPair } from "./sign-in.ts";

/** The next secret of the caller's session: a cookie for a browser, which stays known if it was, or tokens for a program. */
export type NextSession =
  | { readonly cookie: NewSession; readonly mark: BrowserMark | null }
  | { readonly tokens: TokenPair };

/** A response, and the session that goes with it. */
export interface Rotated<Answer> {
  readonly next: NextSession;
  readonly answer: Answer;
}

/**
 * Ends every sign-in of the caller, and lets this one go on with a new secret, as old and as freshly proved as before: a copy of the old
 * secret is a thief's. Needs the member's lock.
 * @param end ends them
 * @throws AppError UNAUTHENTICATED if this one has ended
 */
export async function rotateSession(
  trx: Transaction<DB>,
  ctx: MemberContext,
  end: () => Promise<void>,
): Promise<NextSession> {
  const { token, kind, familyId } = ctx.session;
  const { id: userId } = ctx.viewer;
  const own = await trx
    .selectFrom("sessions")
    .select(["proof", "proved_at", "created_at"])
    .where("id_hash", "=", hashSecret(token))
    .executeTakeFirst();
  if (!own) throw new AppError("UNAUTHENTICATED");
  const mark = await stayingKnown(trx, ctx, end);
  const proved = own.proved_at && { by: proofKind.parse(own.proof), at: own.proved_at };
  const beganAt = own.created_at;
  if (kind === "bearer") return { tokens: await issueTokens(trx, userId, ctx, { familyId, beganAt, proved }) };
  const { userAgent, subnet: network } = ctx;
  const cookie = await openSession(trx, userId, { familyId, kind, userAgent, network, proved, beganAt });
  return { cookie, mark };
}

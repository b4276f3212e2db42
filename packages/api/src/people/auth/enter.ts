import type { browserLoginOutput, ErrorCode, loginOutput, ProofKind, User } from "@bbux/contract";
import type { DB } from "@bbux/db";
import type { Transaction } from "kysely";
import type { z } from "zod";
import type { BrowserMark, Context } from "../../platform/context/index.ts";
import { AppError } from "../../platform/errors/errors.ts";
import { noteLanguage } from "../../platform/language/index.ts";
import { withEffects } from "../../platform/transactions/index.ts";
import { requireNotClosing } from "../closing/index.ts";
import { mailSoon } from "../notifications/index.ts";
import { comeBy } from "../reputation/index.ts";
import { requireNotFrozen } from "../security-holds/index.ts";
import type { Attempt } from "./auth.limits.ts";
import { getMe } from "./auth.queries.ts";
import type { NewSession, Proved } from "./session-core.ts";
import { endFamilies, endUnused, signIn, signInByCookie } from "./sign-in.ts";
import { type Client, tellOfSignIn } from "./sign-in-events.ts";

/** A response, the session for the browser's cookie, and the account for which the browser is known from now on. */
export interface SignedIn<Answer> {
  readonly cookie: NewSession;
  readonly mark: BrowserMark;
  readonly answer: Answer;
}

/** What a sign-in opens, for whom. */
export interface Door<Answer> {
  readonly client: Client;
  open(
    trx: Transaction<DB>,
    userId: string,
    ctx: Context,
    proved: Proved,
  ): Promise<{ readonly cookie: NewSession; answer(user: User): Answer }>;
}

/** A cookie, and a bearer and a refresh token for clients without cookies. */
export const forPrograms: Door<z.infer<typeof loginOutput>> = {
  client: "program",
  async open(trx, userId, ctx, proved) {
    const { cookie, tokens } = await signIn(trx, userId, ctx, proved);
    return { cookie, answer: (user) => ({ success: true, ...tokens, user }) };
  },
};

/** A cookie alone, so that no script ever sees a token. */
export const forBrowsers: Door<z.infer<typeof browserLoginOutput>> = {
  client: "browser",
  async open(trx, userId, ctx, proved) {
    return { cookie: await signInByCookie(trx, userId, ctx, proved), answer: (user) => ({ success: true, user }) };
  },
};

/** Who signs in, and how they proved it. */
export interface Entrant {
  readonly mark: BrowserMark;
  readonly by: ProofKind;
  /** When, if not right now. */
  readonly provedAt?: Date | null;
  /** The second factor, if one was used. */
  readonly factor: ProofKind | null;
  /** Whether the browser's cookie says that it has signed in to the account before. */
  readonly isKnown: boolean;
}

const RIGHT_BUT_REFUSED: readonly ErrorCode[] = ["SECOND_FACTOR_REQUIRED", "ACCOUNT_CLOSING", "ACCOUNT_FROZEN"];

/**
 * Signs in whom `prove` finds, tells them of it, and takes the attempts back that were counted as failed.
 * @throws AppError ACCOUNT_CLOSING, ACCOUNT_FROZEN, and what `prove` throws
 */
export async function enter<Answer>(
  ctx: Context,
  { client, open }: Door<Answer>,
  attempts: readonly Attempt[],
  prove: (trx: Transaction<DB>) => Promise<Entrant>,
): Promise<SignedIn<Answer>> {
  const { opened, isTold, mark } = await withEffects(ctx, async (trx, effects) => {
    const { mark: own, by, provedAt = null, factor, isKnown } = await prove(trx);
    const { userId: member } = own;
    ctx.nameMember(member);
    await requireNotClosing(trx, member);
    await requireNotFrozen(trx, member);
    // Only from a known browser: otherwise a thief could choose the language of the mails that warn about them.
    if (isKnown) await noteLanguage(trx, ctx, member);
    const session = await open(trx, member, ctx, { by, at: provedAt });
    const told = await tellOfSignIn(trx, effects, ctx, { member, client, isKnown, factor });
    return { opened: session, isTold: told, mark: own };
  }).catch(async (error: unknown) => {
    // What was given was right, so it isn't a failed sign-in.
    const isRight = error instanceof AppError && RIGHT_BUT_REFUSED.includes(error.code);
    if (isRight) await takeBack(attempts);
    throw error;
  });
  if (isTold) await mailSoon(ctx);
  await takeBack(attempts);
  return { cookie: opened.cookie, mark, answer: opened.answer(await cameIn(ctx, mark.userId)) };
}

async function takeBack(attempts: readonly Attempt[]): Promise<void> {
  for (const attempt of attempts) await attempt.takeBack();
}

/** The key for limits on the member's own browser, if the account knows it. */
export function ownBrowser(ctx: Context, mark: BrowserMark): string | null {
  const device = ctx.knownDevice(mark);
  return device && `device:${device}:${mark.userId}`;
}

/** What follows every sign-in. @returns the member */
async function cameIn(ctx: Context, userId: string): Promise<User> {
  // Ends the browser's previous sign-in, which nothing could reach anymore.
  if (ctx.session?.kind === "cookie" && ctx.viewer?.id === userId) {
    await endFamilies(ctx.db, userId, [ctx.session.familyId]);
  }
  await endUnused(ctx, userId);
  await comeBy(ctx, userId);
  return getMe(ctx, userId);
}

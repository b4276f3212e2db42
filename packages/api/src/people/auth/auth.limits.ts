import type { Context, LimitName } from "../../platform/context/index.ts";
import { hashSecret } from "../../platform/proofs/index.ts";

type Caller = Pick<Context, "network" | "subnet" | "consume" | "tryConsume" | "giveBack">;

/**
 * Counts an attempt to sign in as failed, which {@link Attempt.takeBack} undoes. Nothing counts by account alone, so nobody can
 * lock its owner out: by address, by network, and by account and network. A browser that has signed in to the account before has an
 * allowance of its own, and the others' once that is spent, so a copy of its cookie locks nobody out either (docs/adr/0034).
 * @param from.own the key of such a browser
 * @throws AppError RATE_LIMITED
 */
export async function countAttempt(
  ctx: Caller,
  { email, own }: { readonly email: string; readonly own: string | null },
): Promise<Attempt> {
  if (own !== null && (await ctx.tryConsume("signIn", own))) return attempt(ctx, [["signIn", own]]);
  // The narrowest first, so that what one address is refused doesn't use up its whole network's allowance.
  const keys = [
    ["signIn", `address:${ctx.network}`],
    ["signInNetwork", ctx.subnet],
    ["signIn", `account:${accountKey(email)}@${ctx.subnet}`],
  ] as const;
  for (const [limit, key] of keys) await ctx.consume(limit, key);
  return attempt(ctx, keys);
}

/** The same for a passkey or a wallet, which don't say whose they are before they have been verified. @throws AppError RATE_LIMITED */
export async function countKeyAttempt(ctx: Caller): Promise<Attempt> {
  const keys = [
    ["signIn", `address:${ctx.network}`],
    ["signInNetwork", ctx.subnet],
  ] as const;
  for (const [limit, key] of keys) await ctx.consume(limit, key);
  return attempt(ctx, keys);
}

export interface Attempt {
  /** For one that succeeded, or whose password wasn't compared. */
  takeBack(): Promise<void>;
}

function attempt(ctx: Caller, keys: readonly (readonly [LimitName, string])[]): Attempt {
  return {
    async takeBack() {
      for (const [limit, key] of keys) await ctx.giveBack(limit, key);
    },
  };
}

/**
 * Counts a failed sign-in to an account. From a number on, its owner hears of it, by a job, so that the response takes as long for an
 * address without an account.
 */
export async function countFailure(ctx: Pick<Context, "tryConsume" | "enqueue">, email: string): Promise<void> {
  if (await ctx.tryConsume("failedSignIns", accountKey(email))) return;
  // A failed sign-in stays one, even if nothing can be queued.
  await ctx.enqueue("failed-sign-ins", { email }).catch(() => undefined);
}

/** Counts a sign-up, a mail with a link, or the use of a link. @throws AppError RATE_LIMITED */
export async function countVisitor(ctx: Pick<Caller, "network" | "subnet" | "consume">): Promise<void> {
  await ctx.consume("account", ctx.network);
  await ctx.consume("accountNetwork", ctx.subnet);
}

/**
 * Counts a mail to an account. Requests from other networks don't count.
 * @param account what the caller knows it by: an email address or a member's id
 * @throws AppError RATE_LIMITED
 */
export function countMail(ctx: Pick<Caller, "subnet" | "consume">, account: string): Promise<void> {
  return ctx.consume("account", `mail:${accountKey(account)}@${ctx.subnet}`);
}

/** However it is spelled, and without telling which. */
function accountKey(email: string): string {
  return hashSecret(email.toLowerCase()).toString("base64url");
}

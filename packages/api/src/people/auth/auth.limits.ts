import type { Context, LimitName } from "../../platform/context/index.ts";
import { hashSecret } from "../../platform/proofs/index.ts";
import { accountKey } from "../password-check/index.ts";

type Caller = Pick<Context, "network" | "subnet" | "region" | "consume" | "tryConsume" | "giveBack">;
type Keys = readonly (readonly [LimitName, string])[];

/**
 * Counts an attempt to sign in as failed, which {@link Attempt.takeBack} undoes. Nothing counts by account alone, so nobody can
 * lock its owner out: by address, by account and network, by network, and by region. A browser that has signed in to the account
 * before has an allowance of its own, and the others' once that is spent, so a copy of its cookie locks nobody out either
 * (docs/adr/0034).
 * @param from.own the key of such a browser
 * @throws AppError RATE_LIMITED
 */
export async function countAttempt(
  ctx: Caller,
  { email, own }: { readonly email: string; readonly own: string | null },
): Promise<Attempt> {
  if (own !== null && (await ctx.tryConsume("signIn", own))) return attempt(ctx, [["signIn", own]]);
  return consumeAll(ctx, [["signIn", `account:${accountKey(email)}@${ctx.subnet}`]]);
}

/** The same for a passkey or a wallet, which don't say whose they are before they have been verified. @throws AppError RATE_LIMITED */
export function countKeyAttempt(ctx: Caller): Promise<Attempt> {
  return consumeAll(ctx, []);
}

/** The narrowest first, so that what one address is refused doesn't use up the allowance of what is around it. */
async function consumeAll(ctx: Caller, more: Keys): Promise<Attempt> {
  const keys: Keys = [
    ["signIn", `address:${ctx.network}`],
    ...more,
    ["signInNetwork", ctx.subnet],
    ["signInRegion", ctx.region],
  ];
  for (const [limit, key] of keys) await ctx.consume(limit, key);
  return attempt(ctx, keys);
}

export interface Attempt {
  /** For one that succeeded, or whose password wasn't compared. */
  takeBack(): Promise<void>;
}

function attempt(ctx: Caller, keys: Keys): Attempt {
  return {
    async takeBack() {
      for (const [limit, key] of keys) await ctx.giveBack(limit, key);
    },
  };
}

/** Counts a sign-up or a mail with a link. @throws AppError RATE_LIMITED */
export async function countVisitor(ctx: Pick<Caller, "network" | "subnet" | "region" | "consume">): Promise<void> {
  await ctx.consume("account", ctx.network);
  await ctx.consume("accountNetwork", ctx.subnet);
  await ctx.consume("accountRegion", ctx.region);
}

/**
 * Counts the use of a mailed link. A valid one has an allowance of its own, so nobody who signs up or tries links in the same network
 * keeps its owner from using it.
 * @param isValid whether it is one of ours, used and expired ones included
 * @throws AppError RATE_LIMITED
 */
export function countLink(ctx: Pick<Caller, "network" | "consume">, token: string, isValid: boolean): Promise<void> {
  return ctx.consume("link", isValid ? hashSecret(token).toString("base64url") : ctx.network);
}

/**
 * Counts a mail to an account. Requests from other networks don't count.
 * @param account what the caller knows it by: an email address or a member's id
 * @throws AppError RATE_LIMITED
 */
export function countMail(ctx: Pick<Caller, "subnet" | "consume">, account: string): Promise<void> {
  return ctx.consume("account", `mail:${accountKey(account)}@${ctx.subnet}`);
}

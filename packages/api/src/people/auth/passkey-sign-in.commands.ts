import type { browserLoginOutput, loginOutput, passkeyLoginInput, User } from "@bbux/contract";
import type { DB } from "@bbux/db";
import type { Transaction } from "kysely";
import type { z } from "zod";
import type { Context } from "../../platform/context/index.ts";
import { usePasskey } from "../factors/index.ts";
import { cameIn, type SignedIn } from "./auth.commands.ts";
import { countPasskeyAttempt } from "./auth.limits.ts";
import type { Proved } from "./session-core.ts";
import { provedNow, signIn, signInByCookie } from "./sign-in.ts";

type Input = z.infer<typeof passkeyLoginInput>;

/**
 * Signs in with a passkey, without a password or a code, by cookie and with a bearer and a refresh token (docs/adr/0041).
 * @throws AppError RATE_LIMITED, PASSKEY_REFUSED
 */
export async function passkeyLogin(ctx: Context, input: Input): Promise<SignedIn<z.infer<typeof loginOutput>>> {
  const { opened, user } = await loginWith(ctx, input, (trx, userId, proved) => signIn(trx, userId, ctx, proved));
  return { cookie: opened.cookie, answer: { success: true, ...opened.tokens, user } };
}

/** The same for a browser: by cookie alone. @throws AppError as {@link passkeyLogin} */
export async function passkeyLoginBrowser(
  ctx: Context,
  input: Input,
): Promise<SignedIn<z.infer<typeof browserLoginOutput>>> {
  const { opened, user } = await loginWith(ctx, input, (trx, userId, proved) =>
    signInByCookie(trx, userId, ctx, proved),
  );
  return { cookie: opened, answer: { success: true, user } };
}

async function loginWith<Opened>(
  ctx: Context,
  { passkey }: Input,
  open: (trx: Transaction<DB>, userId: string, proved: Proved) => Promise<Opened>,
): Promise<{ readonly opened: Opened; readonly user: User }> {
  const attempt = await countPasskeyAttempt(ctx);
  const at = await ctx.databaseNow();
  const { userId, opened } = await ctx.db.transaction().execute(async (trx) => {
    const owner = await usePasskey(trx, ctx, { passkey, at });
    return { userId: owner, opened: await open(trx, owner, provedNow("passkey")) };
  });
  await attempt.takeBack();
  return { opened, user: await cameIn(ctx, userId) };
}

import type { browserLoginOutput, loginOutput, passkeyLoginInput, User } from "@bbux/contract";
import type { DB } from "@bbux/db";
import type { Transaction } from "kysely";
import type { z } from "zod";
import type { Context } from "../../platform/context/index.ts";
import { withEffects } from "../../platform/transactions/index.ts";
import { mailSoon } from "../notifications/index.ts";
import { usePasskey } from "../second-factor/index.ts";
import { cameIn, type SignedIn } from "./auth.commands.ts";
import { countPasskeyAttempt } from "./auth.limits.ts";
import type { Proved } from "./session-core.ts";
import { provedNow, signIn, signInByCookie } from "./sign-in.ts";
import { type Client, tellOfSignIn } from "./sign-in-events.ts";

type Input = z.infer<typeof passkeyLoginInput>;

/**
 * Signs in with a passkey, without a password or a code, by cookie and with a bearer and a refresh token (docs/adr/0041).
 * @throws AppError RATE_LIMITED, PASSKEY_REFUSED
 */
export async function passkeyLogin(ctx: Context, input: Input): Promise<SignedIn<z.infer<typeof loginOutput>>> {
  const { opened, user } = await loginWith(ctx, input, "program", (trx, userId, proved) =>
    signIn(trx, userId, ctx, proved),
  );
  return { cookie: opened.cookie, answer: { success: true, ...opened.tokens, user } };
}

/** The same for a browser: by cookie alone. @throws AppError as {@link passkeyLogin} */
export async function passkeyLoginBrowser(
  ctx: Context,
  input: Input,
): Promise<SignedIn<z.infer<typeof browserLoginOutput>>> {
  const { opened, user } = await loginWith(ctx, input, "browser", (trx, userId, proved) =>
    signInByCookie(trx, userId, ctx, proved),
  );
  return { cookie: opened, answer: { success: true, user } };
}

async function loginWith<Opened>(
  ctx: Context,
  { passkey }: Input,
  client: Client,
  open: (trx: Transaction<DB>, userId: string, proved: Proved) => Promise<Opened>,
): Promise<{ readonly opened: Opened; readonly user: User }> {
  const attempt = await countPasskeyAttempt(ctx);
  const at = await ctx.databaseNow();
  const { userId, opened, isTold } = await withEffects(ctx, async (trx, effects) => {
    const member = await usePasskey(trx, ctx, { passkey, at });
    const result = await open(trx, member, provedNow("passkey"));
    const { email } = await trx.selectFrom("users").select("email").where("id", "=", member).executeTakeFirstOrThrow();
    const isKnown = email !== null && ctx.knownDevice(email) !== null;
    const told = await tellOfSignIn(trx, effects, ctx, { member, client, isKnown, factor: "passkey" });
    return { userId: member, opened: result, isTold: told };
  });
  if (isTold) await mailSoon(ctx);
  await attempt.takeBack();
  return { opened, user: await cameIn(ctx, userId) };
}

import type { passkeyLoginInput } from "@bbux/contract";
import type { z } from "zod";
import type { Context } from "../../platform/context/index.ts";
import { usePasskey } from "../second-factor/index.ts";
import { countKeyAttempt } from "./auth.limits.ts";
import { type Door, enter, ownBrowser, type SignedIn } from "./enter.ts";
import { browserMark } from "./sign-in.ts";

/**
 * Signs in with a passkey, without a password or a code (docs/adr/0041).
 * @throws AppError RATE_LIMITED, PASSKEY_REFUSED, WAY_IN_SUSPENDED
 */
export async function passkeyLogin<Answer>(
  ctx: Context,
  { passkey }: z.infer<typeof passkeyLoginInput>,
  door: Door<Answer>,
): Promise<SignedIn<Answer>> {
  const attempt = await countKeyAttempt(ctx);
  const at = await ctx.databaseNow();
  return enter(ctx, door, [attempt], async (trx) => {
    const userId = await usePasskey(trx, ctx, { passkey, at });
    const mark = await browserMark(trx, userId);
    return { mark, by: "passkey", factor: "passkey", isKnown: ownBrowser(ctx, mark) !== null };
  });
}

import type { ChainTest, testMailOutput } from "@bbux/contract";
import type { z } from "zod";
import { countMail } from "../../people/auth/index.ts";
import type { MemberContext } from "../../platform/context/index.ts";
import { translate } from "../../platform/language/index.ts";

type MailTest = z.infer<typeof testMailOutput>;

/**
 * Sends a mail to the address, now, and says what came of it. A failure is a result, because the operator is to read it.
 * @throws AppError RATE_LIMITED
 */
export async function testMail(ctx: MemberContext, to: string): Promise<MailTest> {
  await countMail(ctx, ctx.viewer.id);
  try {
    await ctx.mailTest.send(to, ctx.language() ?? "en");
  } catch (error) {
    return { success: true, ok: false, message: `The mail server refused it: ${reasonOf(error)}` };
  }
  if (!ctx.mailTest.isConfigured) {
    const message = "No mail server is configured, so no email was sent. The message is a file in the data directory.";
    return { success: true, ok: false, message };
  }
  return { success: true, ok: true, message: `The mail server accepted an email to ${to}. Check that it arrives.` };
}

/** Asks the chain's node and the signer something, at the same time, and says in the caller's language what they answered. */
export async function testChain(ctx: MemberContext): Promise<ChainTest> {
  const [chain, signer] = await Promise.all([askChain(ctx), askSigner(ctx)]);
  const language = ctx.language() ?? "en";
  const said = <R extends { readonly message: string }>(result: R): R => ({
    ...result,
    message: translate(language, result.message),
  });
  return { success: true, chain: said(chain), signer: said(signer) };
}

async function askChain({ chain, chainRpc }: MemberContext): Promise<ChainTest["chain"]> {
  try {
    const slot = Number((await chain.finalizedHeight()).slot);
    return { ok: true, slot, message: `The ${chainRpc.cluster} node answers. Its latest final slot is ${slot}.` };
  } catch {
    // The error may contain the node's URL, and with it a key.
    const message = "The node doesn't answer. Check SOLANA_RPC_URL, and that this machine may reach it.";
    return { ok: false, slot: null, message };
  }
}

async function askSigner({ signer }: MemberContext): Promise<ChainTest["signer"]> {
  try {
    await signer.view();
    return { ok: true, message: "The signer answers and has its keys." };
  } catch {
    return {
      ok: false,
      message: "The signer isn't responding. No deposit addresses can be created, and nothing is paid.",
    };
  }
}

/** The first line, without what a server may add for programs. */
function reasonOf(error: unknown): string {
  const [line = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
  return line.slice(0, 200);
}

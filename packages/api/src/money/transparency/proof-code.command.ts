import type { setProofCodeInput } from "@bbux/contract";
import { sql } from "kysely";
import type { z } from "zod";
import type { MemberContext } from "../../platform/context/index.ts";

/**
 * Changes the code that, with the deposit address, leads to the caller's leaves. The next checkpoint is the first with it.
 * @returns the new code, a random one for null
 */
export async function setProofCode(ctx: MemberContext, { code }: z.infer<typeof setProofCodeInput>): Promise<string> {
  const { proof_code } = await ctx.db
    .updateTable("wallets")
    .set({ proof_code: code ?? sql<string>`default` })
    .where("user_id", "=", ctx.viewer.id)
    .returning("proof_code")
    .executeTakeFirstOrThrow();
  return proof_code;
}

import type { proposeTagInput, proposeTagOutput } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { sql, type Transaction } from "kysely";
import type { z } from "zod";
import { spendAllowance } from "../../people/trust/index.ts";
import type { MemberContext } from "../../platform/context/index.ts";
import { AppError, requireAllowed } from "../../platform/errors/errors.ts";
import { lockTagNames, requireNewTag } from "../tags/index.ts";
import { getProposal, proposerOf } from "./tag-proposals.queries.ts";
import { mayPropose } from "./tag-proposals.rules.ts";

/**
 * Proposes a tag, which staff approve or decline.
 * @throws AppError TAG_REPUTATION, TOO_MANY_TAG_PROPOSALS, TAG_EXISTS, TAG_PROPOSED, TAG_LIMIT
 */
export async function proposeTag(
  ctx: MemberContext,
  { name, description, reason }: z.infer<typeof proposeTagInput>,
): Promise<z.infer<typeof proposeTagOutput>> {
  return ctx.db.transaction().execute(async (trx) => {
    await lockTagNames(trx);
    requireAllowed(mayPropose(await proposerOf(trx, ctx)));
    await requireNewTag(trx, name);
    await requireNotProposed(trx, name);
    const { id } = await trx
      .insertInto("tag_proposals")
      .values({ user_id: ctx.viewer.id, name, description, reason, created_at: ctx.now() })
      .returning("id")
      .executeTakeFirstOrThrow();
    await spendAllowance(trx, ctx, { tags: 1 });
    return { success: true, proposal: await getProposal(trx, id) };
  });
}

async function requireNotProposed(trx: Transaction<DB>, name: string): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select name from tag_proposals where key = tag_key(${name}) and status = 'OPEN'`.execute(trx);
  const [open] = rows;
  if (!open) return;
  const message = `A tag named ${open.name} has been proposed already. You can use it once staff approve it.`;
  throw new AppError("TAG_PROPOSED", { message, details: open });
}

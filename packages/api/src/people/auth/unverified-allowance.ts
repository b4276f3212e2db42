import { DAY_MS, UNVERIFIED } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { sql, type Transaction } from "kysely";
import { isUnverified, type MemberContext } from "../../platform/context/index.ts";
import { AppError } from "../../platform/errors/errors.ts";

const KINDS = {
  posts: { most: UNVERIFIED.posts, says: "one question" },
  answers: { most: UNVERIFIED.answers, says: "three answers" },
} as const;

/**
 * Requires that a member whose address isn't confirmed has published no more than they may in 24 hours, with what this transaction has
 * just inserted. What they deleted since counts, too.
 * @throws AppError EMAIL_UNVERIFIED
 */
export async function requireAllowance(
  trx: Transaction<DB>,
  ctx: MemberContext,
  kind: keyof typeof KINDS,
): Promise<void> {
  if (!isUnverified(ctx)) return;
  const { most, says } = KINDS[kind];
  // Two at the same time count one after the other. Points for the post lock the member at this place, too.
  await sql`select from users where id = ${ctx.viewer.id} for no key update`.execute(trx);
  const { published } = await trx
    .selectFrom(kind)
    .select(({ fn }) => fn.countAll<string>().as("published"))
    .where("author_id", "=", ctx.viewer.id)
    .where("created_at", ">", new Date(ctx.now().getTime() - DAY_MS))
    .executeTakeFirstOrThrow();
  if (Number(published) <= most) return;
  const message = `Until you confirm your email address, you can publish ${says} a day. Open the link that we sent you, or ask for a new one.`;
  throw new AppError("EMAIL_UNVERIFIED", { message });
}

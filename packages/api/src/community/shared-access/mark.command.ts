import type { markPublicPlaceInput } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { sql, type Transaction } from "kysely";
import type { z } from "zod";
import { areRivalsOfAnySql, type Person } from "../../content/posts/index.ts";
import { ownAccounts } from "../../people/established/index.ts";
import { audit } from "../../platform/audit-log/audit.command.ts";
import type { MemberContext } from "../../platform/context/index.ts";
import { AppError } from "../../platform/errors/errors.ts";

type Place = z.infer<typeof markPublicPlaceInput>;

/**
 * Marks a network or wallet as a public place, which ties nobody, or takes the mark away (docs/adr/0039). Recorded in the audit log; again it
 * changes nothing.
 * @throws AppError NOT_FOUND for what no member has used, HAS_INTEREST for what the admin, another account of theirs or a rival uses
 */
export async function markPublicPlace(ctx: MemberContext, place: Place): Promise<void> {
  const at = ctx.now();
  await ctx.db.transaction().execute(async (trx) => {
    const judge = { ...ctx, accounts: await ownAccounts(trx, ctx) };
    await refuseRivalsPlace(trx, judge, place);
    if (place.isPublic) await refuseOwnPlace(trx, judge, place);
    const has = place.isPublic ? await mark(trx, ctx.viewer.id, place, at) : await unmark(trx, place);
    if (!has) return;
    await audit(trx, {
      actor: ctx.viewer.id,
      action: place.isPublic ? "PUBLIC_PLACE_MARKED" : "PUBLIC_PLACE_UNMARKED",
      reason: place.reason,
      details: { kind: place.kind, trace: place.trace },
      at,
    });
  });
}

const OWN: Record<Place["kind"], string> = {
  network: "You use this network yourself, or an account that counts as yours does",
  wallet: "You use this wallet yourself, or an account that counts as yours does",
};
const RIVALS: Record<Place["kind"], string> = {
  network: "You take part in the same unpaid bounty as a member who uses this network, so someone else must decide",
  wallet: "You take part in the same unpaid bounty as a member who uses this wallet, so someone else must decide",
};
const UNUSED: Record<Place["kind"], string> = {
  network: "No member has used this network",
  wallet: "No member has used this wallet",
};

/** Whether votes count together decides who is paid, so nobody decides that for their rivals, or for those of another account they use. */
async function refuseRivalsPlace(trx: Transaction<DB>, judge: Person, { kind, trace }: Place): Promise<void> {
  const { rows } = await sql<{ rivals: boolean }>`
    select exists (select from account_traces t where t.kind = ${kind} and t.trace = ${trace}
      and ${areRivalsOfAnySql(judge, sql`t.user_id`)}) as rivals`.execute(trx);
  if (rows[0]?.rivals) throw new AppError("HAS_INTEREST", { message: RIVALS[kind] });
}

async function refuseOwnPlace(trx: Transaction<DB>, { accounts }: Person, { kind, trace }: Place): Promise<void> {
  const own = await sql`
    select from account_traces where user_id = any (${accounts}::bigint[]) and kind = ${kind} and trace = ${trace} limit 1`.execute(
    trx,
  );
  if (own.rows.length > 0) throw new AppError("HAS_INTEREST", { message: OWN[kind] });
}

async function mark(trx: Transaction<DB>, by: string, { kind, trace, reason }: Place, at: Date): Promise<boolean> {
  const { rows } = await sql<{ marked: boolean }>`
    with marked as (
      insert into public_traces (kind, trace, reason, marked_by, created_at)
      select ${kind}, ${trace}, ${reason}, ${by}::bigint, ${at}::timestamptz
       where exists (select from account_traces where kind = ${kind} and trace = ${trace})
      on conflict do nothing returning kind)
    select exists (select from marked) as marked
     where exists (select from account_traces where kind = ${kind} and trace = ${trace})`.execute(trx);
  if (!rows[0]) throw new AppError("NOT_FOUND", { message: UNUSED[kind] });
  return rows[0].marked;
}

async function unmark(trx: Transaction<DB>, { kind, trace }: Place): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom("public_traces")
    .where("kind", "=", kind)
    .where("trace", "=", trace)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

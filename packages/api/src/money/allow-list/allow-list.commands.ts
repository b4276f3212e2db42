import { destinationProblem } from "@bbux/chain";
import {
  ALLOW_LIST,
  type AllowList,
  type allowAddressInput,
  type disallowAddressInput,
  type SecurityEventKind,
  type setAllowListInput,
} from "@bbux/contract";
import type { DB } from "@bbux/db";
import { sql, type Transaction } from "kysely";
import type { z } from "zod";
import { type EventDetails, mailSoon, recordSecurityEvent } from "../../people/notifications/index.ts";
import { lockWallet } from "../../people/security-holds/index.ts";
import type { MemberContext } from "../../platform/context/index.ts";
import { AppError, invalidField } from "../../platform/errors/errors.ts";
import { requireOpenSession } from "../../platform/proofs/index.ts";
import { type Effects, withEffects } from "../../platform/transactions/index.ts";
import { getAllowList } from "./allow-list.queries.ts";

const later = sql`clock_timestamp() + make_interval(hours => ${ALLOW_LIST.hours})`;

/**
 * Puts an address on the member's list, to be used 48 hours later; one that is on it gets the new label.
 * @throws AppError VALIDATION_ERROR for what can't be an address, ALLOW_LIST_FULL
 */
export function allowAddress(
  ctx: MemberContext,
  { address: given, label }: z.infer<typeof allowAddressInput>,
): Promise<AllowList> {
  const address = given.trim();
  const problem = destinationProblem(address);
  if (problem) throw invalidField("address", problem);
  return change(ctx, async (trx, tell) => {
    const member = ctx.viewer.id;
    const { rows } = await sql<{ others: number }>`
      select count(*)::int as others from allowed_addresses where user_id = ${member} and address <> ${address}`.execute(
      trx,
    );
    if ((rows[0]?.others ?? 0) >= ALLOW_LIST.max) throw new AppError("ALLOW_LIST_FULL");
    const added = await sql<{ until: Date; isNew: boolean }>`
      insert into allowed_addresses as a (user_id, address, label, added_at, usable_at)
      values (${member}, ${address}, ${label}, clock_timestamp(), ${later})
      on conflict (user_id, address) do update set label = excluded.label
      returning usable_at as until, xmax = 0 as "isNew"`.execute(trx);
    const [row] = added.rows;
    if (row?.isNew) await tell("allowed_address_added", { destination: address, until: row.until.toISOString() });
  });
}

/** Takes an address off the member's list, at once; one that isn't on it changes nothing. */
export function disallowAddress(
  ctx: MemberContext,
  { address }: z.infer<typeof disallowAddressInput>,
): Promise<AllowList> {
  return change(ctx, async (trx, tell) => {
    const { numDeletedRows } = await trx
      .deleteFrom("allowed_addresses")
      .where("user_id", "=", ctx.viewer.id)
      .where("address", "=", address.trim())
      .executeTakeFirst();
    if (numDeletedRows > 0n) await tell("allowed_address_removed", { removed: [address.trim()] });
  });
}

/** Turns the member's list on at once, or off 48 hours later, so that someone else who does it is noticed. */
export function setAllowList(ctx: MemberContext, { on }: z.infer<typeof setAllowListInput>): Promise<AllowList> {
  return change(ctx, async (trx, tell) => {
    const member = ctx.viewer.id;
    if (on) {
      const { rows } = await sql`
        insert into allow_lists as l (user_id, since) values (${member}, clock_timestamp())
        on conflict (user_id) do update set off_at = null, since = clock_timestamp() where l.off_at is not null
        returning user_id`.execute(trx);
      if (rows.length > 0) await tell("allow_list_on", {});
      return;
    }
    const { rows } = await sql<{ until: Date }>`
      update allow_lists set off_at = ${later} where user_id = ${member} and off_at is null
      returning off_at as until`.execute(trx);
    const [row] = rows;
    if (row) await tell("allow_list_off", { until: row.until.toISOString() });
  });
}

type Tell = (kind: SecurityEventKind, details: EventDetails) => Promise<void>;

/** Changes the list under the lock that withdrawals take first. @returns the list after it */
async function change(
  ctx: MemberContext,
  run: (trx: Transaction<DB>, tell: Tell) => Promise<void>,
): Promise<AllowList> {
  const member = ctx.viewer.id;
  const list = await withEffects(ctx, async (trx, effects: Effects) => {
    await lockWallet(trx, member);
    await requireOpenSession(trx, ctx);
    await run(trx, (kind, details) =>
      recordSecurityEvent(trx, effects, { member, kind, from: ctx, details, at: ctx.now() }),
    );
    return getAllowList(trx, ctx);
  });
  await mailSoon(ctx);
  return list;
}

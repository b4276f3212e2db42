import { BOARD_ROWS, type CommunityBoard } from "@bbux/contract";
import type { Database } from "@bbux/db";
import { bountiesPaidSql } from "@bbux/ledger";
import { type RawBuilder, sql } from "kysely";
import { AUTHOR_JSON } from "../../content/parts/index.ts";
import { isoTime, keptFor } from "../../platform/queries/index.ts";

/** How old the board may be (ms). */
const BOARD_MS = 60_000;

/** Returns what goes on in the community, for everyone the same, from at most a minute ago: each list is one index's first rows. */
export const getBoard = keptFor(BOARD_MS, readBoard);

async function readBoard(db: Database, now: Date): Promise<CommunityBoard> {
  const month = monthOf(now);
  const { rows } = await sql<CommunityBoard>`
    select ${listOf(endingSoon(now))} as "endingSoon", ${listOf(openVotes(now))} as "openVotes",
      ${listOf(popularTags)} as "popularTags", ${month.name} as month,
      ${listOf(topEarners(month))} as "topEarners"`.execute(db);
  const [board] = rows;
  if (!board) throw new Error("The board gave no row");
  return board;
}

/** The rows of a query, in its order, as a JSON array. */
function listOf(query: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select coalesce(json_agg(row_to_json(x)), '[]') from (${query}) as x)`;
}

function endingSoon(now: Date) {
  return sql`
    select p.id::text, p.title, trim_scale(p.bounty_amount / 1000000000.0) as reward,
      ${sql.raw(isoTime("p.bounty_expires_at"))} as "bountyExpiresAt"
    from posts p where p.deleted_at is null and p.bounty_status = 'ESCROWED' and p.bounty_expires_at > ${now}
    order by p.bounty_expires_at, p.id limit ${sql.lit(BOARD_ROWS.bounties)}`;
}

/** Requests that moderators decide, because too few members can vote, aren't open to members. */
function openVotes(now: Date) {
  const most = sql.lit(BOARD_ROWS.votes);
  return sql`
    select kind, id, title, ${sql.raw(isoTime("closes_at"))} as "closesAt" from (
      (select 'refund' as kind, r.id::text, p.title, r.expires_at as closes_at
        from refund_requests r join posts p on p.id = r.post_id and p.deleted_at is null
        where r.status = 'PENDING' and not r.by_moderators and r.expires_at > ${now}
        order by r.expires_at, r.id limit ${most})
      union all
      (select 'proposal', o.id::text, o.title, o.closes_at from proposals o
        where o.status = 'OPEN' and o.closes_at > ${now} order by o.closes_at, o.id limit ${most})
    ) as votes order by closes_at, id limit ${most}`;
}

const popularTags = sql`
  select name, post_count as "postCount" from tags where post_count > 0
  order by post_count desc, name limit ${sql.lit(BOARD_ROWS.tags)}`;

interface Month {
  /** `2026-03` */
  readonly name: string;
  readonly from: Date;
  readonly until: Date;
}

/** The calendar month of a time, in UTC. */
export function monthOf(at: Date): Month {
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()];
  return {
    name: at.toISOString().slice(0, 7),
    from: new Date(Date.UTC(year, month)),
    until: new Date(Date.UTC(year, month + 1)),
  };
}

/** Members who left or are suspended are nobody to look up to. */
function topEarners({ from, until }: Month) {
  return sql`
    select ${sql.raw(AUTHOR_JSON)} as author, trim_scale(e.earned / 1000000000.0) as earned, e.bounties from (
      select member::bigint as id, sum(amount) as earned, count(*)::int as bounties
      from ${bountiesPaidSql(from, until)} as paid group by member
    ) as e join users u on u.id = e.id and u.deleted_at is null and u.suspended_at is null
    order by e.earned desc, e.bounties desc, u.id limit ${sql.lit(BOARD_ROWS.earners)}`;
}

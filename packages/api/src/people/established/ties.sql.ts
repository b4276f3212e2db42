import { TIES } from "@bbux/contract";
import { type RawBuilder, sql } from "kysely";
import { type Bar, countsAsEstablishedSql } from "./established.sql.ts";

interface Pair {
  /** Members' ids. */
  readonly one: RawBuilder<unknown>;
  readonly other: RawBuilder<unknown>;
  /** The moment that decides: what both used in the 30 days before it, or since, ties them. */
  readonly at: RawBuilder<unknown>;
}

/**
 * Whether two members are tied: they used the same device, network or wallet within 30 days (docs/adr/0039). A network or wallet that
 * many established members share, or that an admin has marked, is a public place and ties nobody.
 */
export function tiedSql(pair: Pair, bar: Bar, now: Date): RawBuilder<boolean> {
  return shareTraceSql(
    pair,
    (since) => sql`
      (x.kind = 'device' or not ${isPublicSql({ kind: sql.ref("x.kind"), trace: sql.ref("x.trace"), since }, bar, now)})`,
  );
}

/** Whether two members used the same browser within 30 days before a moment, or since: they may be one person. */
export function shareBrowserSql(pair: Pair): RawBuilder<boolean> {
  return shareTraceSql(pair, () => sql`x.kind = 'device'`);
}

/** @param counts which of the first one's traces `x` count */
function shareTraceSql(
  { one, other, at }: Pair,
  counts: (since: RawBuilder<unknown>) => RawBuilder<unknown>,
): RawBuilder<boolean> {
  const since = sql`${at} - make_interval(days => ${TIES.days})`;
  return sql<boolean>`exists (
    select from account_traces x join account_traces y on y.kind = x.kind and y.trace = x.trace
     where x.user_id = ${one} and y.user_id = ${other} and x.seen_at >= ${since} and y.seen_at >= ${since}
       and ${counts(since)})`;
}

/** Whether a network or wallet is a public place, by an admin's mark or by how many established members used it since then. */
export function isPublicSql(
  { kind, trace, since }: Record<"kind" | "trace" | "since", RawBuilder<unknown>>,
  bar: Bar,
  now: Date,
): RawBuilder<boolean> {
  return sql<boolean>`(
    exists (select from public_traces marked where marked.kind = ${kind} and marked.trace = ${trace})
    or ${TIES.crowd} <= (select count(*) from (
      select from account_traces there
       where there.kind = ${kind} and there.trace = ${trace} and there.seen_at >= ${since}
         and (select ${countsAsEstablishedSql("crowd", bar, now)} from users crowd where crowd.id = there.user_id)
       limit ${TIES.crowd}) as crowd))`;
}

import { type endOthersOutput, type listSessionsOutput, SESSION } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { type Kysely, sql, type Transaction } from "kysely";
import type { z } from "zod";
import type { BrowserMark, MemberContext } from "../../platform/context/index.ts";
import { AppError } from "../../platform/errors/errors.ts";
import { type Effects, withEffects } from "../../platform/transactions/index.ts";
import {
  endFamiliesIn,
  endOtherFamilies,
  forgetDevices,
  MOST_OPEN,
  type Rotated,
  rotateSession,
  sessionsEnded,
  stayingKnown,
  voidEmailChange,
} from "../auth/index.ts";
import { mailSoon, recordSecurityEvent } from "../notifications/index.ts";
import { lockCaller } from "../second-factor/index.ts";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

interface Row {
  readonly id: string;
  readonly kind: "cookie" | "bearer";
  readonly user_agent: string | null;
  readonly network: string | null;
  readonly created_at: Date;
  readonly used_at: Date | null;
  readonly expires_at: Date;
}

/**
 * Returns the caller's open sign-ins, the current one first, then the last used: those with a live session or a usable refresh token. A browser's is
 * of kind cookie; one whose cookie session has ended is an API client's.
 */
export async function listSessions(ctx: MemberContext): Promise<z.infer<typeof listSessionsOutput>> {
  const rows = await openFamilies(ctx.db, ctx.viewer.id, ctx.now(), ctx.session.familyId);
  return {
    sessions: rows.map(({ id, kind, user_agent, network, created_at, used_at, expires_at }) => ({
      id,
      current: id === ctx.session.familyId,
      kind,
      userAgent: user_agent,
      network,
      createdAt: created_at.toISOString(),
      lastUsedAt: used_at?.toISOString() ?? null,
      expiresAt: expires_at.toISOString(),
    })),
  };
}

/** The open sign-ins of a member, the last used first. @param current the one that comes before them */
export async function openFamilies(
  db: Kysely<DB>,
  userId: string,
  now: Date,
  current: string | null = null,
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    with families as (
      select family_id from sessions where user_id = ${userId} and expires_at > ${now}
      union
      select family_id from refresh_tokens where user_id = ${userId} and spent_at is null and expires_at > ${now}
    )
    select f.family_id::text as id, s.user_agent, s.network, s.used_at,
      case when s.browser then 'cookie' else 'bearer' end as kind,
      coalesce(s.created_at, r.began_at) as created_at,
      least(greatest(s.expires_at, r.expires_at), coalesce(s.created_at, r.began_at) + make_interval(days => ${SESSION.absoluteDays})) as expires_at
    from families f
    cross join lateral (
      select min(created_at) as created_at, max(expires_at) as expires_at, max(user_agent) as user_agent,
        (array_agg(network order by created_at desc))[1] as network, max(used_at) as used_at,
        coalesce(bool_or(kind = 'cookie' and expires_at > ${now}), false) as browser
      from sessions where family_id = f.family_id
    ) as s
    cross join lateral (
      select max(expires_at) as expires_at, min(began_at) as began_at from refresh_tokens
      where family_id = f.family_id and spent_at is null and expires_at > ${now}
    ) as r
    order by (f.family_id = ${current}::uuid) desc nulls last, s.used_at desc nulls last, created_at desc, id limit ${MOST_OPEN}`.execute(
    db,
  );
  return rows;
}

/**
 * Ends one of the caller's sign-ins, including the current one. Its browser or program is unknown then.
 * @returns also what the caller's own browser is known by from now on; null if that is as before
 * @throws AppError NOT_FOUND, also for another member's
 */
export async function endSession(
  ctx: MemberContext,
  familyId: string,
): Promise<{ readonly answer: { success: true }; readonly mark: BrowserMark | null }> {
  const own = UUID.test(familyId) && (await isFamilyOf(ctx.db, familyId, ctx.viewer.id));
  if (!own) throw new AppError("NOT_FOUND", { message: "Session not found" });
  const mark = await withEffects(ctx, async (trx, effects) => {
    await lockCaller(trx, ctx);
    await endFamiliesIn(trx, [familyId]);
    // Ending the current one is signing out.
    if (familyId === ctx.session.familyId) return null;
    await voidEmailChange(trx, ctx.viewer.id);
    const mark = await stayingKnown(trx, ctx, () => forgetDevices(trx, ctx.viewer.id));
    await tellOfEnded(trx, effects, ctx, 1);
    return mark;
  });
  await mailSoon(ctx);
  sessionsEnded(ctx, ctx.viewer.id);
  return { answer: { success: true }, mark };
}

async function isFamilyOf(db: Kysely<DB>, familyId: string, userId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from sessions where family_id = ${familyId}::uuid and user_id = ${userId}
    union all
    select 1 from refresh_tokens where family_id = ${familyId}::uuid and user_id = ${userId} and spent_at is null
    limit 1`.execute(db);
  return rows.length > 0;
}

/** Ends every sign-in of the caller; the current one goes on with a new secret. */
export async function endOtherSessions(ctx: MemberContext): Promise<Rotated<z.infer<typeof endOthersOutput>>> {
  const { id: userId } = ctx.viewer;
  const now = ctx.now();
  const { next, ended } = await withEffects(ctx, async (trx, effects) => {
    await lockCaller(trx, ctx);
    const open = await openFamilies(trx, userId, now);
    const session = await rotateSession(trx, ctx, () => endOtherFamilies(trx, userId, null));
    const others = open.filter(({ id }) => id !== ctx.session.familyId).length;
    if (others > 0) await tellOfEnded(trx, effects, ctx, others);
    return { next: session, ended: others };
  });
  await mailSoon(ctx);
  sessionsEnded(ctx, userId);
  return { next, answer: { success: true, ended } };
}

/** A thief may be who ended them, to be alone. */
function tellOfEnded(trx: Transaction<DB>, effects: Effects, ctx: MemberContext, ended: number): Promise<void> {
  const { id: member } = ctx.viewer;
  return recordSecurityEvent(trx, effects, {
    member,
    kind: "sessions_ended",
    from: ctx,
    details: { ended },
    at: ctx.now(),
  });
}

import {
  DAY_MS,
  ESTABLISHED,
  PARAMETERS,
  TRUST_KINDS,
  type Trust,
  type TrustAllowance,
  type TrustKind,
  type TrustLevel,
  type TrustLimit,
  trustLimit,
} from "@bbux/contract";
import type { DB } from "@bbux/db";
import { type Kysely, sql } from "kysely";
import type { MemberContext, Services } from "../../platform/context/index.ts";
import { AppError, requireAllowed } from "../../platform/errors/errors.ts";
import { neededPointsSql } from "../established/index.ts";
import { mayUse } from "./trust.rules.ts";
import { trustLevelSql } from "./trust.sql.ts";

type Needs = Pick<Services, "parameterDefaults" | "verifiesEmail" | "now">;

/** Returns a member's trust level now. @throws AppError UNAUTHENTICATED for one who doesn't exist */
export async function trustLevelOf(db: Kysely<DB>, ctx: Needs, member: string): Promise<TrustLevel> {
  const { rows } = await sql<{ level: TrustLevel }>`
    select ${trustLevelSql("u", ctx, ctx.now())} as level from users u where u.id = ${member}`.execute(db);
  const [row] = rows;
  if (!row) throw new AppError("UNAUTHENTICATED");
  return row.level;
}

/**
 * Refuses an upload beyond the bytes that a member's trust level allows within 24 hours.
 * @param upload.amount its bytes
 * @param upload.total of these 24 hours, with it
 * @param upload.roomFrom when it would have room, if a member may upload so many bytes
 * @throws AppError UPLOAD_LIMIT
 */
export async function requireUploadsOf(
  db: Kysely<DB>,
  ctx: MemberContext,
  upload: { readonly amount: number; readonly total: number; roomFrom(most: number): Date },
): Promise<void> {
  const level = await trustLevelOf(db, ctx, ctx.viewer.id);
  // The day of what has to be over first.
  const dayStart = new Date(upload.roomFrom(trustLimit(level, "uploads").day).getTime() - DAY_MS);
  const { amount, total: dayUsed } = upload;
  const use = { kind: "uploads", amount, dayUsed, dayStart, minuteUsed: 0, minuteStart: dayStart } as const;
  requireAllowed(mayUse(level, use, ctx.now()));
}

interface Row {
  readonly level: TrustLevel;
  readonly points: number;
  readonly needed: string;
  readonly created_at: Date;
  readonly uses: readonly { readonly kind: TrustKind; readonly start: string; readonly used: number }[];
}

/** Returns the caller's trust level, what the next one takes, and what they can still do today, in one round trip. */
export async function getTrust(ctx: MemberContext): Promise<Trust> {
  const now = ctx.now();
  const since = new Date(now.getTime() - DAY_MS);
  const { rows } = await sql<Row>`
    select ${trustLevelSql("u", ctx, now)} as level, u.trusted_points as points, ${neededPointsSql(ctx)} as needed,
      u.created_at, coalesce((
        select json_agg(x) from (
          select kind, day_start as start, day_used as used from trust_uses where user_id = u.id and day_start > ${since}
          union all
          select 'uploads', min(created_at), sum(bytes)::bigint from uploads where owner_id = u.id and created_at > ${since}
          having count(*) > 0) as x), '[]') as uses
    from users u where u.id = ${ctx.viewer.id}`.execute(ctx.db);
  const [row] = rows;
  if (!row) throw new AppError("UNAUTHENTICATED");
  return {
    success: true,
    level: row.level,
    next: nextOf(row, now),
    isLimited: ctx.limitsByTrust,
    allowances: TRUST_KINDS.map((kind) => allowanceOf(row, kind)),
  };
}

function nextOf({ level, points, needed, created_at }: Row, now: Date): Trust["next"] {
  if (level === "staff" || level === "established") return null;
  const oldEnoughAt = new Date(created_at.getTime() + ESTABLISHED.accountDays * DAY_MS);
  return {
    level: level === "new" ? "verified" : "established",
    confirmEmail: level === "new",
    points,
    pointsNeeded: Number(needed) || Number(PARAMETERS.establishedPoints.default),
    oldEnoughAt: oldEnoughAt > now ? oldEnoughAt.toISOString() : null,
  };
}

function allowanceOf({ level, uses }: Row, kind: TrustKind): TrustAllowance {
  const limit: TrustLimit = trustLimit(level, kind);
  const use = uses.find((one) => one.kind === kind);
  const used = use?.used ?? 0;
  const until = use ? new Date(new Date(use.start).getTime() + DAY_MS).toISOString() : null;
  return { kind, day: limit.day, minute: limit.minute ?? null, used, left: Math.max(0, limit.day - used), until };
}

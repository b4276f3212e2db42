import { factor, type listFactorsOutput, SECOND_FACTOR } from "@bbux/contract";
import { sql } from "kysely";
import type { z } from "zod";
import type { MemberContext } from "../../platform/context/index.ts";

/** Returns the caller's second factors, and when one is needed. */
export async function listFactors(ctx: MemberContext): Promise<z.infer<typeof listFactorsOutput>> {
  const { rows } = await sql<{ factors: unknown; codes: number; required_from: Date | null }>`
    select coalesce((
             select jsonb_agg(jsonb_build_object('id', f.id::text, 'kind', f.kind, 'name', f.name, 'createdAt', f.confirmed_at,
                                                 'lastUsedAt', f.last_used_at, 'suspendedAt', f.suspended_at) order by f.confirmed_at)
               from factors f where f.user_id = u.id and f.confirmed_at is not null), '[]') as factors,
           (select count(*)::int from recovery_codes c where c.user_id = u.id and c.used_at is null) as codes,
           case when u.role <> 'user' then u.staff_since + make_interval(days => ${SECOND_FACTOR.graceDays}) end as required_from
      from users u where u.id = ${ctx.viewer.id}`.execute(ctx.db);
  const [row] = rows;
  return {
    factors: factor.array().parse(row?.factors ?? []),
    recoveryCodesLeft: row?.codes ?? 0,
    requiredFrom: ctx.staffNeedFactor ? (row?.required_from?.toISOString() ?? null) : null,
  };
}

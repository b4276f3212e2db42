import { login, type waysInOutput } from "@bbux/contract";
import { sql } from "kysely";
import type { z } from "zod";
import type { MemberContext } from "../../platform/context/index.ts";
import { isActiveFactor } from "../../platform/queries/index.ts";
import { isAvailable } from "../logins/index.ts";

/** Returns what signs the caller in. */
export async function listWaysIn(ctx: MemberContext): Promise<z.infer<typeof waysInOutput>> {
  const { rows } = await sql<{ has_password: boolean; passkeys: number; logins: unknown }>`
    select u.password_hash is not null as has_password,
           (select count(*)::int from factors f
             where f.user_id = u.id and f.kind = 'passkey' and ${isActiveFactor}) as passkeys,
           coalesce((
             select jsonb_agg(jsonb_build_object('id', l.id::text, 'kind', l.kind, 'name', l.name,
                                                 'subject', coalesce(l.label, l.subject),
                                                 'available', ${isAvailable(ctx)},
                                                 'createdAt', l.created_at, 'lastUsedAt', l.last_used_at,
                                                 'suspendedAt', l.suspended_at) order by l.id)
               from linked_logins l where l.user_id = u.id), '[]') as logins
      from users u where u.id = ${ctx.viewer.id}`.execute(ctx.db);
  const [row] = rows;
  return {
    hasPassword: row?.has_password ?? false,
    passkeys: row?.passkeys ?? 0,
    logins: login.array().parse(row?.logins ?? []),
  };
}

import type { AllowList } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { type Kysely, sql } from "kysely";
import { isListOn } from "../../people/security-holds/index.ts";
import type { MemberContext } from "../../platform/context/index.ts";
import { isoTime } from "../../platform/queries/index.ts";

/** Returns a member's list, and whether it is on. */
export async function getAllowList(db: Kysely<DB>, { viewer }: Pick<MemberContext, "viewer">): Promise<AllowList> {
  const { rows } = await sql<AllowList>`
    select coalesce(bool_or(${isListOn}), false) as "isOn",
      max(${sql.raw(isoTime("l.off_at"))}) filter (where ${isListOn}) as "offAt",
      (select coalesce(json_agg(json_build_object('address', a.address, 'label', a.label,
          'addedAt', ${sql.raw(isoTime("a.added_at"))}, 'usableAt', ${sql.raw(isoTime("a.usable_at"))},
          'isUsable', a.usable_at <= clock_timestamp()) order by a.added_at desc, a.address), '[]')
         from allowed_addresses a where a.user_id = ${viewer.id}) as addresses
    from allow_lists l where l.user_id = ${viewer.id}`.execute(db);
  return rows[0] ?? { isOn: false, offAt: null, addresses: [] };
}

import { ESTABLISHED, type Standing } from "@bbux/contract";
import type { Database } from "@bbux/db";
import { sql } from "kysely";
import type { Services } from "../../platform/context/index.ts";
import { establishedSql, neededPoints, smallCommunitySql } from "./established.sql.ts";

type Needs = Pick<Services, "parameterDefaults" | "now">;

/** Returns whether a member is established now; false for nobody. */
export async function isEstablished(db: Database, { parameterDefaults, now }: Needs, member: string): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select ${establishedSql("u", parameterDefaults, now())} as is from users u where u.id = ${member}`.execute(db);
  return rows[0]?.is ?? false;
}

/** Returns a member's standing, in one round trip. */
export async function standingOf(
  db: Database,
  { parameterDefaults: defaults, now }: Needs,
  member: string,
): Promise<Standing> {
  const { rows } = await sql<{ is: boolean; staff: boolean; points: number; needed: number }>`
    select ${establishedSql("u", defaults, now())} as is, u.role in ('moderator', 'admin') as staff,
           u.trusted_points as points, ${neededPoints(defaults)}::int as needed from users u where u.id = ${member}`.execute(
    db,
  );
  const [row] = rows;
  if (!row) throw new Error("a member without an account");
  const { is, staff, points, needed } = row;
  return { isEstablished: needed === 0 || is, isStaff: staff, points, needed };
}

/** Returns whether there are too few established members to decide anything, and points are needed to be one. */
export async function isSmallCommunity(db: Database, { parameterDefaults, now }: Needs): Promise<boolean> {
  const small = smallCommunitySql(parameterDefaults, now(), ESTABLISHED.community);
  const { rows } = await sql<{ small: boolean }>`select ${small} as small`.execute(db);
  return rows[0]?.small ?? true;
}

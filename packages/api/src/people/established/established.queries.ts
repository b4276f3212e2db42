import { ESTABLISHED } from "@bbux/contract";
import type { Database } from "@bbux/db";
import { sql } from "kysely";
import type { Services } from "../../platform/context/index.ts";
import { type Bar, establishedSql, smallCommunitySql } from "./established.sql.ts";

type Needs = Bar & Pick<Services, "now">;

/** Returns whether a member is established now; false for nobody. */
export async function isEstablished(db: Database, needs: Needs, member: string): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select ${establishedSql("u", needs, needs.now())} as is from users u where u.id = ${member}`.execute(db);
  return rows[0]?.is ?? false;
}

/** Returns whether there are too few established members to decide anything, and points are needed to be one. */
export async function isSmallCommunity(db: Database, needs: Needs): Promise<boolean> {
  const small = smallCommunitySql(needs, needs.now(), ESTABLISHED.community);
  const { rows } = await sql<{ small: boolean }>`select ${small} as small`.execute(db);
  return rows[0]?.small ?? true;
}

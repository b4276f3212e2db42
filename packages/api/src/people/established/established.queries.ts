import type { Database } from "@bbux/db";
import { sql } from "kysely";
import type { Services } from "../../platform/context/index.ts";
import { type Bar, establishedSql } from "./established.sql.ts";

type Needs = Bar & Pick<Services, "now">;

/** Returns whether a member is established now; false for nobody. */
export async function isEstablished(db: Database, needs: Needs, member: string): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select ${establishedSql("u", needs, needs.now())} as is from users u where u.id = ${member}`.execute(db);
  return rows[0]?.is ?? false;
}

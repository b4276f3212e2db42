import { createTestDatabase } from "@bbux/db/testing";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { databaseUrlsOf, openDatabases } from "./databases.ts";
import { readEnv } from "./env.ts";

it("cancels statements of requests and jobs after two seconds, and later on a slow machine", async () => {
  const { url, drop } = await createTestDatabase();
  const timeouts = async (variables: Record<string, string>) => {
    const env = readEnv({ DATABASE_URL: url, ...variables });
    const { db, jobsDb, close } = await openDatabases(env, databaseUrlsOf(env, url), () => undefined);
    const asked = [db, jobsDb].map((each) => sql`show statement_timeout`.execute(each));
    const rows = (await Promise.all(asked)).map((answer) => answer.rows[0]);
    await close();
    return rows;
  };
  try {
    expect(await timeouts({})).toEqual([{ statement_timeout: "2s" }, { statement_timeout: "2s" }]);
    expect(await timeouts({ TIMEOUT_FACTOR: "2.5" })).toEqual([
      { statement_timeout: "5s" },
      { statement_timeout: "5s" },
    ]);
  } finally {
    await drop();
  }
});

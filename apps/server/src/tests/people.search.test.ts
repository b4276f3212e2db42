import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApp, type TestApp, type TestMember } from "../testing.ts";
import { call, ok, refused, refusesField } from "./support.ts";

let t: TestApp;
let ada: TestMember;
beforeAll(async () => {
  t = await createTestApp();
  ada = await t.member("Ada_L");
  for (const name of ["ada", "adam-9", "adA_b", "bob", "Zada"]) await t.member(name);
});
afterAll(() => t.close());

describe("members by the start of their name", () => {
  const search = async (name: string, limit = "") => {
    const { users } = ok(await call(t, "GET", `/users?name=${encodeURIComponent(name)}${limit}`, { as: ada }));
    return users.map((user: { username: string }) => user.username);
  };

  it("are found regardless of case, shortest name first", async () => {
    expect(await search("ADA")).toEqual(["ada", "adA_b", "Ada_L", "adam-9"]);
    expect(await search("ada_")).toEqual(["adA_b", "Ada_L"]);
    expect(await search("ada", "&limit=2")).toEqual(["ada", "adA_b"]);
    expect(await search("nobody")).toEqual([]);
  });

  it("are matched literally, without wildcards", async () => {
    for (const typed of ["%", "a%", "_da", "a*", "ada\\", "é"]) expect(await search(typed), typed).toEqual([]);
  });

  it("don't include closed accounts", async () => {
    const gone = await t.member("adagone");
    expect(await search("adag")).toEqual(["adagone"]);
    await t.database.ownerDb.updateTable("users").set({ deleted_at: new Date() }).where("id", "=", gone.id).execute();
    expect(await search("adag")).toEqual([]);
  });

  it("are found through an index, however many there are", async () => {
    const { rows } = await t.database.ownerDb.transaction().execute(async (trx) => {
      await sql`set local enable_seqscan = off`.execute(trx);
      return sql<{ "QUERY PLAN": string }>`
        explain select id from users where deleted_at is null and lower(username) ~>=~ 'ada'
        and lower(username) ~<~ 'ada~' order by lower(username) using ~<~ limit 5`.execute(trx);
    });
    const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
    expect(plan).toContain("users_by_name");
    expect(plan).not.toContain("Sort");
  });

  it("are available to members only, and require a prefix", async () => {
    refused(await call(t, "GET", "/users?name=ada"), 401, "UNAUTHENTICATED");
    refusesField(await call(t, "GET", "/users?name=%20", { as: ada }), "name");
    refusesField(await call(t, "GET", "/users?name=ada&limit=21", { as: ada }), "limit");
  });
});

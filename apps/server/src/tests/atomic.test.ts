import { UNIT } from "@bbux/contract";
import { audit, balanceOf, totals } from "@bbux/ledger";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTag, createTestApp, type TestApp, type TestMember } from "../testing.ts";
import { answer, ask, call, ok, refused } from "./support.ts";

/** Money and what it pays for are written together or not at all; these tests make one half or the other fail. */

let t: TestApp;
let asker: TestMember;
let helper: TestMember;
beforeAll(async () => {
  t = await createTestApp();
  await createTag(t.database, "money");
  asker = await t.member("asker", { balance: 100n * UNIT });
  helper = await t.member("helper");
  await sql`
    create function fail() returns trigger language plpgsql as $$ begin raise exception 'made to fail'; end $$
  `.execute(t.database.ownerDb);
});
afterAll(async () => {
  const { problems } = await audit(t.database.ownerDb);
  await t.close();
  expect(problems).toEqual([]);
});

/** Runs `work` while every such write to the table fails at the end of its transaction, after everything else was written. */
async function failing(event: "insert" | "update", table: string, work: () => Promise<void>): Promise<void> {
  const { ownerDb } = t.database;
  const on = sql`${sql.raw(event)} on ${sql.table(table)}`;
  await sql`
    create constraint trigger made_to_fail after ${on} deferrable initially deferred
    for each row execute function fail()`.execute(ownerDb);
  try {
    await work();
  } finally {
    await sql`drop trigger made_to_fail on ${sql.table(table)}`.execute(ownerDb);
  }
}

const read = async (id: string) => ok(await call(t, "GET", `/posts/${id}`)).post;
const count = async () => (await t.database.db.selectFrom("posts").select("id").execute()).length;
const balance = (who: TestMember) => balanceOf(t.database.db, "member", who.id);

describe.each([
  ["what it is for", "posts"],
  ["the money", "ledger_entries"],
] as const)("when %s cannot be written", (_, table) => {
  it("accepting marks nothing and pays nothing, and works afterward [C1.05 C4.22]", async () => {
    const postId = await ask(t, asker, { bountyAmount: 5 });
    const answerId = await answer(t, helper, postId);
    const [before, books] = [await read(postId), await totals(t.database.db)];
    const accept = () => call(t, "POST", `/posts/${postId}/answers/${answerId}/accept`, { as: asker });

    await failing(table === "posts" ? "update" : "insert", table, async () => {
      refused(await accept(), 500, "INTERNAL_ERROR");
    });

    expect(await read(postId)).toEqual(before);
    expect(await totals(t.database.db)).toEqual(books);
    expect(await balanceOf(t.database.db, "escrow", postId)).toBe(5n * UNIT);
    const earned = await balance(helper);
    expect(ok(await accept())).toEqual({ success: true });
    expect((await balance(helper)) - earned).toBe(5n * UNIT);
  });

  it("posting creates no post and takes no money [C5.08 M1.05]", async () => {
    const [posts, had, books] = [await count(), await balance(asker), await totals(t.database.db)];
    const body = { title: "How?", content: "Tell me", tags: ["money"], bountyAmount: 5 };
    await failing("insert", table, async () => {
      refused(await call(t, "POST", "/posts", { as: asker, body }), 500, "INTERNAL_ERROR");
    });
    expect([await count(), await balance(asker)]).toEqual([posts, had]);
    expect(await totals(t.database.db)).toEqual(books);
  });

  it("deleting leaves the post and the escrow unchanged [C4.29]", async () => {
    const postId = await ask(t, asker, { bountyAmount: 5 });
    const had = await balance(asker);
    await failing(table === "posts" ? "update" : "insert", table, async () => {
      refused(await call(t, "DELETE", `/posts/${postId}`, { as: asker }), 500, "INTERNAL_ERROR");
    });
    expect((await read(postId)).bountyStatus).toBe("ESCROWED");
    expect(await balanceOf(t.database.db, "escrow", postId)).toBe(5n * UNIT);
    expect(await balance(asker)).toBe(had);
  });
});

import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { holdLease, type Lease, LeaseBusy, LeaseLost, releaseLease, withLease } from "./lease.ts";
import { createTestDatabase, type TestDatabase } from "./testing.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

const leases = async () => (await sql<{ name: string }>`select name from leases order by 1`.execute(test.db)).rows;
const expire = (name: string) =>
  sql`update leases set expires_at = now() - interval '1 second' where name = ${name}`.execute(test.db);
const isAhead = async (name: string) =>
  (await sql<{ ahead: boolean }>`select expires_at > now() as ahead from leases where name = ${name}`.execute(test.db))
    .rows[0]?.ahead;
const addTag = (lease: Lease, name: string) =>
  lease.write(test.db, (trx) => trx.insertInto("tags").values({ name }).execute());
const hasTag = async (name: string) =>
  (await test.db.selectFrom("tags").select("id").where("name", "=", name).execute()).length > 0;

describe("a lease", () => {
  it("has one holder at a time: others wait, and none is left of it at the end", async () => {
    let working = 0;
    const most: number[] = [];
    const work = async () => {
      most.push(++working);
      await leases();
      working--;
    };
    await Promise.all([1, 2, 3, 4].map(() => withLease(test.db, "turns", work)));
    expect(most).toEqual([1, 1, 1, 1]);
    expect(await leases()).toEqual([]);
  });

  it("is released when the work fails, and one that stays busy is refused after the wait", async () => {
    await withLease(test.db, "busy", async () => {
      const second = withLease(test.db, "busy", async () => undefined, { waitMs: 0 });
      await expect(second).rejects.toThrow(LeaseBusy);
      throw new Error("failed");
    }).catch((error: unknown) => expect(String(error)).toContain("failed"));
    expect(await leases()).toEqual([]);
  });

  it("of a dead holder is taken over when it has expired by the database's clock, and not before", async () => {
    expect(await holdLease(test.db, "dead", "one", 60)).toBe(true);
    expect(await holdLease(test.db, "dead", "one", 60)).toBe(true);
    expect(await holdLease(test.db, "dead", "two", 60)).toBe(false);
    await expire("dead");
    expect(await holdLease(test.db, "dead", "two", 60)).toBe(true);
    expect(await holdLease(test.db, "dead", "one", 60)).toBe(false);
    await releaseLease(test.db, "dead", "one");
    expect(await leases()).toEqual([{ name: "dead" }]);
    await releaseLease(test.db, "dead", "two");
  });

  it("is renewed while the work goes on, also beside a transaction of it", async () => {
    await withLease(
      test.db,
      "long",
      async (lease) => {
        await expire("long");
        await expect.poll(() => isAhead("long")).toBe(true);
        await lease.write(test.db, async () => {
          await expire("long");
          await expect.poll(() => isAhead("long")).toBe(true);
        });
      },
      { seconds: 0.3 },
    );
  });

  it("that was lost keeps its former holder from writing, and from ending the next one's", async () => {
    await withLease(test.db, "lost", async (lease) => {
      await addTag(lease, "held");
      await expire("lost");
      expect(await holdLease(test.db, "lost", "another", 60)).toBe(true);
      await expect(addTag(lease, "lost")).rejects.toThrow(LeaseLost);
    });
    expect([await hasTag("held"), await hasTag("lost")]).toEqual([true, false]);
    expect(await leases()).toEqual([{ name: "lost" }]);
    await releaseLease(test.db, "lost", "another");
  });

  it("isn't taken over, although it has expired, as long as its holder is writing", async () => {
    await withLease(test.db, "writing", async (lease) => {
      await lease.write(test.db, async () => {
        await expire("writing");
        expect(await holdLease(test.db, "writing", "another", 60)).toBe(false);
      });
      expect(await holdLease(test.db, "writing", "another", 60)).toBe(true);
    });
    await releaseLease(test.db, "writing", "another");
  });
});

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Court, createCourt, flag, moderate, REASON, suspend, thing, unsuspend } from "./moderation.support.ts";
import { ask, call, ok, refused } from "./support.ts";

let court: Court;
beforeAll(async () => {
  court = await createCourt();
});
afterAll(() => court.stop());

const find = async (query: string, as = court.mona) =>
  ok(await call(court.t, "GET", `/moderation/users?${query}`, { as }));
const names = async (query: string): Promise<string[]> =>
  (await find(query)).members.map(({ username }: { username: string }) => username);

describe("the members list for moderators", () => {
  it("finds members by any part of their name, sorted by name, in pages [C6.24]", async () => {
    expect(await names("search=HELP")).toEqual(["helper"]);
    expect(await names("search=m&limit=2")).toEqual(["milo", "mona"]);
    const all = await find("limit=4&page=2");
    expect(all.pagination).toEqual({ page: 2, limit: 4, total: 6, pages: 2 });
    expect(all.members).toHaveLength(2);
  });

  it("searches literally, with SQL wildcards as ordinary characters", async () => {
    expect(await names("search=%25")).toEqual([]);
    expect(await names("search=t_a")).toEqual(["root_admin"]);
    expect(await names("search=o_t")).toEqual([]);
  });

  it("shows whether and why members are suspended, and how often they were flagged [C6.24]", async () => {
    const { t, mona, helper, reader, asker } = court;
    const [first, second] = [await ask(t, helper), await ask(t, helper)];
    for (const id of [first, second]) ok(await flag(t, reader, thing("post", id)));
    ok(await flag(t, asker, thing("user", helper.id)));
    ok(await moderate(t, mona, "hide", thing("post", first)));
    ok(await suspend(t, mona, helper.id, true));
    expect(await names("suspended=true")).toEqual(["helper"]);
    expect(await names("suspended=false")).not.toContain("helper");
    expect((await find("search=helper")).members).toEqual([
      {
        id: helper.id,
        username: "helper",
        role: "user",
        reputationPoints: expect.any(Number),
        createdAt: expect.any(String),
        suspendedAt: expect.any(String),
        suspensionReason: REASON,
        votingFraud: true,
        withdrawalFreeze: null,
        openFlags: 2,
        upheldFlags: 1,
      },
    ]);
    ok(await unsuspend(t, mona, helper.id));
    expect((await find("search=helper")).members).toMatchObject([{ suspendedAt: null, suspensionReason: null }]);
  });

  it("shows until when and why withdrawals are frozen, and whether an admin did it", async () => {
    const { t, root, reader } = court;
    const body = { reason: REASON, days: 2 };
    ok(await call(t, "POST", `/moderation/users/${reader.id}/freeze-withdrawals`, { as: root, body }));
    expect((await find("search=reader")).members).toMatchObject([
      { withdrawalFreeze: { until: expect.stringMatching(/^\d{4}-.*Z$/), reason: REASON, byAdmin: true } },
    ]);
  });

  it("shows no email address, and is for moderators and admins only", async () => {
    const { t, asker, root } = court;
    expect(JSON.stringify(await find("search=asker"))).not.toContain("@");
    ok(await call(t, "GET", "/moderation/users", { as: root }));
    refused(await call(t, "GET", "/moderation/users", { as: asker }), 403, "FORBIDDEN");
  });
});

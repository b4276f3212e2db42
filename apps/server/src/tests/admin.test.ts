import { raiseAlert, stopWithdrawals } from "@bbux/api/operator";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestMember } from "../testing.ts";
import {
  type Court,
  createCourt,
  flag,
  hidden,
  judge,
  REASON,
  soundBooks,
  suspend,
  thing,
} from "./moderation.support.ts";
import { answer, ask, call, ok, refused, refusesField } from "./support.ts";

let court: Court;
beforeAll(async () => {
  court = await createCourt();
});
afterAll(() => court.stop());

const get = async (path: string, as: TestMember = court.root) => ok(await call(court.t, "GET", path, { as }));
const post = (path: string, body: object, as: TestMember = court.root) => call(court.t, "POST", path, { as, body });
const setRole = (id: string, role: string, as: TestMember = court.root) =>
  call(court.t, "PUT", `/admin/users/${id}/role`, { as, body: { role } });
const names = async (query: string): Promise<string[]> =>
  (await get(`/admin?${query}`)).users.map(({ username }: { username: string }) => username);
const log = async (query = ""): Promise<Record<string, unknown>[]> => (await get(`/admin/audit-log?${query}`)).entries;

describe("the list of members", () => {
  it("returns every documented field, in pages [C3.29 C7.59]", async () => {
    const { t, asker, helper, mona } = court;
    await answer(t, helper, await ask(t, asker));
    ok(await suspend(t, mona, helper.id));
    const joined = t.database.db.selectFrom("users").select("created_at").where("id", "=", helper.id);
    const { created_at: createdAt } = await joined.executeTakeFirstOrThrow();
    const { users, pagination } = await get("/admin?search=helper");
    expect(pagination).toEqual({ page: 1, limit: 20, total: 1, pages: 1 });
    expect(users).toEqual([
      {
        id: helper.id,
        username: "helper",
        email: "helper@example.org",
        role: "user",
        integrityScore: 5,
        // A sign-in and a first answer, minus a suspension.
        reputationPoints: -93,
        createdAt: createdAt.toISOString(),
        suspendedAt: expect.stringMatching(/Z$/),
        suspensionReason: REASON,
        lastSeenAt: expect.any(String),
        postCount: 0,
        answerCount: 1,
      },
    ]);
    const all = (await get("/admin?limit=100")).users.length;
    const pages = [];
    for (let page = 1; page <= Math.ceil(all / 2); page++) pages.push(...(await names(`limit=2&page=${page}`)));
    expect(pages).toEqual(await names("limit=100"));
    refusesField(await call(t, "GET", "/admin?limit=101", { as: court.root }), "limit");
  });

  it("matches parts of names and addresses in any case, and treats LIKE wildcards as ordinary characters", async () => {
    const { t } = court;
    for (const name of ["under_score", "underXscore", "Percy100"]) await t.member(name);
    const email = "odd%one@example.org";
    await t.database.ownerDb.updateTable("users").set({ email }).where("username", "=", "Percy100").execute();
    expect((await names("search=UNDER")).sort()).toEqual(["underXscore", "under_score"]);
    expect(await names("search=r_s")).toEqual(["under_score"]);
    expect(await names("search=d%25o")).toEqual(["Percy100"]);
    expect(await names("search=%25%25%25")).toEqual([]);
    expect(await names("search=%5C")).toEqual([]);
    expect((await names("search=@example.org&limit=100")).length).toBeGreaterThan(8);
    expect(await names("search=under_score@example")).toEqual(["under_score"]);
    expect(await names("search=nobody")).toEqual([]);
    expect((await names("search=%20")).length).toBeGreaterThan(8);
  });

  it("sorts and filters", async () => {
    const { t } = court;
    const set = (username: string, to: object) =>
      t.database.ownerDb.updateTable("users").set(to).where("username", "=", username).execute();
    await set("underXscore", { reputation_points: 900, integrity_score: 2 });
    await set("Percy100", { reputation_points: 800, integrity_score: 9 });
    expect((await names("sort=reputation")).slice(0, 2)).toEqual(["underXscore", "Percy100"]);
    expect((await names("sort=integrity"))[0]).toBe("Percy100");
    expect((await names("sort=newest"))[0]).toBe("Percy100");
    expect((await names("sort=oldest"))[0]).toBe("mona");
    const sorted = await names("sort=username&limit=100");
    expect(sorted).toEqual([...sorted].sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)));
    expect(await names("role=moderator&sort=username")).toEqual(["milo", "mona"]);
    expect(await names("suspended=true")).toEqual(["helper"]);
    expect(await names("suspended=false")).not.toContain("helper");
    await set("underXscore", { reputation_points: 0 });
    await set("Percy100", { reputation_points: 0 });
  });

  it("leaves out closed accounts", async () => {
    const { t } = court;
    const gone = await t.member("gone_one");
    ok(await call(t, "POST", "/auth/delete-account", { as: gone, body: { password: gone.password } }));
    expect(await names("search=deleted-")).toEqual([]);
  });
});

describe("the statistics", () => {
  it("count members by role, content, and open items [C3.30 C7.60]", async () => {
    const { t, asker, reader, mona } = court;
    const before = (await get("/admin/stats")).stats;
    const id = await ask(t, asker);
    ok(await flag(t, reader, thing("post", id)));
    await t.member("newcomer");
    const other = await ask(t, asker);
    const hiding = await hidden(t, mona, thing("post", other));
    ok(await post(`/moderation/hidden/${hiding}/appeal`, { reason: "No" }, asker));
    ok(
      await post("/tags/proposals", { name: "vector search", description: "By meaning", reason: "No tag fits" }, mona),
    );
    await raiseAlert(t.services, { kind: "large_deposit", subject: "figures", detail: "5 SOL" });
    const { stats } = await get("/admin/stats");
    const more = (name: string) => stats[name] - before[name];
    for (const name of [
      "totalUsers",
      "userCount",
      "newThisWeek",
      "totalPosts",
      "openFlags",
      "openAppeals",
      "openTagProposals",
      "openAlerts",
    ]) {
      expect([name, more(name)]).toEqual([name, 1]);
    }
    expect(stats).toMatchObject({ moderatorCount: 2, adminCount: 1, suspendedCount: 1 });
    expect(stats.totalUsers).toBe(stats.userCount + stats.moderatorCount + stats.adminCount);
  });
});

describe("granting a role", () => {
  it("is for admins, takes effect with the next call, notifies the member, and is recorded in the audit log [C6.16 C6.18 C7.61]", async () => {
    const { t, mona } = court;
    const member = await t.member("climber");
    refused(await setRole(member.id, "admin", mona), 403, "FORBIDDEN");
    refused(await setRole(member.id, "admin", member), 403, "FORBIDDEN");
    for (const path of ["/admin", "/admin/stats"]) {
      for (const as of [mona, member]) refused(await call(t, "GET", path, { as }), 403, "FORBIDDEN");
    }
    expect(ok(await setRole(member.id, "moderator"))).toMatchObject({ success: true, user: { role: "moderator" } });
    ok(await call(t, "GET", "/moderation/counts", { as: member }));
    ok(await setRole(member.id, "user"));
    refused(await call(t, "GET", "/moderation/counts", { as: member }), 403, "FORBIDDEN");
    ok(await setRole(member.id, "user"));
    expect((await log("subject=CLIMBER")).map(({ actor, action, details }) => [actor, action, details])).toEqual([
      ["root_admin", "ROLE_CHANGED", { from: "moderator", to: "user" }],
      ["root_admin", "ROLE_CHANGED", { from: "user", to: "moderator" }],
    ]);
    refused(await setRole("999999999", "user"), 404, "NOT_FOUND");
    refusesField(await setRole(member.id, "king"), "role");
  });

  it("keeps the last admin, who can be demoted once there is another [C6.19]", async () => {
    const { t, root } = court;
    refused(await setRole(root.id, "user"), 409, "LAST_ADMIN");
    const other = await judge(t, "second_admin", "admin");
    ok(await setRole(root.id, "user", other));
    refused(await call(t, "GET", "/admin", { as: root }), 403, "FORBIDDEN");
    refused(await setRole(other.id, "moderator", other), 409, "LAST_ADMIN");
    ok(await setRole(root.id, "admin", other));
    ok(await setRole(other.id, "user", other));
  });

  it("never makes a suspended member an admin or moderator", async () => {
    const { helper } = court;
    refused(await setRole(helper.id, "admin"), 409, "CONFLICT");
    ok(await setRole(helper.id, "user"));
  });
});

describe("the audit log", () => {
  it("is for admins, lists the latest entry first, and filters by action, actor, and subject [C6.27]", async () => {
    const { t, mona, asker } = court;
    refused(await call(t, "GET", "/admin/audit-log", { as: mona }), 403, "FORBIDDEN");
    const all = await log("limit=100");
    const ids = all.map(({ id }) => Number(id));
    expect(ids).toEqual([...ids].sort((a, b) => b - a));
    expect(new Set((await log("action=content_hidden")).map(({ action }) => action))).toEqual(
      new Set(["CONTENT_HIDDEN"]),
    );
    expect(new Set((await log("actor=MONA")).map(({ actor }) => actor))).toEqual(new Set(["mona"]));
    expect(new Set((await log("subject=asker")).map(({ subject }) => subject))).toEqual(new Set(["asker"]));
    expect(await log("actor=nobody")).toEqual([]);
    expect((await log("limit=2&page=2")).map(({ id }) => id)).toEqual(all.slice(2, 4).map(({ id }) => id));
    expect(asker.username).toBe("asker");
  });

  it("is append-only, as enforced by the database", async () => {
    const { db, ownerDb } = court.t.database;
    await expect(sql`update audit_log set reason = 'x'`.execute(ownerDb)).rejects.toThrow("only ever added to");
    await expect(sql`delete from audit_log`.execute(ownerDb)).rejects.toThrow("only ever added to");
    await expect(sql`delete from audit_log`.execute(db)).rejects.toThrow(/permission denied/);
  });
});

describe("payments", () => {
  it("are paused and resumed by an admin, whose name and reason are recorded", async () => {
    const { t, root } = court;
    const stopped = ok(await post("/admin/withdrawals/stop", { reason: "A leak" }));
    expect(stopped.money.stopped).toMatchObject({ reason: "A leak" });
    expect(ok(await post("/admin/withdrawals/stop", { reason: "Another" })).money.stopped.reason).toBe("A leak");
    expect(ok(await post("/admin/withdrawals/resume", { reason: "Mended" })).money.stopped).toBeNull();
    ok(await post("/admin/withdrawals/resume", { reason: "Mended" }));
    await stopWithdrawals(t.services, "By itself");
    ok(await post("/admin/withdrawals/resume", { reason: "Seen to" }));
    const rows = (await log("limit=4")).map(({ actor, action, reason }) => [actor, action, reason]);
    expect(rows).toEqual([
      [root.username, "WITHDRAWALS_RESUMED", "Seen to"],
      [null, "WITHDRAWALS_STOPPED", "By itself"],
      [root.username, "WITHDRAWALS_RESUMED", "Mended"],
      [root.username, "WITHDRAWALS_STOPPED", "A leak"],
    ]);
    refusesField(await post("/admin/withdrawals/stop", { reason: " " }), "reason");
  });

  it("list waiting withdrawals, unclaimed payments, and alerts, which are closed once, with a reason", async () => {
    const { t, asker, root } = court;
    const body = { amount: 2, destinationAddress: "GoJwLhUYu6bTyV3SkCjeVy3LbG1TQfBkM9oETqXrk93x" };
    await call(t, "POST", "/wallet/withdraw", { as: asker, body });
    await raiseAlert(t.services, { kind: "withdrawal_stuck", subject: "77", detail: "for an hour" });
    const money = await get("/admin/money");
    const { rows } = await sql<{ count: number; amount: string }>`
      select count(*)::int as count, trim_scale(coalesce(sum(amount), 0) / 1000000000.0)::text as amount
      from withdrawals where state in ('REQUESTED', 'SIGNED', 'SENT')`.execute(t.database.db);
    expect(money.openWithdrawals).toEqual(rows[0]);
    const alert = money.alerts.find(({ subject }: { subject: string }) => subject === "77");
    expect(alert).toMatchObject({ kind: "withdrawal_stuck", detail: "for an hour", since: expect.any(String) });
    const done = ok(await post(`/admin/alerts/${alert.id}/close`, { reason: "Paid by hand" }));
    expect(done.money.alerts.map(({ id }: { id: string }) => id)).not.toContain(alert.id);
    refused(await post(`/admin/alerts/${alert.id}/close`, { reason: "Again" }), 409, "CONFLICT");
    refused(await post("/admin/alerts/999999999/close", { reason: "None" }), 404, "NOT_FOUND");
    expect((await log("action=ALERT_CLOSED"))[0]).toMatchObject({
      actor: root.username,
      targetType: "alert",
      targetId: alert.id,
      reason: "Paid by hand",
      details: { kind: "withdrawal_stuck", subject: "77" },
    });
    const { closed } = await t.database.db
      .selectFrom("alerts")
      .select((eb) => eb("closed_at", "is not", null).as("closed"))
      .where("id", "=", alert.id)
      .executeTakeFirstOrThrow();
    expect(closed).toBe(true);
  });

  it("that are unclaimed are assigned to a member or the float, once, with a reason", async () => {
    const { t, reader } = court;
    const item = async (n: number) => {
      const { rows } = await sql<{ id: string }>`
        with item as (
          insert into suspense_items (signature, address, amount, slot, reason)
          values (${`sig${n}`}, 'somewhere', 1000000000, 1, 'unknown_sender') returning id, signature, address, amount
        )
        select item.id::text, x.transfer_id from item, ledger_post('deposit_unclaimed', item.signature || ':' || item.address,
          'deposit_unclaimed:' || item.signature, 'test', '{}', array['external', 'suspense'], array['solana', item.id::text],
          array[-item.amount, item.amount]) as x`.execute(t.database.ownerDb);
      return rows[0]?.id ?? "";
    };
    const [first, second] = [await item(1), await item(2)];
    expect((await get("/admin/money")).suspense).toEqual({ count: 2, amount: "2" });
    const resolve = (id: string, username: string | null) =>
      post(`/admin/suspense/${id}/resolve`, { username, reason: "They wrote to us" });
    const responses = await Promise.all([resolve(first, "READER"), resolve(first, "reader"), resolve(first, null)]);
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409]);
    expect(ok(await resolve(second, null))).toEqual({
      success: true,
      amount: "1",
      missing: 0,
      resolution: "Recorded as the operator's float",
    });
    refused(await resolve("999999999", null), 404, "NOT_FOUND");
    refused(await resolve(second, "nobody"), 404, "NOT_FOUND");
    const entries = await log("action=SUSPENSE_RESOLVED");
    expect(entries).toHaveLength(2);
    expect(entries[0]).toMatchObject({
      targetId: second,
      reason: "They wrote to us",
      details: { amount: "1000000000" },
    });
    expect([0, 1]).toContain(ok(await call(t, "GET", "/wallet", { as: reader })).virtualBalance);
    await soundBooks(t);
  });
});

describe("jobs", () => {
  it("can be run again by an admin, which is recorded in the audit log", async () => {
    ok(await post("/admin/jobs/run", { name: "learn-words" }));
    refused(await post("/admin/jobs/run", { name: "mine-coins" }), 404, "NOT_FOUND");
    expect((await log("limit=1"))[0]).toMatchObject({ action: "JOB_STARTED", targetId: "learn-words" });
  });
});

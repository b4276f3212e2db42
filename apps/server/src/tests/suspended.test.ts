import { UNIT } from "@bbux/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { plainRoutes } from "../http/plain/routes.ts";
import { restRoutes } from "../http/rest.ts";
import { TEST_PASSWORD, type TestMember } from "../testing.ts";
import { type Court, createCourt, hidden, REASON, suspend, thing, unsuspend } from "./moderation.support.ts";
import { openStream } from "./notifications.support.ts";
import { ask, browser, call, ok, refused } from "./support.ts";

let court: Court;
let eve: TestMember;
beforeAll(async () => {
  court = await createCourt();
  eve = await court.t.member("eve", { balance: 10n * UNIT });
});
afterAll(() => court.stop());

/**
 * All calls with a session that a suspended member can still make (docs/DECISIONS.md 2 and 6): account, wallet, and stake with its
 * locks.
 */
const LEFT = [
  "allowList.add",
  "allowList.get",
  "allowList.remove",
  "allowList.set",
  "auth.changePassword",
  "auth.endOtherSessions",
  "auth.endSession",
  "auth.freeze",
  "auth.me",
  "auth.resendVerification",
  "auth.securityEvents",
  "auth.sessions",
  "auth.stepUp",
  "emailChange.request",
  "factors.addPasskey",
  "factors.beginTotp",
  "factors.confirmTotp",
  "factors.list",
  "factors.passkeyOptions",
  "factors.regenerateRecoveryCodes",
  "factors.remove",
  "governance.act",
  "governance.dashboard",
  "governance.get",
  "governance.history",
  "governance.unstake",
  "moderation.hidden",
  "profile.activity",
  "profile.get",
  "profile.spending",
  "proposals.get",
  "proposals.list",
  "transparency.proof",
  "transparency.setCode",
  "trust.get",
  "wallet.action",
  "wallet.allTransactions",
  "wallet.balanceHistory",
  "wallet.cancelWithdrawal",
  "wallet.get",
  "wallet.network",
  "wallet.processWithdrawal",
  "wallet.setWithdrawalAddress",
  "wallet.transaction",
  "wallet.transactions",
  "wallet.withdraw",
  "waysIn.confirm",
  "waysIn.linkOpenId",
  "waysIn.linkWallet",
  "waysIn.list",
  "waysIn.openIdStart",
  "waysIn.removePassword",
  "waysIn.setPassword",
  "waysIn.unlink",
  "waysIn.walletOptions",
];
const LEFT_PLAIN = ["GET /profile/export", "GET /wallet/transactions/export", "POST /wallet/solana-proxy"];

describe("a suspended member's calls", () => {
  it("are limited to these [C6.28 C6.29]", () => {
    const calls = restRoutes().filter(({ meta }) => meta.viewer === "account");
    expect(calls.map(({ name }) => name).sort()).toEqual(LEFT);
    const plain = plainRoutes.filter(({ viewer }) => viewer === "account");
    expect(plain.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(LEFT_PLAIN);
  });

  it("are refused for everything else with 403, whatever the role [C6.29]", async () => {
    const { t } = court;
    const judges = [await t.member("mod_eve"), await t.member("user_eve")];
    for (const [n, role] of (["moderator", "user"] as const).entries()) {
      const { id } = judges[n] ?? eve;
      const set = { role, suspended_at: new Date() };
      await t.database.ownerDb.updateTable("users").set(set).where("id", "=", id).execute();
    }
    const guarded = restRoutes().filter(({ meta }) => meta.viewer !== undefined && meta.viewer !== "account");
    expect(guarded.length).toBeGreaterThan(60);
    for (const { method, path, name } of guarded) {
      for (const as of judges) {
        const response = await t.app.inject({
          method,
          url: `/api${path.replace(/\{\w+\}/g, "1")}`,
          headers: as.headers,
          ...(method === "GET" ? {} : { payload: {} }),
        });
        expect([response.statusCode, response.json().code], name).toEqual([403, "ACCOUNT_SUSPENDED"]);
      }
    }
  });
});

describe("calls for staff", () => {
  it.each(["moderator", "admin"])(
    "that are for the %s return 401 to visitors and 403 to others, and reveal nothing [C1.03 C6.16]",
    async (level) => {
      const { t, reader, mona, asker } = court;
      const secret = await ask(t, asker, { title: "Xylophone secrets" });
      await hidden(t, mona, thing("post", secret));
      const others = level === "admin" ? [reader, asker, mona] : [reader, asker];
      const guarded = restRoutes().filter(({ meta }) => meta.viewer === level);
      expect(guarded.length).toBeGreaterThan(9);
      for (const { method, path, name } of guarded) {
        const url = `/api${path.replace(/\{\w+\}/g, secret)}`;
        const payload = {
          ...thing("post", secret),
          reason: "x",
          role: "admin",
          decision: "grant",
          note: "x",
          name: "learn-words",
        };
        const send = (headers: Record<string, string>) =>
          t.app.inject({ method, url, headers, ...(method === "GET" ? {} : { payload }) });
        const visitor = await send({});
        expect([visitor.statusCode, visitor.json().code], name).toEqual([401, "UNAUTHENTICATED"]);
        for (const as of others) {
          const response = await send({ ...as.headers });
          expect([response.statusCode, response.json().code], name).toEqual([403, "FORBIDDEN"]);
          expect(response.body).not.toMatch(/Xylophone|mona/);
        }
      }
      expect((await t.database.db.selectFrom("users").select("id").where("role", "=", "admin").execute()).length).toBe(
        1,
      );
    },
  );

  it("are exactly these: none has lost its guard", () => {
    const of = (level: string) =>
      restRoutes()
        .filter(({ meta }) => meta.viewer === level)
        .map(({ name }) => name)
        .sort();
    expect(of("moderator")).toEqual([
      "moderation.appeals",
      "moderation.closePost",
      "moderation.counts",
      "moderation.decideAppeal",
      "moderation.dismiss",
      "moderation.freezeWithdrawals",
      "moderation.hide",
      "moderation.members",
      "moderation.queue",
      "moderation.removeFile",
      "moderation.restore",
      "moderation.suspend",
      "moderation.unfreezeWithdrawals",
      "moderation.unsuspend",
      "moderation.uphold",
      "refunds.decideAppeal",
      "sharedAccess.list",
      "tagProposals.approve",
      "tagProposals.decline",
      "tagProposals.list",
    ]);
    expect(of("admin")).toEqual([
      "admin.approveDeposit",
      "admin.approveWithdrawal",
      "admin.audit",
      "admin.closeAlert",
      "admin.endSessions",
      "admin.jobs",
      "admin.money",
      "admin.refuseWithdrawal",
      "admin.resolveSuspense",
      "admin.resumeWithdrawals",
      "admin.runJob",
      "admin.setRole",
      "admin.stats",
      "admin.stopWithdrawals",
      "admin.suspense",
      "admin.users",
      "admin.waitingDeposits",
      "admin.waitingWithdrawals",
      "brand.set",
      "parameters.set",
      "proposals.execute",
      "setup.addTags",
      "setup.state",
      "setup.testChain",
      "setup.testMail",
      "sharedAccess.mark",
    ]);
  });
});

describe("a suspended member", () => {
  it("can sign in, see why content was hidden, and export their data [C6.28]", async () => {
    const { t, mona } = court;
    const postId = await ask(t, eve, { title: "Buy now" });
    await hidden(t, mona, thing("post", postId));
    ok(await suspend(t, mona, eve.id));
    const body = { email: eve.email, password: TEST_PASSWORD };
    ok(await call(t, "POST", "/auth/login", { body }));
    const cookie = await browser(t, eve);
    const { user } = ok(await call(t, "GET", "/auth/me", { headers: cookie }));
    expect(user).toMatchObject({ suspended: true, suspensionReason: REASON });
    const [item] = ok(await call(t, "GET", "/moderation/hidden", { as: eve })).items;
    expect(item.title).toBe("Buy now");
    refused(
      await call(t, "POST", `/moderation/hidden/${item.id}/appeal`, { as: eve, body: { reason: "No" } }),
      403,
      "ACCOUNT_SUSPENDED",
    );
    const { account } = ok(await call(t, "GET", "/profile/export", { as: eve }));
    expect(account.suspension_reason).toContain("Not what this place is for");
    ok(await unsuspend(t, mona, eve.id));
    ok(await call(t, "POST", `/moderation/hidden/${item.id}/appeal`, { as: eve, body: { reason: "No" } }));
  });

  it("is disconnected from open streams immediately, even with notifications turned off", async () => {
    const { t, mona } = court;
    const origin = await t.listen();
    const member = await t.member("streamer");
    ok(await call(t, "PUT", "/notifications/settings", { as: member, body: { kinds: { moderation: false } } }));
    const stream = await openStream(origin, member.headers);
    await stream.next();
    ok(await suspend(t, mona, member.id));
    await stream.ended();
    const again = await openStream(origin, member.headers);
    expect(again.status).toBe(403);
    again.close();
    const unread = await t.database.db
      .selectFrom("notifications")
      .select("id")
      .where("user_id", "=", member.id)
      .execute();
    expect(unread).toEqual([]);
  });
});

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { closeForGood } from "./closing.support.ts";
import {
  acts,
  type Court,
  caseOf,
  createCourt,
  flag,
  judge,
  moderate,
  penalties,
  REASON,
  sound,
  suspend,
  thing,
  unsuspend,
} from "./moderation.support.ts";
import { ask, call, ok, refused } from "./support.ts";

let court: Court;
beforeAll(async () => {
  court = await createCourt();
});
afterAll(() => court.stop());

const news = async (member: typeof court.asker) =>
  ok(await call(court.t, "GET", "/notifications?limit=50", { as: member })).filter(
    ({ kind }: { kind: string }) => kind === "moderation",
  );

describe("a decision", () => {
  it("to hide upholds every open flag, costs 10 points once, notifies the author of the reason, and is recorded in the audit log [C9.34 M9.21 C3.07 C6.21 C6.27]", async () => {
    const { t, helper, reader, mona, asker } = court;
    const author = await t.member("author_a");
    const on = thing("post", await ask(t, author, { title: "Buy this" }));
    for (const member of [helper, reader, asker]) ok(await flag(t, member, on, "OTHER"));
    ok(await moderate(t, mona, "hide", on));
    expect(await caseOf(court, on.targetId)).toBeUndefined();
    const decided = await caseOf(court, on.targetId, "&status=decided");
    expect(decided.target).toMatchObject({ state: "HIDDEN", url: null, title: "Buy this" });
    expect(decided.flags.map((one: { status: string; decidedBy: string }) => [one.status, one.decidedBy])).toEqual(
      Array.from({ length: 3 }, () => ["UPHELD", "mona"]),
    );
    expect(await penalties(t, author)).toEqual([["CONTENT_FLAGGED", -10]]);
    expect(await news(author)).toMatchObject([
      {
        title: "Hidden by a moderator",
        message: `Your post “Buy this” is hidden: ${REASON}`,
        navigation: { url: "/profile/hidden" },
      },
    ]);
    expect(await acts(t, on.targetId)).toEqual([["mona", "CONTENT_HIDDEN", REASON]]);
  });

  it("costs 50 more for spam or abuse, whether an upheld flag or the moderator says so, and never if they say otherwise [C9.35 M9.22 C3.07]", async () => {
    const { t, helper, mona } = court;
    const author = await t.member("author_b");
    const post = async () => thing("post", await ask(t, author));
    const [flagged, judged, cleared, unflagged] = [await post(), await post(), await post(), await post()];
    ok(await flag(t, helper, flagged, "ABUSE"));
    ok(await moderate(t, mona, "hide", flagged));
    expect(await penalties(t, author)).toEqual([
      ["CONTENT_FLAGGED", -10],
      ["SPAM_OR_ABUSE", -50],
    ]);
    ok(await flag(t, helper, judged, "OTHER"));
    ok(await moderate(t, mona, "uphold", judged, { abuse: true }));
    ok(await flag(t, helper, cleared, "SPAM"));
    ok(await moderate(t, mona, "hide", cleared, { abuse: false }));
    // If nobody had flagged it, hiding counts as a flag.
    ok(await moderate(t, mona, "hide", unflagged));
    expect((await penalties(t, author)).slice(2)).toEqual([
      ["CONTENT_FLAGGED", -10],
      ["SPAM_OR_ABUSE", -50],
      ["CONTENT_FLAGGED", -10],
      ["CONTENT_FLAGGED", -10],
    ]);
    const own = await caseOf(court, unflagged.targetId, "&status=decided");
    expect(own.flags).toMatchObject([{ reporterUsername: "mona", status: "UPHELD", note: REASON }]);
  });

  it("costs points once per target, however often it is upheld", async () => {
    const { t, helper, reader, mona } = court;
    const author = await t.member("author_c");
    const on = thing("post", await ask(t, author));
    for (const member of [helper, reader]) {
      ok(await flag(t, member, on));
      ok(await moderate(t, mona, "uphold", on));
    }
    ok(await moderate(t, mona, "hide", on));
    expect(await penalties(t, author)).toEqual([
      ["CONTENT_FLAGGED", -10],
      ["SPAM_OR_ABUSE", -50],
    ]);
  });

  it("to dismiss costs nothing and changes nothing [C6.23 C6.27]", async () => {
    const { t, helper, mona } = court;
    const author = await t.member("author_d");
    const on = thing("post", await ask(t, author));
    ok(await flag(t, helper, on));
    ok(await moderate(t, mona, "dismiss", on));
    expect(await penalties(t, author)).toEqual([]);
    ok(await call(t, "GET", `/posts/${on.targetId}`));
    expect((await caseOf(court, on.targetId, "&status=decided")).flags).toMatchObject([{ status: "DISMISSED" }]);
    expect(await acts(t, on.targetId)).toEqual([["mona", "FLAGS_DISMISSED", REASON]]);
    for (const act of ["dismiss", "uphold"] as const) refused(await moderate(t, mona, act, on), 409, "CONFLICT");
  });

  it("about a flagged member costs them points and hides nothing", async () => {
    const { t, helper, mona } = court;
    const member = await t.member("rude_one");
    ok(await flag(t, helper, thing("user", member.id), "They shout"));
    refused(await moderate(t, mona, "hide", thing("user", member.id)), 400, "BAD_REQUEST");
    ok(await moderate(t, mona, "uphold", thing("user", member.id)));
    expect(await penalties(t, member)).toEqual([["CONTENT_FLAGGED", -10]]);
    ok(await call(t, "GET", "/users/rude_one"));
    expect(await news(member)).toMatchObject([{ title: "A flag was upheld" }]);
  });

  it("about the moderator's own content is left to someone else, even for admins", async () => {
    const { t, helper, root, mona } = court;
    const on = thing("post", await ask(t, root, { bountyAmount: 0, hasBounty: false }));
    ok(await flag(t, helper, on));
    // They don't see who flagged them either.
    const { cases } = ok(await call(t, "GET", "/moderation/flags?limit=100", { as: root }));
    const own = cases.find((one: { target: { id: string } }) => one.target.id === on.targetId);
    expect(own.flags).toMatchObject([{ reporterUsername: null }]);
    expect((await caseOf(court, on.targetId)).flags).toMatchObject([{ reporterUsername: "helper" }]);
    for (const act of ["hide", "dismiss", "uphold", "restore"] as const) {
      refused(await moderate(t, root, act, on), 403, "OWN_DECISION");
    }
    ok(await moderate(t, mona, "hide", on));
    refused(await moderate(t, root, "restore", on), 403, "OWN_DECISION");
  });

  it("stays attributed to a moderator until they close their account, and remains after that", async () => {
    const { t, asker, helper, root } = court;
    const max = await judge(t, "max_mod", "moderator");
    const [done, open] = [thing("post", await ask(t, asker)), thing("post", await ask(t, asker))];
    ok(await flag(t, helper, done));
    ok(await flag(t, max, open));
    ok(await moderate(t, max, "hide", done));
    await closeForGood(t, max);
    expect((await caseOf(court, open.targetId)).flags).toMatchObject([{ reporterUsername: `deleted-${max.id}` }]);
    expect((await caseOf(court, done.targetId, "&status=decided")).flags).toMatchObject([
      { decidedBy: `deleted-${max.id}` },
    ]);
    ok(await moderate(t, root, "restore", done));
    expect(await acts(t, done.targetId)).toMatchObject([
      [`deleted-${max.id}`, "CONTENT_HIDDEN", REASON],
      ["root_admin", "CONTENT_RESTORED", REASON],
    ]);
    await sound(t);
  });
});

describe("a suspension", () => {
  it("is imposed and ended by a moderator, announced with its reason, and recorded in the audit log [C6.24 C6.27 C9.35 M9.23 C3.07]", async () => {
    const { t, mona, root } = court;
    const member = await t.member("noisy");
    ok(await suspend(t, mona, "NOISY"));
    ok(await suspend(t, mona, member.id));
    expect(await penalties(t, member)).toEqual([["SUSPENDED", -100]]);
    const stored = t.database.db.selectFrom("users").select("suspension_reason").where("id", "=", member.id);
    expect(await stored.executeTakeFirst()).toEqual({ suspension_reason: REASON });
    refused(await call(t, "GET", "/notifications", { as: member }), 403, "ACCOUNT_SUSPENDED");
    ok(await unsuspend(t, mona, member.id));
    expect(await stored.executeTakeFirst()).toEqual({ suspension_reason: null });
    ok(await suspend(t, root, member.id));
    ok(await unsuspend(t, mona, member.id, true));
    expect(await penalties(t, member)).toEqual([
      ["SUSPENDED", -100],
      ["SUSPENDED", -100],
      ["SUSPENDED", 100],
    ]);
    expect((await news(member)).map(({ title }: { title: string }) => title).sort()).toEqual([
      "Your account is suspended",
      "Your suspension has ended",
    ]);
    const log = ok(await call(t, "GET", "/admin/audit-log?subject=noisy", { as: root })).entries;
    expect(
      log.map((one: { actor: string; action: string; reason: string }) => [one.actor, one.action, one.reason]),
    ).toEqual([
      ["mona", "MEMBER_UNSUSPENDED", REASON],
      ["root_admin", "MEMBER_SUSPENDED", REASON],
      ["mona", "MEMBER_UNSUSPENDED", REASON],
      ["mona", "MEMBER_SUSPENDED", REASON],
    ]);
  });

  it("can be imposed on members by moderators, on moderators by admins, and on admins by nobody [C6.24]", async () => {
    const { t, mona, milo, root } = court;
    refused(await suspend(t, mona, milo.id), 403, "FORBIDDEN");
    refused(await suspend(t, mona, root.id), 403, "FORBIDDEN");
    refused(await suspend(t, mona, mona.id), 403, "OWN_DECISION");
    refused(await suspend(t, root, root.id), 403, "OWN_DECISION");
    ok(await suspend(t, root, milo.id));
    refused(await call(t, "GET", "/moderation/counts", { as: milo }), 403, "ACCOUNT_SUSPENDED");
    refused(await unsuspend(t, mona, milo.id), 403, "FORBIDDEN");
    ok(await unsuspend(t, root, milo.id, true));
    refused(await suspend(t, mona, "nobody"), 404, "NOT_FOUND");
  });

  it("ends nothing else: sessions, posts, and bounties stay", async () => {
    const { t, mona, asker } = court;
    const postId = await ask(t, asker, { bountyAmount: 1 });
    ok(await suspend(t, mona, asker.id));
    expect(ok(await call(t, "GET", `/posts/${postId}`)).post).toMatchObject({
      status: "OPEN",
      bountyStatus: "ESCROWED",
    });
    expect(ok(await call(t, "GET", "/auth/me", { as: asker })).user.suspended).toBe(true);
    ok(await unsuspend(t, mona, asker.id, true));
    ok(await call(t, "GET", "/notifications", { as: asker }));
  });
});

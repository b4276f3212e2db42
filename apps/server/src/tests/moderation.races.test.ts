import { settleBounties } from "@bbux/api";
import { DAY_MS } from "@bbux/contract";
import { balanceOf } from "@bbux/ledger";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  accept,
  appeal,
  appealed,
  type Court,
  close,
  createCourt,
  decide,
  flag,
  hidden,
  judge,
  moderate,
  penalties,
  sound,
  statuses,
  suspend,
  thing,
  unsuspend,
  vote,
} from "./moderation.support.ts";
import { answer, ask, call, ok } from "./support.ts";

let court: Court;
beforeAll(async () => {
  court = await createCourt();
});
afterAll(() => court.stop());

const ROUNDS = 6;
const rowsOf = (targetId: string) =>
  court.t.database.db
    .selectFrom("hidden_content")
    .select(["id", "restored_at"])
    .where("target_id", "=", targetId)
    .execute();

describe("concurrently", () => {
  it("moderators hide the same content: one succeeds, the others are refused, and it costs points once", async () => {
    const { t, mona, milo, root } = court;
    const author = await t.member("race_a");
    const on = thing("post", await ask(t, author));
    const responses = await Promise.all([mona, milo, root, mona, milo].map((as) => moderate(t, as, "hide", on)));
    expect(statuses(responses)).toEqual([200, 409, 409, 409, 409]);
    expect(await rowsOf(on.targetId)).toHaveLength(1);
    expect(await penalties(t, author)).toEqual([["CONTENT_FLAGGED", -10]]);
    await sound(t);
  });

  it("moderators restore the same content: one succeeds, and the points come back once", async () => {
    const { t, mona, milo, root } = court;
    const author = await t.member("race_b");
    const on = thing("post", await ask(t, author));
    await hidden(t, mona, on, { abuse: true });
    const responses = await Promise.all([mona, milo, root, mona].map((as) => moderate(t, as, "restore", on)));
    expect(statuses(responses)).toEqual([200, 409, 409, 409]);
    const points = (await penalties(t, author)).reduce((sum, [, value]) => sum + value, 0);
    expect(points).toBe(0);
    await sound(t);
  });

  it("a moderator hides content that its author deletes: it is one or the other, and counts accordingly", {
    tags: "proof",
  }, async () => {
    const { t, asker, helper, mona } = court;
    for (let round = 0; round < ROUNDS; round++) {
      const postId = await ask(t, asker, { tags: ["money", "news"] });
      const answerId = await answer(t, helper, postId);
      const [onAnswer, offAnswer, onPost, offPost] = await Promise.all([
        moderate(t, mona, "hide", thing("answer", answerId)),
        call(t, "DELETE", `/posts/${postId}/answers/${answerId}`, { as: helper }),
        moderate(t, mona, "hide", thing("post", postId)),
        call(t, "DELETE", `/posts/${postId}`, { as: asker }),
      ]);
      expect([onPost.statusCode, offPost.statusCode]).toEqual(onPost.statusCode === 200 ? [200, 404] : [409, 200]);
      expect([200, 409]).toContain(onAnswer.statusCode);
      expect([200, 404]).toContain(offAnswer.statusCode);
      expect(onAnswer.statusCode === 200 && offAnswer.statusCode === 200).toBe(false);
    }
    await sound(t);
  });

  it("a moderator hides an answer or post that is being accepted: its bounty is paid once or stays in escrow", async () => {
    const { t, asker, mona, milo } = court;
    for (let round = 0; round < ROUNDS; round++) {
      const author = await t.member(`race_c${round}`);
      const postId = await ask(t, asker, { bountyAmount: 2 });
      const answerId = await answer(t, author, postId);
      const target = round % 2 === 0 ? thing("answer", answerId) : thing("post", postId);
      const [accepted, onTarget] = await Promise.all([
        accept(t, asker, postId, answerId),
        moderate(t, mona, "hide", target),
      ]);
      ok(onTarget);
      const paid = accepted.statusCode === 200;
      if (!paid) expect(accepted.statusCode).toBe(404);
      expect(await balanceOf(t.database.db, "member", author.id)).toBe(paid ? 2_000_000_000n : 0n);
      expect(await balanceOf(t.database.db, "escrow", postId)).toBe(paid ? 0n : 2_000_000_000n);
      ok(await moderate(t, milo, "restore", target));
    }
    await sound(t);
  });

  it("a moderator hides, restores, or closes a post that is being settled: the bounty leaves escrow once", {
    tags: "proof",
  }, async () => {
    const { t, asker, reader, mona, milo } = court;
    const posts: { postId: string; answerId: string }[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const author = await t.member(`race_d${round}`);
      const postId = await ask(t, asker, { bountyAmount: 1, bountyDuration: 1 });
      const answerId = await answer(t, author, postId);
      ok(await vote(t, reader, `/posts/${postId}/answers/${answerId}`, 1));
      posts.push({ postId, answerId });
    }
    t.travel(9 * DAY_MS);
    await Promise.all([
      settleBounties(t.services),
      settleBounties(t.services),
      ...posts.map(({ postId, answerId }, n) => {
        if (n % 3 === 0) return moderate(t, mona, "hide", thing("post", postId));
        if (n % 3 === 1) return moderate(t, milo, "hide", thing("answer", answerId));
        return close(t, mona, postId);
      }),
    ]);
    await settleBounties(t.services);
    for (const { postId } of posts) expect(await balanceOf(t.database.db, "escrow", postId)).toBe(0n);
    await sound(t);
  });

  it("a moderator closes a post whose answer is being accepted: it is closed or completed, and paid accordingly", async () => {
    const { t, asker, mona } = court;
    for (let round = 0; round < ROUNDS; round++) {
      const author = await t.member(`race_e${round}`);
      const postId = await ask(t, asker, { bountyAmount: 1 });
      const answerId = await answer(t, author, postId);
      const [accepted, closed] = await Promise.all([accept(t, asker, postId, answerId), close(t, mona, postId)]);
      expect(statuses([accepted, closed])).toEqual([200, 409]);
      const { post } = ok(await call(t, "GET", `/posts/${postId}`));
      const expected = closed.statusCode === 200 ? ["CLOSED", "REFUNDED"] : ["COMPLETED", "PAID"];
      expect([post.status, post.bountyStatus]).toEqual(expected);
      expect(await balanceOf(t.database.db, "escrow", postId)).toBe(0n);
    }
    await sound(t);
  });

  it("members flag content that is being hidden: each flag is upheld or refused, and none stays open", async () => {
    const { t, asker, helper, reader, mona } = court;
    for (let round = 0; round < ROUNDS; round++) {
      const on = thing("post", await ask(t, asker));
      const [one, other] = await Promise.all([flag(t, helper, on), flag(t, reader, on), moderate(t, mona, "hide", on)]);
      expect([200, 404]).toContain(one.statusCode);
      expect([200, 404]).toContain(other.statusCode);
      const flags = await t.database.db
        .selectFrom("flags")
        .select("status")
        .where("target_id", "=", on.targetId)
        .execute();
      expect(new Set(flags.map(({ status }) => status))).toEqual(new Set(["UPHELD"]));
    }
  });

  it("an appeal is filed many times and decided by many: once each", async () => {
    const { t, asker, mona, milo, root } = court;
    const postId = await ask(t, asker);
    const id = await hidden(t, mona, thing("post", postId));
    const made = await Promise.all(Array.from({ length: 4 }, () => appeal(t, asker, id)));
    expect(statuses(made)).toEqual([200, 409, 409, 409]);
    const decided = await Promise.all([
      decide(t, milo, id, "grant"),
      decide(t, root, id, "deny"),
      decide(t, milo, id, "deny"),
      moderate(t, mona, "restore", thing("post", postId)),
    ]);
    expect(decided.filter(({ statusCode }) => statusCode === 200).length).toBeGreaterThanOrEqual(1);
    const row = await t.database.db
      .selectFrom("hidden_content")
      .select(["appeal_status", "restored_at"])
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    // If denied, it may still have been restored; if granted, it was.
    expect(row.appeal_status).not.toBe("OPEN");
    if (row.appeal_status === "GRANTED") expect(row.restored_at).not.toBeNull();
    const log = t.database.db
      .selectFrom("audit_log")
      .select("action")
      .where("target_id", "=", postId)
      .where("action", "=", "APPEAL_DECIDED");
    expect((await log.execute()).length).toBeLessThanOrEqual(1);
    await sound(t);
  });

  it("the last two admins demote each other: one admin remains [C6.19]", async () => {
    const { t, root } = court;
    for (let round = 0; round < ROUNDS; round++) {
      const other = await judge(t, `admin_r${round}`, "admin");
      const demote = (as: typeof root, who: typeof root) =>
        call(t, "PUT", `/admin/users/${who.id}/role`, { as, body: { role: "user" } });
      const responses = await Promise.all([demote(root, other), demote(other, root)]);
      expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
      const admins = await t.database.db.selectFrom("users").select("id").where("role", "=", "admin").execute();
      expect(admins).toHaveLength(1);
      // The next round starts with root as admin again.
      await t.database.ownerDb.updateTable("users").set({ role: "user" }).where("id", "=", other.id).execute();
      await t.database.ownerDb.updateTable("users").set({ role: "admin" }).where("id", "=", root.id).execute();
    }
  });

  it("a member is suspended while calling: calls in progress finish or fail, the next call is refused [C6.29]", async () => {
    const { t, mona } = court;
    const member = await t.member("race_f");
    for (let round = 0; round < ROUNDS; round++) {
      const body = { title: "Under way", content: "C", tags: ["money"] };
      const [made] = await Promise.all([call(t, "POST", "/posts", { as: member, body }), suspend(t, mona, member.id)]);
      expect([200, 403]).toContain(made.statusCode);
      const next = await call(t, "POST", "/posts", { as: member, body });
      expect([next.statusCode, next.json().code]).toEqual([403, "ACCOUNT_SUSPENDED"]);
      ok(await unsuspend(t, mona, member.id, true));
    }
    expect((await penalties(t, member)).reduce((sum, [, value]) => sum + value, 0)).toBe(0);
    await sound(t);
  });

  it("a member who is suspended many times loses 100 points once", async () => {
    const { t, mona, milo, root } = court;
    const member = await t.member("race_g");
    const responses = await Promise.all([mona, milo, root, mona].map((as) => suspend(t, as, member.id)));
    expect(statuses(responses)).toEqual([200, 200, 200, 200]);
    expect(await penalties(t, member)).toEqual([["SUSPENDED", -100]]);
  });
});

describe("an appeal", () => {
  it("is decided by another moderator or an admin; if granted, everything is as before", async () => {
    const { t, asker, mona, milo } = court;
    const { postId, id } = await appealed(court);
    const seen = async (as: typeof mona) => ok(await call(t, "GET", "/moderation/appeals", { as })).appeals;
    const of = async (as: typeof mona) => (await seen(as)).find((one: { item: { id: string } }) => one.item.id === id);
    expect(await of(mona)).toMatchObject({ own: true, hiddenBy: "mona", target: { state: "HIDDEN" } });
    expect(await of(milo)).toMatchObject({
      own: false,
      item: { appeal: { status: "OPEN", reason: "It is about money" } },
    });
    expect((await decide(t, mona, id, "deny")).json().code).toBe("OWN_DECISION");
    expect((await decide(t, asker, id, "grant")).json().code).toBe("FORBIDDEN");
    ok(await decide(t, milo, id, "grant"));
    ok(await call(t, "GET", `/posts/${postId}`));
    expect(await of(milo)).toBeUndefined();
    const [item] = ok(await call(t, "GET", "/moderation/hidden", { as: asker })).items;
    expect(item).toMatchObject({ id, mayAppeal: false, appeal: { status: "GRANTED", note: "Seen again" } });
    expect(item.restoredAt).not.toBeNull();
    const news = ok(await call(t, "GET", "/notifications", { as: asker }));
    expect(news[0]).toMatchObject({ title: "Your appeal was granted", navigation: { url: `/posts/${postId}` } });
    await sound(t);
  });

  it("is final if denied, and the content stays hidden", async () => {
    const { t, asker, milo, root } = court;
    const { postId, id } = await appealed(court);
    ok(await decide(t, milo, id, "deny"));
    expect((await decide(t, root, id, "grant")).json().code).toBe("NO_APPEAL");
    expect((await appeal(t, asker, id)).json().code).toBe("ALREADY_APPEALED");
    expect((await call(t, "GET", `/posts/${postId}`, { as: asker })).json().code).toBe("CONTENT_HIDDEN");
    const decided = ok(await call(t, "GET", "/moderation/appeals?status=decided", { as: root })).appeals;
    expect(decided[0]).toMatchObject({ item: { id, appeal: { status: "DENIED" } } });
  });

  it("can be filed only by the author, and ends if the content is restored", async () => {
    const { t, asker, helper, mona } = court;
    const postId = await ask(t, asker);
    const id = await hidden(t, mona, thing("post", postId));
    expect((await appeal(t, helper, id)).json().code).toBe("NOT_FOUND");
    ok(await appeal(t, asker, id));
    ok(await moderate(t, mona, "restore", thing("post", postId)));
    const [item] = ok(await call(t, "GET", "/moderation/hidden", { as: asker })).items;
    expect(item.appeal).toMatchObject({ status: "GRANTED" });
    const again = await hidden(t, mona, thing("post", postId));
    ok(await moderate(t, mona, "restore", thing("post", postId)));
    expect((await appeal(t, asker, again)).json().code).toBe("NO_APPEAL");
  });
});

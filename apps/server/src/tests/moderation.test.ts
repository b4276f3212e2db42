import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { closeForGood } from "./closing.support.ts";
import {
  type Court,
  caseOf,
  comment,
  createCourt,
  flag,
  moderate,
  penalties,
  queueOf,
  sound,
  suspend,
  thing,
} from "./moderation.support.ts";
import { answer, ask, call, ok, refused, refusesField } from "./support.ts";

let court: Court;
beforeAll(async () => {
  court = await createCourt();
});
afterAll(() => court.stop());

describe("a flag", () => {
  it("is accepted on posts, answers, comments, and members, with a listed reason or a sentence", async () => {
    const { t, asker, helper, reader } = court;
    const postId = await ask(t, asker);
    const answerId = await answer(t, helper, postId);
    const commentId = await comment(t, helper, postId);
    ok(await flag(t, reader, thing("post", postId), "off-topic"));
    ok(await flag(t, reader, thing("answer", answerId), "It is copied from a book"));
    ok(await flag(t, reader, thing("comment", commentId), "abuse"));
    ok(await flag(t, asker, thing("user", helper.id), "SPAM"));
    expect((await caseOf(court, postId)).flags).toMatchObject([
      { reason: "OFF_TOPIC", note: null, reporterUsername: "reader" },
    ]);
    expect(await caseOf(court, answerId)).toMatchObject({
      target: {
        type: "answer",
        authorUsername: "helper",
        authorRole: "user",
        authorSuspended: false,
        title: "How?",
        content: "So",
        excerpt: "So",
        url: `/posts/${postId}#answer-${answerId}`,
        state: "VISIBLE",
        bounty: null,
      },
      flags: [{ reason: "OTHER", note: "It is copied from a book", status: "OPEN", decidedBy: null }],
    });
    expect((await caseOf(court, commentId)).target.url).toBe(`/posts/${postId}#comment-${commentId}`);
    expect((await caseOf(court, helper.id)).target).toMatchObject({
      type: "user",
      title: "helper",
      url: "/users/helper",
    });
  });

  it("requires something that readers can see", async () => {
    const { t, asker, helper, reader } = court;
    const postId = await ask(t, asker);
    const answerId = await answer(t, helper, postId);
    ok(await call(t, "DELETE", `/posts/${postId}`, { as: asker }));
    for (const on of [
      thing("post", postId),
      thing("answer", answerId),
      thing("comment", answerId),
      thing("message", postId),
      thing("user", "none"),
    ]) {
      refused(await flag(t, reader, on), 404, "NOT_FOUND");
    }
    refusesField(await call(t, "POST", "/flags", { as: reader, body: { ...thing("post", postId) } }), "reason");
    const other = { targetType: "tag", targetId: postId, reason: "SPAM" };
    refusesField(await call(t, "POST", "/flags", { as: reader, body: other }), "targetType");
  });

  it("can't be placed on the member's own content, and each member can have one open", async () => {
    const { t, asker, reader, mona } = court;
    const on = thing("post", await ask(t, asker));
    refused(await flag(t, asker, on), 403, "OWN_CONTENT");
    refused(await flag(t, asker, thing("user", asker.id)), 403, "OWN_CONTENT");
    ok(await flag(t, reader, on));
    refused(await flag(t, reader, on, "ABUSE"), 409, "ALREADY_FLAGGED");
    ok(await moderate(t, mona, "dismiss", on));
    ok(await flag(t, reader, on));
  });

  it("by many members at once makes one case with all of them, and by one member at once makes one flag", async () => {
    const { t, asker } = court;
    const members = [];
    for (let n = 0; n < 12; n++) members.push(await t.member(`crowd${n}`));
    const on = thing("post", await ask(t, asker));
    const answers = await Promise.all(members.flatMap((member) => [flag(t, member, on), flag(t, member, on)]));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(12);
    expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(12);
    expect(await caseOf(court, on.targetId)).toMatchObject({ flagCount: 12 });
  });
});

describe("the queue", () => {
  it("shows the longest waiting first, in pages, and counts it", async () => {
    const { t, asker, helper, mona } = court;
    const ids = [];
    for (let n = 0; n < 3; n++) {
      const id = await ask(t, asker);
      ids.push(id);
      ok(await flag(t, helper, thing("post", id)));
    }
    const all = await queueOf(court, "?limit=100");
    expect(all.cases.map((one: { target: { id: string } }) => one.target.id).slice(-3)).toEqual(ids);
    const { total } = all.pagination;
    const last = await queueOf(court, `?limit=1&page=${total}`);
    expect(last.cases.map((one: { target: { id: string } }) => one.target.id)).toEqual(ids.slice(-1));
    const counts = ok(await call(t, "GET", "/moderation/counts", { as: mona }));
    expect(counts).toEqual({ flags: total, appeals: 0, refundAppeals: 0, tagProposals: 0 });
    expect((await queueOf(court, "?page=999999")).cases).toEqual([]);
  });

  it("shows an unpaid bounty, and the current state of the flagged content", async () => {
    const { t, asker, helper, reader } = court;
    const id = await ask(t, asker, { bountyAmount: 2 });
    ok(await flag(t, helper, thing("post", id)));
    expect((await caseOf(court, id)).target.bounty).toEqual({ amount: "2", status: "ESCROWED" });
    const gone = await ask(t, reader);
    ok(await flag(t, helper, thing("post", gone)));
    ok(await call(t, "DELETE", `/posts/${gone}`, { as: reader }));
    expect((await caseOf(court, gone)).target).toMatchObject({ state: "DELETED", url: null });
  });

  it("keeps the case of a member who leaves, under the name that marks a closed account", async () => {
    const { t, helper, mona } = court;
    const gone = await t.member("leaver");
    const id = await ask(t, gone);
    ok(await flag(t, helper, thing("post", id)));
    ok(await flag(t, helper, thing("user", gone.id)));
    await closeForGood(t, gone);
    expect((await caseOf(court, id)).target.authorUsername).toBe(`deleted-${gone.id}`);
    expect((await caseOf(court, gone.id)).target).toMatchObject({ state: "DELETED", url: null });
    ok(await moderate(t, mona, "uphold", thing("user", gone.id)));
    ok(await moderate(t, mona, "hide", thing("post", id)));
    expect(await penalties(t, gone)).toEqual([]);
    refused(await suspend(t, mona, gone.id), 404, "NOT_FOUND");
    await sound(t);
  });
});

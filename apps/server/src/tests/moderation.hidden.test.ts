import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  accept,
  type Court,
  comment,
  createCourt,
  flag,
  hidden,
  moderate,
  penalties,
  REASON,
  sound,
  thing,
  vote,
} from "./moderation.support.ts";
import { answer, ask, call, ok, refused } from "./support.ts";

let court: Court;
beforeAll(async () => {
  court = await createCourt();
});
afterAll(() => court.stop());

/** Everything readers see of a post and everything it counts toward, as text. */
async function views(postId: string, reader = court.reader): Promise<string[]> {
  const { t } = court;
  const paths = [
    ...[`/posts/${postId}`, `/posts/${postId}/answers`, `/posts/${postId}/comments`, `/posts/${postId}/history`],
    `/posts/${postId}/participants`,
    ...[
      `/posts/${postId}/related`,
      "/posts?limit=100",
      "/posts?search=zebra",
      "/posts?tags=news",
      "/posts?filter=open",
    ],
    ...["/posts/similar?title=zebra%20crossing", "/posts/export?format=json", "/tags", "/stats", "/users/asker"],
    ...["/users/asker/posts", "/users/helper", "/users/helper/posts", "/bookmarks"],
  ];
  const bodies = [];
  for (const path of paths) bodies.push((await call(t, "GET", path, { as: reader })).body);
  // Hiding adds a reputation row, and restoring another one.
  return bodies.map((body) => body.replace(/"reputationHistory":\[.*?\}\],|"activityCount":\d+/g, ""));
}

async function thread() {
  const { t, asker, helper, reader } = court;
  const postId = await ask(t, asker, { title: "A zebra crossing", content: "Stripes", tags: ["money", "news"] });
  const answerId = await answer(t, helper, postId, "A zebra answers");
  const commentId = await comment(t, helper, postId, "A zebra remarks");
  const body = { answerId, content: "A zebra asks back" };
  ok(await call(t, "POST", `/posts/${postId}/comments`, { as: reader, body }));
  ok(await vote(t, reader, `/posts/${postId}`, 1));
  ok(await vote(t, reader, `/posts/${postId}/answers/${answerId}`, 1));
  ok(await call(t, "POST", "/bookmarks/toggle", { as: reader, body: { postId } }));
  return { postId, answerId, commentId };
}

describe("hidden content", () => {
  it.each(["post", "answer", "comment"] as const)(
    "disappears for readers everywhere, and is back unchanged once restored: a %s [C6.21 C6.22]",
    async (kind) => {
      const { t, mona, milo } = court;
      const ids = await thread();
      const before = await views(ids.postId);
      const words = { post: "A zebra crossing", answer: "A zebra answers", comment: "A zebra remarks" };
      expect(before.join()).toContain(words[kind]);
      const on = thing(kind, ids[`${kind}Id`]);
      await hidden(t, mona, on);
      const during = await views(ids.postId);
      expect(during.join()).not.toContain(words[kind]);
      if (kind === "post") {
        expect(during[0]).toContain("NOT_FOUND");
        expect(during.join()).not.toContain("A zebra");
      }
      await sound(t);
      ok(await moderate(t, milo, "restore", on));
      expect(await views(ids.postId)).toEqual(before);
      await sound(t);
      ok(await call(t, "DELETE", `/posts/${ids.postId}`, { as: court.asker }));
    },
  );

  it("is announced only to its author, with the reason", async () => {
    const { t, asker, helper, mona } = court;
    const { postId } = await thread();
    await hidden(t, mona, thing("post", postId));
    const { details } = refused(await call(t, "GET", `/posts/${postId}`, { as: asker }), 404, "CONTENT_HIDDEN");
    expect(details).toEqual({ reason: REASON, hiddenAt: expect.stringMatching(/^\d{4}-.*Z$/) });
    for (const as of [helper, mona, court.root]) {
      refused(await call(t, "GET", `/posts/${postId}`, { as }), 404, "NOT_FOUND");
    }
    refused(await call(t, "GET", `/posts/${postId}`), 404, "NOT_FOUND");
    const [item] = ok(await call(t, "GET", "/moderation/hidden", { as: asker })).items;
    expect(item).toMatchObject({
      targetType: "post",
      targetId: postId,
      title: "A zebra crossing",
      content: "Stripes",
      reason: REASON,
      mayAppeal: true,
      restoredAt: null,
      appeal: null,
    });
    expect(JSON.stringify(item)).not.toContain("mona");
    expect(ok(await call(t, "GET", "/moderation/hidden", { as: court.root })).items).toEqual([]);
  });

  it("can't be changed by anyone: not edited, voted on, answered, accepted, bookmarked, or deleted", async () => {
    const { t, asker, helper, reader, mona } = court;
    const { postId, answerId, commentId } = await thread();
    await hidden(t, mona, thing("answer", answerId));
    await hidden(t, mona, thing("comment", commentId));
    const body = { content: "x" };
    refused(await call(t, "PUT", `/posts/${postId}/answers/${answerId}`, { as: helper, body }), 404, "NOT_FOUND");
    refused(await call(t, "DELETE", `/posts/${postId}/answers/${answerId}`, { as: helper }), 404, "NOT_FOUND");
    refused(await call(t, "DELETE", `/posts/${postId}/comments/${commentId}`, { as: helper }), 404, "NOT_FOUND");
    refused(await vote(t, reader, `/posts/${postId}/answers/${answerId}`, -1), 404, "NOT_FOUND");
    refused(await vote(t, reader, `/comments/${commentId}`, 1), 404, "NOT_FOUND");
    refused(await accept(t, asker, postId, answerId), 404, "NOT_FOUND");
    await hidden(t, mona, thing("post", postId));
    const edit = { title: "T", content: "C" };
    refused(await call(t, "PUT", `/posts/${postId}`, { as: asker, body: edit }), 404, "NOT_FOUND");
    refused(await call(t, "DELETE", `/posts/${postId}`, { as: asker }), 404, "NOT_FOUND");
    refused(await vote(t, reader, `/posts/${postId}`, -1), 404, "NOT_FOUND");
    refused(await call(t, "POST", `/posts/${postId}/answers`, { as: reader, body }), 404, "NOT_FOUND");
    refused(await call(t, "POST", `/posts/${postId}/comments`, { as: reader, body }), 404, "NOT_FOUND");
    refused(await flag(t, reader, thing("post", postId)), 404, "NOT_FOUND");
    refused(await flag(t, reader, thing("answer", answerId)), 404, "NOT_FOUND");
    await sound(t);
  });

  it("is hidden once and restored once, and neither after its author has deleted it", async () => {
    const { t, asker, mona } = court;
    const on = thing("post", await ask(t, asker));
    refused(await moderate(t, mona, "restore", on), 409, "CONFLICT");
    ok(await moderate(t, mona, "hide", on));
    refused(await moderate(t, mona, "hide", on), 409, "CONFLICT");
    ok(await moderate(t, mona, "restore", on));
    refused(await moderate(t, mona, "restore", on), 409, "CONFLICT");
    ok(await call(t, "DELETE", `/posts/${on.targetId}`, { as: asker }));
    for (const act of ["hide", "restore"] as const) refused(await moderate(t, mona, act, on), 409, "CONFLICT");
    for (const act of ["hide", "restore", "dismiss", "uphold"] as const) {
      refused(await moderate(t, mona, act, thing("comment", "999999999")), 404, "NOT_FOUND");
      refused(await moderate(t, mona, act, thing("message", on.targetId)), 404, "NOT_FOUND");
    }
  });

  it("returns the lost points to its author when restored, and its flags are dismissed", async () => {
    const { t, helper, mona, milo, reader } = court;
    const author = await t.member("author_h");
    const on = thing("post", await ask(t, author));
    ok(await flag(t, helper, on, "SPAM"));
    ok(await moderate(t, mona, "hide", on));
    ok(await moderate(t, milo, "restore", on));
    const whole = [
      ["CONTENT_FLAGGED", -10],
      ["SPAM_OR_ABUSE", -50],
      ["CONTENT_FLAGGED", 10],
      ["SPAM_OR_ABUSE", 50],
    ];
    expect(await penalties(t, author)).toEqual(whole);
    const flags = t.database.db.selectFrom("flags").select("status").where("target_id", "=", on.targetId);
    expect(await flags.execute()).toEqual([{ status: "DISMISSED" }]);
    // Flags upheld before it was hidden aren't affected.
    const other = thing("post", await ask(t, author));
    ok(await flag(t, reader, other, "OTHER"));
    ok(await moderate(t, mona, "uphold", other));
    ok(await moderate(t, mona, "hide", other));
    ok(await moderate(t, mona, "restore", other));
    expect(await penalties(t, author)).toEqual([...whole, ["CONTENT_FLAGGED", -10]]);
    expect(
      await t.database.db
        .selectFrom("flags")
        .select("status")
        .where("target_id", "=", other.targetId)
        .orderBy("id")
        .execute(),
    ).toEqual([{ status: "UPHELD" }, { status: "DISMISSED" }]);
  });

  it("is in its author's export with the reason, and doesn't reveal who flagged or hid it", async () => {
    const { t, helper, mona, reader } = court;
    const author = await t.member("author_x");
    const on = thing("post", await ask(t, author, { title: "Export me" }));
    ok(await flag(t, helper, on));
    ok(await moderate(t, mona, "hide", on));
    ok(await flag(t, author, thing("user", reader.id), "SPAM"));
    const body = ok(await call(t, "GET", "/profile/export", { as: author }));
    expect(body.posts).toMatchObject([{ title: "Export me", hidden_at: expect.any(String) }]);
    expect(body.hidden).toMatchObject([{ target_id: on.targetId, target_kind: "post", reason: REASON }]);
    expect(body.flags).toMatchObject([{ target_id: reader.id, reason: "SPAM", status: "OPEN" }]);
    expect(JSON.stringify(body)).not.toMatch(new RegExp(`mona|helper|"${mona.id}"|"${helper.id}"`));
  });
});

describe("a hidden accepted answer", () => {
  it("leaves the post completed; without a bounty the asker can accept another one, and the first loses its points", async () => {
    const { t, asker, reader, mona } = court;
    const author = await t.member("accepted_one");
    const postId = await ask(t, asker);
    const [first, second] = [await answer(t, author, postId), await answer(t, reader, postId)];
    ok(await accept(t, asker, postId, first));
    await hidden(t, mona, thing("answer", first));
    expect(ok(await call(t, "GET", `/posts/${postId}`)).post).toMatchObject({ status: "COMPLETED", answerCount: 1 });
    await sound(t);
    ok(await accept(t, asker, postId, second));
    const points = await t.database.db
      .selectFrom("reputation_events")
      .select("points")
      .where("source_id", "=", first)
      .where("action", "=", "ANSWER_ACCEPTED")
      .orderBy("id")
      .execute();
    expect(points).toEqual([{ points: 10 }, { points: -10 }]);
    ok(await moderate(t, mona, "restore", thing("answer", first)));
    expect(ok(await call(t, "GET", `/posts/${postId}`)).post).toMatchObject({
      acceptedAnswerId: second,
      answerCount: 2,
    });
    await sound(t);
  });

  it("keeps a bounty it was paid", async () => {
    const { t, asker, mona } = court;
    const author = await t.member("paid_one");
    const postId = await ask(t, asker, { bountyAmount: 3 });
    const answerId = await answer(t, author, postId);
    ok(await accept(t, asker, postId, answerId));
    await hidden(t, mona, thing("answer", answerId));
    expect(ok(await call(t, "GET", `/posts/${postId}`)).post).toMatchObject({
      status: "COMPLETED",
      bountyStatus: "PAID",
    });
    expect(ok(await call(t, "GET", "/wallet", { as: author })).virtualBalance).toBe(3);
    const other = await answer(t, court.reader, postId);
    refused(await accept(t, asker, postId, other), 409, "ALREADY_ACCEPTED");
    await sound(t);
  });
});

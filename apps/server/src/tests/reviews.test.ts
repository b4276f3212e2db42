import { noteTraces } from "@bbux/api";
import { DAY_MS, REVIEWS, UNIT } from "@bbux/contract";
import { migrateOne } from "@bbux/db/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTag, createTestApp, type TestApp, type TestMember } from "../testing.ts";
import { acts, comment, hidden, judge, moderate, thing } from "./moderation.support.ts";
import { answer, ask, call, ok, refused, tally } from "./support.ts";

// What newcomers write is reviewed (docs/adr/0043).

let t: TestApp;
/** Established. */
let ann: TestMember;
let ben: TestMember;
let mona: TestMember;
let asker: TestMember;
beforeAll(async () => {
  t = await createTestApp();
  await createTag(t.database, "money");
  [ann, ben] = [await elder("ann"), await elder("ben")];
  mona = await judge(t, "mona", "moderator");
  asker = await elder("asker");
});
afterAll(() => t.close());

async function elder(name: string): Promise<TestMember> {
  const member = await t.member(name);
  const since = { trusted_points: 50, created_at: new Date(Date.now() - 30 * DAY_MS) };
  await t.database.ownerDb.updateTable("users").set(since).where("id", "=", member.id).execute();
  return member;
}
let count = 0;
const newcomer = () => t.member(`newbie${++count}`);
const reviewsOf = (author: TestMember) =>
  t.database.db
    .selectFrom("review_items")
    .select(["id", "target_id", "target_kind", "reason", "status"])
    .where("author_id", "=", author.id)
    .orderBy("id")
    .execute();
/** A newcomer's only comment, in the queue. */
async function queued(): Promise<{ author: TestMember; postId: string; targetId: string; id: string }> {
  const [author, postId] = [await newcomer(), await ask(t, asker)];
  const targetId = await comment(t, author, postId);
  const [review] = await reviewsOf(author);
  return { author, postId, targetId, id: review?.id ?? "" };
}
const verdict = (as: TestMember, id: string, body: object = { verdict: "clear" }) =>
  call(t, "POST", `/reviews/${id}/verdict`, { as, body });
const clear = (as: TestMember, id: string) => verdict(as, id);
const flag = (as: TestMember, id: string) => verdict(as, id, { verdict: "flag", reason: "SPAM", note: "An ad" });
const list = async (as: TestMember, query = "?limit=100") => ok(await call(t, "GET", `/reviews${query}`, { as }));
const waits = async (as: TestMember, id: string) =>
  (await list(as)).items.some((item: { id: string }) => item.id === id);
const flagsOn = (id: string) =>
  t.database.db
    .selectFrom("flags")
    .select(["reporter_id", "reason", "note", "status"])
    .where("target_id", "=", id)
    .execute();

describe("the queue gets", () => {
  it("a newcomer's first three contributions, and later ones with a link; readers see them all", async () => {
    const [ada, postId] = [await newcomer(), await ask(t, asker)];
    const own = await ask(t, ada);
    const first = [own, await answer(t, ada, postId), await comment(t, ada, postId)];
    await comment(t, ada, postId);
    const linked = await comment(t, ada, postId, "See https://shop.example");
    const reviews = await reviewsOf(ada);
    expect(reviews.map(({ target_id, reason }) => [target_id, reason])).toEqual([
      ...first.map((id) => [id, "FIRST"]),
      [linked, "LINK"],
    ]);
    expect(REVIEWS.first).toBe(first.length);
    ok(await call(t, "GET", `/posts/${own}`));
    const { comments } = ok(await call(t, "GET", `/posts/${postId}/comments`));
    expect(comments.map(({ id }: { id: string }) => id)).toEqual(expect.arrayContaining([first[2], linked]));
  });

  it("nothing of established members and staff, and no links within the site", async () => {
    const site = await createTestApp({ database: t.database, env: { PUBLIC_ORIGIN: "https://bbux.example" } });
    try {
      const postId = await ask(t, asker);
      for (const as of [ann, mona]) await comment(t, as, postId, "See https://shop.example");
      expect([...(await reviewsOf(ann)), ...(await reviewsOf(mona))]).toEqual([]);
      const ada = await newcomer();
      for (let n = 0; n < REVIEWS.first; n++) await comment(t, ada, postId);
      await comment(site, ada, postId, "See https://bbux.example/posts/1");
      expect(await reviewsOf(ada)).toHaveLength(REVIEWS.first);
    } finally {
      await site.close();
    }
  });

  it("an edit that adds a link", async () => {
    const [ada, postId] = [await newcomer(), await ask(t, asker)];
    for (let n = 0; n < REVIEWS.first; n++) await comment(t, ada, postId);
    const id = await answer(t, ada, postId);
    const edit = (content: string) => call(t, "PUT", `/posts/${postId}/answers/${id}`, { as: ada, body: { content } });
    ok(await edit("Better"));
    expect(await reviewsOf(ada)).toHaveLength(REVIEWS.first);
    ok(await edit("Buy at www.shop.example"));
    ok(await edit("Buy at www.shop.example and https://other.example"));
    expect((await reviewsOf(ada)).slice(REVIEWS.first)).toMatchObject([
      { target_id: id, reason: "LINK", status: "OPEN" },
    ]);
  });

  it("a link that takes another's place, and one in code or media; an edit of what was cleared, too", async () => {
    const [ada, postId] = [await newcomer(), await ask(t, asker)];
    const id = await answer(t, ada, postId, "See https://harmless.example");
    for (let n = 0; n < REVIEWS.first; n++) await comment(t, ada, postId);
    const edit = (content: string) => call(t, "PUT", `/posts/${postId}/answers/${id}`, { as: ada, body: { content } });
    const ofAnswer = async () => (await reviewsOf(ada)).filter(({ target_id }) => target_id === id);
    const [cleared] = await ofAnswer();
    for (const as of [ann, ben]) ok(await clear(as, cleared?.id ?? ""));
    ok(await edit("Buy at https://shop.example"));
    expect((await ofAnswer()).map(({ reason, status }) => [reason, status])).toEqual([
      ["LINK", "CLEARED"],
      ["LINK", "OPEN"],
    ]);
    const [, again] = await ofAnswer();
    for (const as of [ann, ben]) ok(await clear(as, again?.id ?? ""));
    ok(await edit("Rewritten without any"));
    expect((await ofAnswer())[2]).toMatchObject({ reason: "FIRST", status: "OPEN" });
    for (const more of [
      { codeBlocks: [{ language: "bash", code: "curl https://shop.example" }] },
      { media: [{ type: "image", url: "https://shop.example/x.png" }] },
    ]) {
      const post = await ask(t, ada, more);
      expect((await reviewsOf(ada)).at(-1)).toMatchObject({ target_id: post, reason: "LINK" });
    }
  });

  it("nothing that was there before the queue, which counts as the author's first", async () => {
    const [ada, postId] = [await newcomer(), await ask(t, asker)];
    const older = { post_id: postId, author_id: ada.id, content: "Older" };
    await t.database.ownerDb.insertInto("comments").values([older, older, older]).execute();
    await comment(t, ada, postId);
    expect(await reviewsOf(ada)).toEqual([]);
  });
});

describe("reviewers see", () => {
  it("what they can decide, in its context, and nothing of their own, of their questions or their rivals'", async () => {
    const { author, postId, targetId, id } = await queued();
    const { items } = await list(ann);
    expect(items.find((item: { id: string }) => item.id === id)).toMatchObject({
      reason: "FIRST",
      question: "Tell me",
      target: {
        ...{ type: "comment", id: targetId, authorUsername: author.username, title: "How?", content: "Hm" },
        url: `/posts/${postId}#comment-${targetId}`,
      },
    });
    expect(await waits(asker, id)).toBe(false);
    expect(await waits(ben, id)).toBe(true);
    await answer(t, ben, postId);
    expect(await waits(ben, id)).toBe(false);
    ok(await clear(ann, id));
    expect(await waits(ann, id)).toBe(false);
    expect(await waits(mona, id)).toBe(true);
    refused(await call(t, "GET", "/reviews", { as: author }), 403, "REVIEWERS_ONLY");
    await t.database.ownerDb.updateTable("users").set({ role: "moderator" }).where("id", "=", author.id).execute();
    expect(await waits(author, id)).toBe(false);
  });

  it("pages by cursor, the longest wait first, each once", async () => {
    const made = [await queued(), await queued(), await queued()].map(({ id }) => id);
    const all: string[] = [];
    for (let after = ""; ; ) {
      const page = await list(ann, `?limit=2${after && `&after=${after}`}`);
      expect(page.items.length).toBeLessThanOrEqual(2);
      all.push(...page.items.map(({ id }: { id: string }) => id));
      if (page.next === null) break;
      after = page.next;
    }
    expect(all).toEqual([...new Set(all)].sort((a, b) => Number(a) - Number(b)));
    expect(all).toEqual(expect.arrayContaining(made));
  });
});

describe("a page of the queue is full", () => {
  it("even when what comes before can't be reviewed: comments on a hidden answer, or a bounty whose answers the reviewer votes on", async () => {
    const others = { status: "CLEARED", decided_at: new Date() };
    await t.database.ownerDb.updateTable("review_items").set(others).where("status", "=", "OPEN").execute();
    const [newbie, reader] = [await newcomer(), await elder("reader")];
    const postId = await ask(t, asker);
    const answerId = await answer(t, ann, postId);
    const under = { as: newbie, body: { content: "On an answer", answerId } };
    ok(await call(t, "POST", `/posts/${postId}/comments`, under));
    await hidden(t, mona, thing("answer", answerId));
    const bounty = await ask(t, await t.member("payer", { balance: 10n * UNIT }), { bountyAmount: 2 });
    const voted = await answer(t, ann, bounty);
    ok(await call(t, "POST", `/posts/${bounty}/answers/${voted}/vote`, { as: reader, body: { value: 1 } }));
    await comment(t, newbie, bounty);
    expect((await reviewsOf(newbie)).map(({ status }) => status)).toEqual(["OPEN", "OPEN"]);
    const { id } = await queued();
    expect(await list(reader, "?limit=1")).toMatchObject({ items: [{ id }], next: null });
  });
});

describe("what a moderator restores", () => {
  it("returns to the queue undecided, with its verdicts, and not if it was decided", async () => {
    const [open, decided] = [await queued(), await queued()];
    ok(await clear(ann, open.id));
    for (const as of [ann, ben]) ok(await clear(as, decided.id));
    for (const { targetId } of [open, decided]) {
      await hidden(t, mona, thing("comment", targetId));
      ok(await moderate(t, mona, "restore", thing("comment", targetId)));
    }
    expect([await waits(ann, open.id), await waits(ben, open.id)]).toEqual([false, true]);
    expect(ok(await clear(ben, open.id)).status).toBe("CLEARED");
    expect((await reviewsOf(decided.author)).map(({ status }) => status)).toEqual(["CLEARED"]);
  });

  it("also returned when the database was migrated, if it was restored before", async () => {
    const [restored, gone] = [await queued(), await queued()];
    for (const { targetId } of [restored, gone]) await hidden(t, mona, thing("comment", targetId));
    ok(await moderate(t, mona, "restore", thing("comment", restored.targetId)));
    const before = { status: "GONE", decided_at: new Date() };
    await t.database.ownerDb.updateTable("review_items").set(before).where("id", "=", restored.id).execute();
    await migrateOne(t.database.ownerDb, "144_undecided_reviews");
    expect((await reviewsOf(restored.author)).map(({ status }) => status)).toEqual(["OPEN"]);
    expect((await reviewsOf(gone.author)).map(({ status }) => status)).toEqual(["GONE"]);
  });
});

describe("two reviewers", () => {
  it("who clear it take it out of the queue, and no one else can decide", async () => {
    const { id, targetId } = await queued();
    expect(ok(await clear(ann, id)).status).toBe("OPEN");
    expect(ok(await clear(ben, id)).status).toBe("CLEARED");
    refused(await flag(mona, id), 409, "REVIEW_CLOSED");
    expect(await flagsOn(targetId)).toEqual([]);
    expect((await acts(t, targetId)).map(([, action]) => action)).toEqual(["REVIEW_CLEARED", "REVIEW_CLEARED"]);
  });

  it("who flag it give their flags to moderators; one alone gives none", async () => {
    const { id, targetId, author } = await queued();
    ok(await flag(ann, id));
    expect(await flagsOn(targetId)).toEqual([]);
    expect(ok(await flag(ben, id)).status).toBe("FLAGGED");
    const given = { reason: "SPAM", note: "An ad", status: "OPEN" };
    expect(await flagsOn(targetId)).toEqual([
      { ...given, reporter_id: ann.id },
      { ...given, reporter_id: ben.id },
    ]);
    const { cases } = ok(await call(t, "GET", "/moderation/flags?limit=100", { as: mona }));
    const one = cases.find(({ target }: { target: { id: string } }) => target.id === targetId);
    expect(one).toMatchObject({ flagCount: 2, target: { authorId: author.id } });
  });

  it("who flag it show moderators what each saw, even if its author edited it in between", async () => {
    const [author, postId] = [await newcomer(), await ask(t, asker)];
    const answerId = await answer(t, author, postId, "Send me your recovery code");
    const [review] = await reviewsOf(author);
    const edit = (content: string) =>
      call(t, "PUT", `/posts/${postId}/answers/${answerId}`, { as: author, body: { content } });
    ok(await flag(ann, review?.id ?? ""));
    ok(await edit("Send me your seed"));
    ok(await flag(ben, review?.id ?? ""));
    ok(await edit("So"));
    const { cases } = ok(await call(t, "GET", "/moderation/flags?limit=100", { as: mona }));
    const one = cases.find(({ target }: { target: { id: string } }) => target.id === answerId);
    const seen = one.flaggedTexts.map(({ content }: { content: string }) => content);
    expect(seen.sort()).toEqual(["Send me your recovery code", "Send me your seed"]);
  });

  it("who disagree leave it to a third", async () => {
    const [cleared, flagged] = [await queued(), await queued()];
    for (const { id } of [cleared, flagged]) {
      ok(await clear(ann, id));
      expect(ok(await flag(ben, id)).status).toBe("OPEN");
    }
    expect(ok(await clear(mona, cleared.id)).status).toBe("CLEARED");
    expect(ok(await flag(mona, flagged.id)).status).toBe("FLAGGED");
    expect(await flagsOn(cleared.targetId)).toEqual([]);
    expect((await flagsOn(flagged.targetId)).map(({ reporter_id }) => reporter_id)).toEqual([ben.id, mona.id]);
  });

  it("are different members, also at the same time: one counts once, and no more than two decide", async () => {
    const { id } = await queued();
    expect(tally(await Promise.all([clear(ann, id), clear(ann, id), clear(ann, id)]))).toEqual({ 200: 1, 409: 2 });
    const more = [await elder("carl"), await elder("dora"), await elder("emil")];
    expect(tally(await Promise.all(more.map((as) => flag(as, id))))).toEqual({ 200: 2, 409: 1 });
    const other = await queued();
    expect(tally(await Promise.all(more.map((as) => clear(as, other.id))))).toEqual({ 200: 2, 409: 1 });
  });
});

describe("a verdict", () => {
  it("isn't the author's, a newcomer's, or of anyone with an interest, and a flag needs a reason", async () => {
    const { author, postId, id } = await queued();
    refused(await clear(await newcomer(), id), 403, "REVIEWERS_ONLY");
    refused(await clear(asker, id), 403, "HAS_INTEREST");
    await answer(t, ben, postId);
    expect(refused(await clear(ben, id), 403, "HAS_INTEREST").error).toContain("someone else must review this");
    await t.database.ownerDb.updateTable("users").set({ role: "moderator" }).where("id", "=", author.id).execute();
    refused(await clear(author, id), 403, "OWN_DECISION");
    refused(await verdict(ann, id, { verdict: "flag" }), 422, "VALIDATION_ERROR");
    refused(await clear(ann, "1"), 404, "NOT_FOUND");
  });

  it("isn't of someone who shares access with the author or an earlier reviewer", async () => {
    const strict = await createTestApp({ database: t.database, env: { ESTABLISHED_POINTS: "50" } });
    const decide = (as: TestMember, id: string) =>
      call(strict, "POST", `/reviews/${id}/verdict`, { as, body: { verdict: "clear" } });
    const share = async (members: readonly TestMember[], value: string) => {
      for (const { id } of members) await noteTraces(t.database.db, id, [{ kind: "network", value }], t.services.now());
    };
    try {
      const [one, other] = [await queued(), await queued()];
      const [near, twin] = [await elder("near"), await elder("twin")];
      await share([one.author, near], "of-the-author-and-near");
      refused(await decide(near, one.id), 403, "HAS_INTEREST");
      ok(await decide(near, other.id));
      await share([near, twin], "of-near-and-its-twin--");
      refused(await decide(twin, other.id), 403, "HAS_INTEREST");
      ok(await decide(twin, one.id));
    } finally {
      await strict.close();
    }
  });

  it("that cleared another text counts no more once the author edits it", async () => {
    const [ada, postId] = [await newcomer(), await ask(t, asker)];
    const targetId = await answer(t, ada, postId);
    const [{ id } = { id: "" }] = await reviewsOf(ada);
    ok(await clear(ann, id));
    const body = { content: "Quite another text" };
    ok(await call(t, "PUT", `/posts/${postId}/answers/${targetId}`, { as: ada, body }));
    expect(ok(await clear(ben, id)).status).toBe("OPEN");
    expect(ok(await clear(ann, id)).status).toBe("CLEARED");
  });

  it("comes too late for what is deleted or hidden, itself or with its post", async () => {
    const [deleted, hid, below] = [await queued(), await queued(), await queued()];
    const path = `/posts/${deleted.postId}/comments/${deleted.targetId}`;
    ok(await call(t, "DELETE", path, { as: deleted.author }));
    await hidden(t, mona, thing("comment", hid.targetId));
    await hidden(t, mona, thing("post", below.postId));
    for (const { id } of [deleted, hid, below]) {
      expect(await waits(ann, id)).toBe(false);
      refused(await clear(ann, id), 409, "REVIEW_CLOSED");
    }
    expect((await reviewsOf(deleted.author)).map(({ status }) => status)).toEqual(["GONE"]);
  });
});

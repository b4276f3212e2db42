import { UNIT } from "@bbux/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTag, createTestApp, type TestApp, type TestMember } from "../testing.ts";
import { answer, ask, call, ok, refused, refusesField, tally } from "./support.ts";

let t: TestApp;
let ada: TestMember;
let bob: TestMember;
let money: string;
beforeAll(async () => {
  t = await createTestApp();
  ada = await t.member("ada", { balance: 100n * UNIT });
  bob = await t.member("bob");
  money = await createTag(t.database, "money");
});
afterAll(() => t.close());

const post = (id: string, body: unknown, as = bob) => call(t, "POST", `/posts/${id}/answers`, { as, body });
const list = async (id: string, query = "") => ok(await call(t, "GET", `/posts/${id}/answers${query}`));
const read = async (id: string) => ok(await call(t, "GET", `/posts/${id}`)).post;
const accept = (postId: string, id: string, as = ada) =>
  call(t, "POST", `/posts/${postId}/answers/${id}/accept`, { as });
const close = (id: string) =>
  t.database.ownerDb.updateTable("posts").set({ status: "CLOSED" }).where("id", "=", id).execute();
const iso = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

describe("answering", () => {
  it("returns the answer, which visitors can read [C7.38 C3.23 C7.11 C6.02]", async () => {
    const postId = await ask(t, ada);
    const codeBlocks = [{ language: "sql", code: "select 1", description: "one" }];
    const body = ok(await post(postId, { content: " **So** ", codeBlocks }));
    expect(body).toEqual({
      success: true,
      answer: {
        id: expect.stringMatching(/^\d+$/),
        postId,
        content: "**So**",
        contentHtml: null,
        codeBlocks,
        isAccepted: false,
        authorId: bob.id,
        author: { id: bob.id, username: "bob", profilePicture: null },
        authorReputation: expect.any(Number),
        createdAt: iso,
        editedAt: null,
        upvotes: 0,
        downvotes: 0,
        userVote: 0,
        commentCount: 0,
        comments: [],
      },
    });
    // Answering earns points.
    const shown = { ...body.answer, authorReputation: expect.any(Number) };
    expect(await list(postId)).toEqual({ answers: [shown], userVotes: { [body.answer.id]: 0 } });
    expect(await read(postId)).toMatchObject({ answerCount: 1, answers: [shown] });
  });

  it("requires a session [C5.18 M8.21]", async () => {
    const postId = await ask(t, ada);
    const response = await call(t, "POST", `/posts/${postId}/answers`, { body: { content: "x" } });
    refused(response, 401, "UNAUTHENTICATED");
    expect((await list(postId)).answers).toEqual([]);
  });

  it.each([
    [{}, "content"],
    [{ content: "" }, "content"],
    [{ content: " \n\t\u00a0 " }, "content"],
    [{ content: "x".repeat(30_001) }, "content"],
    [{ content: null }, "content"],
    [{ content: ["x"] }, "content"],
    [{ content: "a\u0000" }, "content"],
    [{ content: "\ud800" }, "content"],
    [{ content: "x", codeBlocks: [{ language: "brainfuck", code: "+" }] }, "codeBlocks.0.language"],
    [{ content: "x", codeBlocks: Array(21).fill({ language: "sql", code: "x" }) }, "codeBlocks"],
  ])("with %j is refused [C5.15 C5.45 M8.28]", async (body, field) => {
    const postId = await ask(t, ada);
    refusesField(await post(postId, body), field);
    expect((await read(postId)).answerCount).toBe(0);
  });

  it("returns 404 for a post that doesn't exist or an id of something else [M8.23]", async () => {
    const postId = await ask(t, ada);
    const others = [await answer(t, bob, postId), ada.id, money, "1", "nope", "99999999999999999999"];
    for (const id of others) {
      refused(await post(id, { content: "x" }), 404, "NOT_FOUND");
      refused(await call(t, "GET", `/posts/${id}/answers`), 404, "NOT_FOUND");
      refused(await call(t, "GET", `/posts/${id}/comments`), 404, "NOT_FOUND");
    }
  });

  it("returns 409 for a closed post, as does accepting there; comments stay open [C3.13 C7.68]", async () => {
    const postId = await ask(t, ada);
    const answerId = await answer(t, bob, postId);
    await close(postId);
    expect((await read(postId)).status).toBe("CLOSED");
    refused(await post(postId, { content: "late" }), 409, "POST_CLOSED");
    refused(await accept(postId, answerId), 409, "POST_CLOSED");
    ok(await call(t, "POST", `/posts/${postId}/comments`, { as: bob, body: { content: "still" } }));
    expect(await read(postId)).toMatchObject({ answerCount: 1, commentCount: 1 });
  });

  it("fifty times at once is counted correctly", async () => {
    const postId = await ask(t, ada);
    const responses = await Promise.all(Array.from({ length: 50 }, (_, i) => post(postId, { content: `Answer ${i}` })));
    expect(tally(responses)).toEqual({ 200: 50 });
    expect((await read(postId)).answerCount).toBe(50);
    expect((await list(postId)).answers).toHaveLength(50);
  });
});

describe("the order of answers", () => {
  it("is the accepted one, then by net votes, then the earliest, across pages [C9.19 C7.37]", async () => {
    const postId = await ask(t, ada);
    const ids: string[] = [];
    for (let i = 0; i < 5; i++) ids.push(await answer(t, bob, postId, `Answer ${i}`));
    const votes: [number, number][] = [
      [0, 3],
      [1, 0],
      [5, 1],
      [1, 0],
      [0, 0],
    ];
    for (const [i, [upvotes, downvotes]] of votes.entries()) {
      const change = t.database.ownerDb.updateTable("answers").set({ upvotes, downvotes });
      await change.where("id", "=", ids[i] ?? "").execute();
    }
    const order = async (query = "") => (await list(postId, query)).answers.map((a: { id: string }) => a.id);
    const [a0, a1, a2, a3, a4] = ids;
    expect(await order()).toEqual([a2, a1, a3, a4, a0]);
    ok(await accept(postId, a0 ?? ""));
    expect(await order()).toEqual([a0, a2, a1, a3, a4]);
    expect((await read(postId)).answers.map((a: { id: string }) => a.id)).toEqual([a0, a2, a1, a3, a4]);
    expect([
      ...(await order("?limit=2")),
      ...(await order("?limit=2&page=2")),
      ...(await order("?limit=2&page=3")),
    ]).toEqual([a0, a2, a1, a3, a4]);
    expect(await order("?page=1000000")).toEqual([]);
  });

  it.each(["page=0", "page=-1", "page=1.5", "page=x", "page=1e9", "limit=0", "limit=101", "limit=1e9", "limit="])(
    "%s is 422 [C7.37 C5.45]",
    async (query) => {
      const postId = await ask(t, ada);
      refusesField(await call(t, "GET", `/posts/${postId}/answers?${query}`), query.split("=")[0] ?? "");
      refusesField(await call(t, "GET", `/posts/${postId}/comments?${query}`), query.split("=")[0] ?? "");
    },
  );
});

describe("accepting by REST", () => {
  it("accepts an empty body, with or without a content type, and reports success [C7.40 C7.10 C4.20 C3.14]", async () => {
    const postId = await ask(t, ada);
    const [first, second] = [await answer(t, bob, postId), await answer(t, bob, postId)];
    expect((await read(postId)).status).toBe("OPEN");
    expect(ok(await accept(postId, first))).toEqual({ success: true });
    expect(await read(postId)).toMatchObject({ status: "COMPLETED", acceptedAnswerId: first });
    const url = `/posts/${postId}/answers/${second}/accept`;
    ok(await call(t, "POST", url, { as: ada, headers: { "content-type": "application/json" } }));
    const accepted = (await list(postId)).answers.filter((a: { isAccepted: boolean }) => a.isAccepted);
    expect(accepted.map((a: { id: string }) => a.id)).toEqual([second]);
  });
});

describe("an answer", () => {
  const edit = (postId: string, id: string, body: unknown, as = bob) =>
    call(t, "PUT", `/posts/${postId}/answers/${id}`, { as, body });
  const remove = (postId: string, id: string, as = bob) => call(t, "DELETE", `/posts/${postId}/answers/${id}`, { as });

  it("can be edited only by its author, and not once the post is closed", async () => {
    const postId = await ask(t, ada);
    const id = await answer(t, bob, postId);
    expect(ok(await edit(postId, id, { content: "Better" })).answer).toMatchObject({
      content: "Better",
      editedAt: iso,
    });
    refused(await edit(postId, id, { content: "Mine" }, ada), 403, "FORBIDDEN");
    refusesField(await edit(postId, id, { content: " " }), "content");
    await close(postId);
    refused(await edit(postId, id, { content: "Late" }), 409, "POST_CLOSED");
    expect((await list(postId)).answers[0].content).toBe("Better");
  });

  it("can be deleted only by its author, unless it is accepted", async () => {
    const postId = await ask(t, ada);
    const [first, second] = [await answer(t, bob, postId), await answer(t, bob, postId)];
    ok(await accept(postId, first));
    refused(await remove(postId, first), 409, "ALREADY_ACCEPTED");
    refused(await remove(postId, second, ada), 403, "FORBIDDEN");
    const responses = await Promise.all(Array.from({ length: 5 }, () => remove(postId, second)));
    expect(tally(responses)).toEqual({ 200: 1, 404: 4 });
    expect(await read(postId)).toMatchObject({ answerCount: 1, acceptedAnswerId: first });
    refused(await accept(postId, second), 404, "NOT_FOUND");
  });

  it("is found under its own post only [M8.23]", async () => {
    const [one, other] = [await ask(t, ada), await ask(t, ada)];
    const id = await answer(t, bob, one);
    for (const wrong of [other, "1", "nope"]) {
      refused(await edit(wrong, id, { content: "x" }), 404, "NOT_FOUND");
      refused(await remove(wrong, id), 404, "NOT_FOUND");
    }
    refused(await remove(one, one), 404, "NOT_FOUND");
  });
});

describe("comments", () => {
  it("are written by members, can't be blank, and are readable by anyone, best first [C5.14 C5.17 C9.18]", async () => {
    const postId = await ask(t, ada);
    const comment = (content: string) => call(t, "POST", `/posts/${postId}/comments`, { as: bob, body: { content } });
    const first = ok(await comment(" One ")).comment;
    const second = ok(await comment("Two")).comment;
    expect(first).toMatchObject({ postId, content: "One", authorId: bob.id, createdAt: iso, upvotes: 0, downvotes: 0 });
    await t.database.ownerDb.updateTable("comments").set({ upvotes: 1 }).where("id", "=", second.id).execute();
    const body = ok(await call(t, "GET", `/posts/${postId}/comments`));
    expect(body).toEqual({
      comments: [{ ...second, upvotes: 1 }, first],
      userVotes: { [first.id]: 0, [second.id]: 0 },
    });
    for (const content of ["", "  ", "x".repeat(2_001), "\u0000", 1, null])
      refusesField(await comment(content as string), "content");
    refused(await call(t, "POST", `/posts/${postId}/comments`, { body: { content: "x" } }), 401, "UNAUTHENTICATED");
    refused(await call(t, "POST", "/posts/1/comments", { as: bob, body: { content: "x" } }), 404, "NOT_FOUND");
  });
});

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTag, createTestApp, type TestApp, type TestMember } from "../testing.ts";
import { ask, call, ok, refused, refusesField, tally } from "./support.ts";

let t: TestApp;
let ada: TestMember;
let bob: TestMember;
beforeAll(async () => {
  t = await createTestApp();
  await createTag(t.database, "money");
  ada = await t.member("ada");
  bob = await t.member("bob");
});
afterAll(() => t.close());

const post = (as: TestMember | undefined, postId: string, content: unknown) =>
  call(t, "POST", `/posts/${postId}/comments`, { ...(as && { as }), body: { content } });

describe("a comment", () => {
  it("is returned with its fields and readable by anyone [C7.35 C7.36 C3.22 C6.03]", async () => {
    const postId = await ask(t, ada);
    const { success, comment } = ok(await post(bob, postId, "  Which version?  "));
    expect(success).toBe(true);
    expect(comment).toEqual({
      id: expect.stringMatching(/^\d+$/),
      postId,
      answerId: null,
      content: "Which version?",
      contentHtml: null,
      authorId: bob.id,
      author: { id: bob.id, username: "bob", profilePicture: null },
      createdAt: expect.stringMatching(/Z$/),
      upvotes: 0,
      downvotes: 0,
      userVote: 0,
    });
    const { comments, userVotes } = ok(await call(t, "GET", `/posts/${postId}/comments`));
    expect(comments).toEqual([comment]);
    expect(userVotes).toEqual({ [comment.id]: 0 });
  });

  it("requires text, a member, and a post [C5.14 C5.17]", async () => {
    const postId = await ask(t, ada);
    for (const content of ["", "  \n", undefined, 5, "x".repeat(2_001)]) {
      refusesField(await post(bob, postId, content), "content");
    }
    ok(await post(bob, postId, "x".repeat(2_000)));
    refused(await post(undefined, postId, "Hello"), 401, "UNAUTHENTICATED");
    refused(await post(bob, "999999", "Hello"), 404, "NOT_FOUND");
  });

  it("on an answer is listed with that answer only, counted there, and announced to its author", async () => {
    const postId = await ask(t, ada);
    const { answer } = ok(await call(t, "POST", `/posts/${postId}/answers`, { as: bob, body: { content: "So." } }));
    const path = `/posts/${postId}/comments`;
    const about = { answerId: answer.id };
    const { comment } = ok(await call(t, "POST", path, { as: ada, body: { ...about, content: "Why?" } }));
    expect(comment).toMatchObject({ postId, answerId: answer.id, content: "Why?" });
    const { post: read } = ok(await call(t, "GET", `/posts/${postId}`, { as: ada }));
    expect(read).toMatchObject({ commentCount: 0, comments: [], userVotes: { [comment.id]: 0 } });
    expect(read.answers).toEqual([
      { ...answer, commentCount: 1, comments: [comment], authorReputation: expect.any(Number) },
    ]);
    expect(ok(await call(t, "GET", path)).comments).toEqual([]);
    expect(ok(await call(t, "GET", `${path}?answerId=${answer.id}`)).comments).toEqual([comment]);
    const told = ok(await call(t, "GET", "/notifications", { as: bob }));
    expect(told).toContainEqual(
      expect.objectContaining({
        kind: "comment",
        navigation: { url: `/posts/${postId}#answer-${answer.id}-comment-${comment.id}` },
      }),
    );

    // Its place is the same for the author of the comment.
    ok(await call(t, "POST", `/comments/${comment.id}/vote`, { as: bob, body: { value: 1 } }));
    const places = ok(await call(t, "GET", "/notifications", { as: ada })).map(
      ({ navigation }: { navigation: { url: string } }) => navigation.url,
    );
    expect(places).toContain(`/posts/${postId}#answer-${answer.id}-comment-${comment.id}`);

    refused(await call(t, "POST", path, { as: ada, body: { answerId: postId, content: "?" } }), 404, "NOT_FOUND");
    const other = await ask(t, ada);
    const elsewhere = `/posts/${other}/comments`;
    refused(await call(t, "POST", elsewhere, { as: ada, body: { ...about, content: "?" } }), 404, "NOT_FOUND");
    refused(await call(t, "GET", `${elsewhere}?answerId=${answer.id}`), 404, "NOT_FOUND");

    ok(await call(t, "DELETE", `${path}/${comment.id}`, { as: ada }));
    const [after] = ok(await call(t, "GET", `/posts/${postId}/answers`)).answers;
    expect(after).toMatchObject({ commentCount: 0, comments: [] });
  });

  it("on an answer that is deleted is gone with it, and takes no more votes", async () => {
    const postId = await ask(t, ada);
    const { answer } = ok(await call(t, "POST", `/posts/${postId}/answers`, { as: bob, body: { content: "So." } }));
    const body = { answerId: answer.id, content: "Why?" };
    const { comment } = ok(await call(t, "POST", `/posts/${postId}/comments`, { as: ada, body }));
    ok(await call(t, "DELETE", `/posts/${postId}/answers/${answer.id}`, { as: bob }));
    const vote = await call(t, "POST", `/comments/${comment.id}/vote`, { as: bob, body: { value: 1 } });
    refused(vote, 404, "NOT_FOUND");
    refused(await call(t, "GET", `/posts/${postId}/comments?answerId=${answer.id}`), 404, "NOT_FOUND");
    refused(await call(t, "POST", `/posts/${postId}/comments`, { as: ada, body }), 404, "NOT_FOUND");
    expect(ok(await call(t, "GET", `/posts/${postId}/participants`)).participants).toMatchObject([
      { id: ada.id, isAsker: true, answerCount: 0, commentCount: 0 },
    ]);
  });

  it("can be deleted only by its author, once, and no longer counts", async () => {
    const postId = await ask(t, ada);
    const { comment } = ok(await post(bob, postId, "Gone soon"));
    const remove = (as: TestMember, path = `/posts/${postId}/comments/${comment.id}`) =>
      call(t, "DELETE", path, { as });
    refused(await remove(ada), 403, "FORBIDDEN");
    const other = await ask(t, ada);
    refused(await remove(bob, `/posts/${other}/comments/${comment.id}`), 404, "NOT_FOUND");
    const results = await Promise.all(Array.from({ length: 10 }, () => remove(bob)));
    expect(tally(results)).toEqual({ 200: 1, 404: 9 });
    expect(ok(await call(t, "GET", `/posts/${postId}`)).post).toMatchObject({ commentCount: 0, comments: [] });
    refused(await call(t, "POST", `/comments/${comment.id}/vote`, { as: ada, body: { value: 1 } }), 404, "NOT_FOUND");
  });
});

import { LANGUAGES } from "@bbux/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTag, createTestApp, type TestApp, type TestMember } from "../testing.ts";
import { ask, call, ok, refused, refusesField } from "./support.ts";

let t: TestApp;
let ada: TestMember;
let money: string;
let rust: string;
beforeAll(async () => {
  t = await createTestApp();
  ada = await t.member("ada");
  money = await createTag(t.database, "money");
  rust = await createTag(t.database, "Rust");
});
afterAll(() => t.close());

const valid = { title: "How?", content: "Tell me", tags: ["money"] };
const post = (body: unknown) => call(t, "POST", "/posts", { as: ada, body });
const read = async (id: string) => ok(await call(t, "GET", `/posts/${id}`)).post;
const posts = async () => Number((await t.database.db.selectFrom("posts").select("id").execute()).length);
const iso = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

describe("publishing a post", () => {
  it("without a bounty returns the whole post, which visitors can read [C1.01 C3.10 C7.28 C7.29 C7.11 C6.02 M7.32]", async () => {
    const codeBlocks = [{ language: "rust", code: "fn main() {}\n", description: "the lot" }];
    const media = [{ type: "IMAGE", url: "https://pics.example/a.png", thumbnailUrl: null, isScreenRecording: false }];
    const response = await post({
      title: "  How?  ",
      content: "**Tell** me",
      selectedTags: [rust, money],
      codeBlocks,
      media,
      hasBounty: false,
      bountyAmount: null,
      bountyDuration: null,
    });
    const body = ok(response);
    expect(body).toEqual({
      success: true,
      post: {
        id: expect.stringMatching(/^\d+$/),
        title: "How?",
        content: "**Tell** me",
        contentHtml: null,
        type: "question",
        authorId: ada.id,
        author: { id: ada.id, username: "ada", profilePicture: null },
        authorReputation: expect.any(Number),
        tags: ["Rust", "money"],
        codeBlocks,
        media,
        status: "OPEN",
        reward: 0,
        bountyAmount: 0,
        bountyStatus: "NONE",
        bountyExpiresAt: null,
        createdAt: iso,
        editedAt: null,
        activeAt: expect.any(String),
        answerCount: 0,
        commentCount: 0,
        acceptedAnswerId: null,
        qualityUpvotes: 0,
        qualityDownvotes: 0,
        totalVotes: 0,
        votes: { up: 0, down: 0 },
        userVote: 0,
        userVotes: {},
        bookmarked: false,
        revisionCount: 1,
        settlesAt: null,
        refund: null,
        timeline: null,
        answers: [],
        comments: [],
      },
    });
    expect(await read(body.post.id)).toEqual(body.post);
  });

  it("accepts the API's format: title, content, type, bountyAmount, tags [M7.31 C3.20 C1.01]", async () => {
    const body = ok(await post({ ...valid, type: "share", bountyAmount: 0, tags: ["MONEY", rust] }));
    expect(body.post).toMatchObject({ type: "share", tags: ["money", "Rust"], bountyStatus: "NONE" });
  });
  it("accepts the screens' format: selectedTags, codeBlocks, media, hasBounty, bountyAmount, bountyDuration [C3.20 C7.28]", async () => {
    const screen = { title: "T", content: "C", selectedTags: [money], codeBlocks: [], media: [] };
    const body = ok(await post({ ...screen, hasBounty: false, bountyAmount: 5, bountyDuration: 3 }));
    expect(body.post).toMatchObject({ tags: ["money"], reward: 0, bountyStatus: "NONE", bountyExpiresAt: null });
  });
  it("stores a tag once, however often and in whatever form it is given", async () => {
    const body = ok(await post({ ...valid, selectedTags: [money, money], tags: ["money", "Money", money] }));
    expect(body.post.tags).toEqual(["money"]);
  });
  it("accepts more than 10 tags, up to 50 [C5.11]", async () => {
    const names = Array.from({ length: 51 }, (_, i) => `many-${i}`);
    for (const name of names) await createTag(t.database, name);
    expect(ok(await post({ ...valid, tags: names.slice(0, 50) })).post.tags).toHaveLength(50);
    refusesField(await post({ ...valid, tags: names }), "tags");
  });
  it("ignores unknown fields [C7.03]", async () => {
    const wishes = { id: "1", authorId: "1", status: "COMPLETED", upvotes: 9, reward: 9, createdAt: "2000-01-01" };
    const body = ok(await post({ ...valid, ...wishes, nonsense: { deep: [1] } }));
    expect(body.post).toMatchObject({ authorId: ada.id, status: "OPEN", qualityUpvotes: 0, reward: 0 });
    expect(body.post.createdAt > "2020").toBe(true);
  });
  it("accepts code blocks in every language, and keeps their whitespace [C3.20]", async () => {
    const blocks = LANGUAGES.map((language) => ({ language, code: `  ${language}\n\n` }));
    // More than one post may contain.
    for (const codeBlocks of [blocks.slice(0, 12), blocks.slice(12)]) {
      expect(ok(await post({ ...valid, codeBlocks })).post.codeBlocks).toEqual(codeBlocks);
    }
  });
  it("keeps HTML, SQL, and formulas as written", async () => {
    const content = `<script>alert(1)</script> '; drop table posts; -- $\\frac{a}{b}$ [x](javascript:alert(1)) 🔑`;
    const { post: made } = ok(await post({ ...valid, title: content, content }));
    expect(made).toMatchObject({ title: content, content });
  });
  it("counts the use of its tags", async () => {
    const name = "counted";
    await createTag(t.database, name);
    await ask(t, ada, { tags: [name] });
    const { data } = ok(await call(t, "GET", `/tags?search=${name}`));
    expect(data).toMatchObject([{ name, postCount: 1 }]);
  });
});

describe("a post is refused with the field named, and not created,", () => {
  const long = (n: number) => "x".repeat(n);
  const block = { language: "rust", code: "x" };
  const picture = { type: "IMAGE", url: "https://x.org/a.png" };
  async function isRefused(_: string, change: object, field: string): Promise<void> {
    const before = await posts();
    refusesField(await post({ ...valid, ...change }), field);
    expect(await posts()).toBe(before);
  }
  const incomplete: [string, object, string][] = [
    ["no title", { title: undefined }, "title"],
    ["a blank title", { title: " \n\t " }, "title"],
    ["no content", { content: undefined }, "content"],
    ["blank content", { content: "   " }, "content"],
  ];
  it.each(incomplete)("for %s [C5.04 C5.45]", isRefused);
  const untagged: [string, object, string][] = [
    ["no tag", { tags: undefined }, "selectedTags"],
    ["empty lists of tags", { tags: [], selectedTags: [] }, "selectedTags"],
  ];
  it.each(untagged)("for %s [C5.03 C5.45]", isRefused);
  const untimely: [string, object, string][] = [
    ["a duration of 0 days", { bountyDuration: 0 }, "bountyDuration"],
    ["a duration of 31 days", { bountyDuration: 31 }, "bountyDuration"],
    ["a duration of 1.5 days", { bountyDuration: 1.5 }, "bountyDuration"],
  ];
  it.each(untimely)("for %s [C5.06 M5.39]", isRefused);
  const others: [string, object, string][] = [
    ["a title of 201 characters", { title: long(201) }, "title"],
    ["a title that is a number", { title: 7 }, "title"],
    ["a title with NUL", { title: "a\u0000b" }, "title"],
    ["a title with a lone surrogate", { title: "a\ud800b" }, "title"],
    ["content of 30,001 characters", { content: long(30_001) }, "content"],
    ["content that is a list", { content: ["x"] }, "content"],
    ["content with NUL", { content: "\u0000" }, "content"],
    ["an unknown tag", { tags: ["nope"] }, "tags"],
    ["an unknown tag id", { tags: undefined, selectedTags: ["99999999"] }, "selectedTags"],
    ["a tag id beyond bigint", { tags: ["99999999999999999999"] }, "tags"],
    ["tags as text", { tags: "money" }, "tags"],
    ["a tag that is a number", { tags: [7] }, "tags.0"],
    ["a tag with NUL", { tags: ["a\u0000"] }, "tags.0"],
    ["a type of 41 characters", { type: long(41) }, "type"],
    ["a type that is a number", { type: 1 }, "type"],
    ["code in an unknown language", { codeBlocks: [{ ...block, language: "cobol" }] }, "codeBlocks.0.language"],
    ["code of 20,001 characters", { codeBlocks: [{ ...block, code: long(20_001) }] }, "codeBlocks.0.code"],
    ["code with a lone surrogate", { codeBlocks: [block, { ...block, code: "\udfff" }] }, "codeBlocks.1.code"],
    ["21 blocks of code", { codeBlocks: Array(21).fill(block) }, "codeBlocks"],
    [
      "60,001 characters of code in all",
      { codeBlocks: [20_000, 20_000, 20_000, 1].map((n) => ({ ...block, code: long(n) })) },
      "codeBlocks",
    ],
    ["blocks of code as text", { codeBlocks: "x" }, "codeBlocks"],
    ["media from javascript:", { media: [{ ...picture, url: "javascript:alert(1)" }] }, "media.0.url"],
    ["media from data:", { media: [{ ...picture, url: "data:text/html,x" }] }, "media.0.url"],
    ["media from http", { media: [{ ...picture, url: "http://x.org/a.png" }] }, "media.0.url"],
    ["media from another of our paths", { media: [{ ...picture, url: "/api/auth/logout" }] }, "media.0.url"],
    [
      "media from the parent folder of uploads",
      { media: [{ ...picture, url: "/uploads/../api/wallet" }] },
      "media.0.url",
    ],
    ["a thumbnail from javascript:", { media: [{ ...picture, thumbnailUrl: "javascript:1" }] }, "media.0.thumbnailUrl"],
    ["21 media", { media: Array(21).fill(picture) }, "media"],
    ["a duration as text", { bountyDuration: "7" }, "bountyDuration"],
    ["hasBounty as text", { hasBounty: "true" }, "hasBounty"],
  ];
  it("for code consisting of spaces [C5.20 C5.45]", () =>
    isRefused("", { codeBlocks: [{ ...block, code: " \n" }] }, "codeBlocks.0.code"));
  it.each(others)("for %s [C5.45 M8.28]", isRefused);

  it("with the exact message required, if there is one [C5.03 C8.46]", async () => {
    const { error } = refused(await post({ ...valid, tags: [] }), 422, "VALIDATION_ERROR");
    expect(error).toBe("At least one tag is required");
  });
  it.each([[[valid]], ["text"], [7], [null]])("if the body isn't an object: %j", async (body) => {
    refused(await post(body), 422, "VALIDATION_ERROR");
  });
  it("without a session or token [M6.11 M8.21]", async () => {
    refused(await call(t, "POST", "/posts", { body: valid }), 401, "UNAUTHENTICATED");
  });
});

describe("reading a post", () => {
  it("needs no session, and returns its answers and comments [C7.29 M6.07 M7.32 C6.02]", async () => {
    const id = await ask(t, ada);
    ok(await call(t, "POST", `/posts/${id}/answers`, { as: ada, body: { content: "An answer" } }));
    ok(await call(t, "POST", `/posts/${id}/comments`, { as: ada, body: { content: "A comment" } }));
    const body = ok(await call(t, "GET", `/posts/${id}`));
    expect(body).toMatchObject({ success: true, post: { answerCount: 1, commentCount: 1, userVote: 0 } });
    expect(body.post.votes).toEqual({ up: 0, down: 0 });
    expect(body.post.answers).toMatchObject([{ content: "An answer", postId: id }]);
    expect(body.post.comments).toMatchObject([{ content: "A comment", postId: id }]);
  });

  it("returns 404 for an unknown id or one of something else [M8.23]", async () => {
    const others = [
      ada.id,
      money,
      "0",
      "-1",
      "1e3",
      "99999999999999999999",
      "nope",
      "1%20or%201=1",
      "%3Cb%3E",
      "..%2f",
    ];
    for (const id of others) {
      expect(refused(await call(t, "GET", `/posts/${id}`), 404, "NOT_FOUND").error).toBe("Post not found");
    }
  });
});

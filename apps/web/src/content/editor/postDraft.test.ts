import { createPostInput, DEFAULT_PARAMETERS, LANGUAGES } from "@bbux/contract";
import { describe, expect, it } from "vitest";
import {
  checkDraft,
  EMPTY_DRAFT,
  isBlank,
  newCodeDraft,
  type PostDraft,
  payloadOf,
  postDraft,
  problemsOf,
  sameWords,
} from "./postDraft.ts";

const complete: PostDraft = { ...EMPTY_DRAFT, title: "How?", content: "Like this?", tags: ["rust"] };
const withBounty = (part: Partial<PostDraft>): PostDraft => ({ ...complete, hasBounty: true, amount: "10", ...part });

describe("the ask form before it is sent", () => {
  it("names every field that is missing [C5.03] [C5.04]", () => {
    expect(checkDraft(EMPTY_DRAFT)).toEqual({
      title: "Title is required",
      content: "Content is required",
      tags: "At least one tag is required",
    });
  });

  it("treats blanks as empty [C5.04]", () => {
    expect(checkDraft({ ...complete, title: "  ", content: "\n" })).toMatchObject({ title: "Title is required" });
  });

  it("accepts more than ten tags [C5.11]", () => {
    expect(checkDraft({ ...complete, tags: Array.from({ length: 11 }, (_, n) => `tag-${n}`) })).toBeNull();
  });

  it("requires an amount only when a bounty is on [C5.05]", () => {
    expect(checkDraft(withBounty({ amount: "" }))).toEqual({ amount: "Bounty amount is required" });
    expect(checkDraft(withBounty({ amount: "0" }))).toEqual({ amount: "Bounty amount must be at least 0.01" });
    expect(checkDraft({ ...complete, amount: "nonsense" })).toBeNull();
  });

  it.each([0, 31, 2.5, ""])("refuses a duration of '%s' days [C5.06]", (days) => {
    expect(checkDraft(withBounty({ days }))?.days).toBeTruthy();
  });

  it("starts with seven days [C5.07]", () => {
    expect(EMPTY_DRAFT.days).toBe(7);
    expect(createPostInput.parse(payloadOf(withBounty({})))).toMatchObject({
      bountyDuration: 7,
      bountyAmount: 10_000_000_000n,
    });
  });

  it("names the fee that was shown with a bounty, and none without one", () => {
    const inForce = { ...DEFAULT_PARAMETERS, bountyFee: 300n };
    expect(payloadOf(withBounty({}), inForce)).toMatchObject({ bountyAmount: "10", maxFee: "0.3" });
    expect(payloadOf(complete, inForce)).not.toHaveProperty("maxFee");
  });

  it("names the empty code block [C5.20]", () => {
    const codeBlocks = [{ ...newCodeDraft(), code: "x" }, { ...newCodeDraft(), code: "  " }, newCodeDraft()];
    const empty = "Code must not be empty";
    expect(checkDraft({ ...complete, codeBlocks })).toEqual({ codeBlocks: { 1: empty, 2: empty } });
  });
});

it("puts the server's field errors at the form's fields", () => {
  const sorted = problemsOf([
    ["bountyAmount", "too much"],
    ["selectedTags", "unknown tag"],
    ["codeBlocks.2.code", "empty"],
    ["unheard.of", "ignored"],
  ]);
  expect(sorted).toEqual({ amount: "too much", tags: "unknown tag", codeBlocks: { 2: "empty" } });
});

it("doesn't store an empty draft", () => {
  expect(isBlank(EMPTY_DRAFT)).toBe(true);
  expect(isBlank({ ...EMPTY_DRAFT, title: "x" })).toBe(false);
});

describe("a draft in the browser's storage", () => {
  const picture = {
    key: "k",
    at: 1,
    type: "IMAGE",
    url: "/uploads/a.png",
    thumbnailUrl: null,
    isScreenRecording: false,
  };

  it("keeps media too [C2.092]", () => {
    const draft = { ...EMPTY_DRAFT, media: [picture] };
    expect(isBlank(draft)).toBe(false);
    expect(postDraft.parse(JSON.parse(JSON.stringify(draft)))).toEqual(draft);
    expect(payloadOf(draft).media).toEqual([{ type: "IMAGE", url: "/uploads/a.png", isScreenRecording: false }]);
  });

  it("is readable without the media field", () => {
    const { media, ...old } = complete;
    expect(postDraft.parse(old)).toEqual(complete);
  });

  it("is compared with its initial state by content only", () => {
    const block = { ...newCodeDraft(), code: "x" };
    const one = { ...complete, codeBlocks: [block], media: [picture] };
    expect(sameWords(one, { ...one, codeBlocks: [{ ...block, key: "other" }] })).toBe(true);
    expect(sameWords(one, { ...one, media: [] })).toBe(false);
    expect(sameWords(one, { ...one, tags: [] })).toBe(false);
  });
});

it("sends code blocks of every language with language, code and an optional description [C3.16 C3.17]", () => {
  const codeBlocks = LANGUAGES.slice(0, 20).map((language, index) => ({
    ...newCodeDraft(),
    language,
    code: "x",
    description: index === 0 ? "what it is" : " ",
  }));
  const sent = createPostInput.parse(payloadOf({ ...complete, codeBlocks })).codeBlocks;
  expect(sent?.map(({ language }) => language)).toEqual(LANGUAGES.slice(0, 20));
  expect(sent?.[0]).toEqual({ language: "javascript", code: "x", description: "what it is" });
  expect(sent?.[1]).not.toHaveProperty("description");
});

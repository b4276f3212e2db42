import { createPostInput } from "@bbux/contract";
import { describe, expect, it } from "vitest";
import { checkDraft, EMPTY_DRAFT, isBlank, newCodeDraft, type PostDraft, payloadOf, problemsOf } from "./postDraft.ts";

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

  it("takes blanks for nothing [C5.04]", () => {
    expect(checkDraft({ ...complete, title: "  ", content: "\n" })).toMatchObject({ title: "Title is required" });
  });

  it("accepts more than ten tags [C5.11]", () => {
    expect(checkDraft({ ...complete, tags: Array.from({ length: 11 }, (_, n) => `tag-${n}`) })).toBeNull();
  });

  it("wants an amount once a bounty is on, and none while it is off [C5.05]", () => {
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

  it("says which code block is empty [C5.20]", () => {
    const codeBlocks = [
      { ...newCodeDraft(), code: "x" },
      { ...newCodeDraft(), code: "  " },
    ];
    expect(checkDraft({ ...complete, codeBlocks })).toEqual({ codeBlocks: { 1: "Code must not be empty" } });
  });
});

it("puts the server's field errors beside the screen's fields", () => {
  const sorted = problemsOf([
    ["bountyAmount", "too much"],
    ["selectedTags", "unknown tag"],
    ["codeBlocks.2.code", "empty"],
    ["unheard.of", "ignored"],
  ]);
  expect(sorted).toEqual({ amount: "too much", tags: "unknown tag", codeBlocks: { 2: "empty" } });
});

it("keeps no draft of nothing", () => {
  expect(isBlank(EMPTY_DRAFT)).toBe(true);
  expect(isBlank({ ...EMPTY_DRAFT, title: "x" })).toBe(false);
});

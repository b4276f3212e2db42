import { describe, expect, it } from "vitest";
import { newCodeDraft } from "../editor/index.ts";
import { answerDraft, EMPTY_ANSWER, emptyBlock, isBlankAnswer, joined, sameAnswer } from "./answerDraft.ts";

const block = (code: string) => ({ ...newCodeDraft(), code });

describe("an unfinished answer", () => {
  it("reports the code block that is empty after trimming [C5.20]", () => {
    expect(emptyBlock({ content: "x", codeBlocks: [block("a"), block(" \n\t")] })).toEqual({
      1: "Code must not be empty",
    });
    expect(emptyBlock({ content: "x", codeBlocks: [block("a")] })).toBeNull();
  });

  it("is restored after a failed call, before text typed in the meantime", () => {
    const [first, second] = [block("1"), block("2")];
    expect(joined({ content: "one", codeBlocks: [first] }, { content: "two", codeBlocks: [second] })).toEqual({
      content: "one\n\ntwo",
      codeBlocks: [first, second],
    });
    expect(joined({ content: "one", codeBlocks: [] }, EMPTY_ANSWER)).toEqual({ content: "one", codeBlocks: [] });
  });

  it("is kept even if it is only a code block", () => {
    expect(isBlankAnswer(EMPTY_ANSWER)).toBe(true);
    expect(isBlankAnswer({ content: " ", codeBlocks: [] })).toBe(true);
    expect(isBlankAnswer({ content: "", codeBlocks: [block("")] })).toBe(false);
  });

  it("is compared without the keys of its blocks", () => {
    expect(sameAnswer({ content: "a", codeBlocks: [block("1")] }, { content: "a", codeBlocks: [block("1")] })).toBe(
      true,
    );
    expect(sameAnswer({ content: "a", codeBlocks: [block("1")] }, { content: "a", codeBlocks: [block("2")] })).toBe(
      false,
    );
  });

  it("drops uploads that were under way when the page was left", () => {
    const kept = answerDraft.parse({ content: "before\n![Uploading shot…](upload:ab-1)\nafter", codeBlocks: [] });
    expect(kept.content).toBe("before\nafter");
  });
});

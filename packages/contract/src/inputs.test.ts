import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { z } from "zod";
import { createPostInput, editPostInput, listPostsInput, postStatus, requestedBounty } from "./content/posts.ts";
import { email, newPassword, role, username } from "./people/auth.ts";
import { RESERVED_USERNAMES } from "./people/reserved.ts";
import { amountInput } from "./platform/amounts.ts";
import { ERROR_CODES, ERRORS, failure } from "./platform/errors.ts";
import { toDbId } from "./platform/ids.ts";
import { LANGUAGES } from "./platform/languages.ts";
import { APP, FEATURES, LIMITS, LIST_CUT } from "./platform/limits.ts";
import { UNIT } from "./platform/money.ts";
import { codeBlock, mediaItem } from "./platform/parts.ts";
import { isCleanText, text } from "./platform/text.ts";

const takes = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success;
/** The fields that an error names, in order. */
const problems = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value).error?.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`) ?? [];

describe("text", () => {
  it("is clean when UTF-8 and PostgreSQL can store it", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (value) => {
        expect(isCleanText(value)).toBe(!value.includes("\0") && Buffer.from(value).toString() === value);
      }),
    );
    expect(["🔑", "é", "\u200b", "\uffff"].every(isCleanText)).toBe(true);
    expect(["\0", "\ud800", "\udc00", "\udc00\ud800"].some(isCleanText)).toBe(false);
  });
  it("is trimmed before it is measured", () => {
    const schema = text({ max: 3, required: "Needed" });
    expect(schema.parse(" abc \n")).toBe("abc");
    expect(problems(schema, "  ")).toEqual([": Needed"]);
    expect(takes(schema, "abcd")).toBe(false);
  });
});

describe("an account's fields", () => {
  it.each([
    ["ab", false],
    ["abc", true],
    ["a".repeat(30), true],
    ["a".repeat(31), false],
    ["A-Z_09", true],
    ["a b", false],
    ["a.b", false],
    ["abc\n", false],
    ["Аdа", false],
    ["e\u0301cole", false],
    ["---", true],
  ])("username %j: %s [C5.41 M5.33]", (value, expected) => expect(takes(username, value)).toBe(expected));
  it("a username isn't a reserved word, in any case [C5.42 M5.33]", () => {
    for (const word of RESERVED_USERNAMES) {
      expect(takes(username, word), word).toBe(false);
      expect(takes(username, word.toUpperCase()), word).toBe(false);
    }
    expect(problems(username, "Admin")).toEqual([": This username is reserved"]);
  });
  it.each([
    ["a@b.co", true],
    ["A.b+c@Sub.Example.org", true],
    ["a@b", false],
    ["@b.co", false],
    ["a@@b.co", false],
    ["a b@c.co", false],
    ["a@b.co, c@d.co", false],
    [`${"a".repeat(242)}@example.org`, true],
    [`${"a".repeat(243)}@example.org`, false],
  ])("email %j: %s", (value, expected) => expect(takes(email, value)).toBe(expected));
  it.each([
    ["1234567", false],
    ["12345678", true],
    ["x".repeat(128), true],
    ["x".repeat(129), false],
    ["        ", true],
    ["1234567\0", false],
  ])("password %j: %s [C5.44 M5.35]", (value, expected) => expect(takes(newPassword, value)).toBe(expected));
  it("a role is one of three [M6.01]", () => expect(role.options).toEqual(["user", "moderator", "admin"]));
});

describe("a new post", () => {
  const valid = { title: "T", content: "C", tags: ["x"] };
  const parse = (more: object) => createPostInput.parse({ ...valid, ...more });

  it("has a bounty when it is on, or when there is an amount and it is not off [C3.20 M7.31]", () => {
    expect(requestedBounty(parse({}))).toBe(0n);
    expect(requestedBounty(parse({ bountyAmount: 2 }))).toBe(2n * UNIT);
    expect(requestedBounty(parse({ hasBounty: true, bountyAmount: "2.5" }))).toBe((5n * UNIT) / 2n);
    expect(requestedBounty(parse({ hasBounty: false, bountyAmount: 2 }))).toBe(0n);
    expect(requestedBounty(parse({ hasBounty: false, bountyAmount: null }))).toBe(0n);
  });
  it.each([
    [{ hasBounty: true }, "bountyAmount: Bounty amount is required"],
    [{ hasBounty: true, bountyAmount: 0 }, "bountyAmount: Bounty amount must be at least 0.01"],
    [{ bountyAmount: 0.001 }, "bountyAmount: Bounty amount must be at least 0.01"],
    [{ bountyAmount: 0.015 }, "bountyAmount: Bounty amount must be a multiple of 0.01"],
    [{ tags: [] }, "selectedTags: At least one tag is required"],
    [{ title: "" }, "title: Title is required"],
    [{ content: " " }, "content: Content is required"],
    [{ bountyDuration: 31 }, "bountyDuration: Bounty duration must be 1 to 30 days"],
  ])("%j is refused: %s [C5.03 C5.04 C5.05 C5.06 M5.38 M5.39]", (more, problem) => {
    expect(problems(createPostInput, { ...valid, ...more })).toEqual([problem]);
  });
  it("never crashes, whatever the amount is", () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), (bountyAmount, hasBounty) => {
        createPostInput.safeParse({ ...valid, bountyAmount, hasBounty });
      }),
    );
  });
  it("drops unknown fields [C7.03]", () => {
    expect(parse({ authorId: "1", status: "COMPLETED" })).toEqual({ title: "T", content: "C", tags: ["x"] });
  });
});

describe("an edit", () => {
  it("needs title and content, but no tag [C5.12 C5.13]", () => {
    expect(takes(editPostInput, { id: "1", title: "T", content: "C" })).toBe(true);
    expect(problems(editPostInput, { id: "1", title: " ", content: "" })).toHaveLength(2);
  });
});

describe("the feed's input", () => {
  it("has page 1 and limit 10 by default, and a limit of at most 100 [C7.20 M7.30]", () => {
    expect(listPostsInput.parse({})).toEqual({ page: 1, limit: 10 });
    expect(takes(listPostsInput, { limit: 100 })).toBe(true);
    for (const wrong of [{ limit: 101 }, { limit: 0 }, { page: 0 }, { page: -1 }, { page: 1e9 }, { page: "1" }]) {
      expect(takes(listPostsInput, wrong), JSON.stringify(wrong)).toBe(false);
    }
  });
});

describe("code and media", () => {
  it("code is in one of 23 languages, and not blank [C3.17]", () => {
    expect(LANGUAGES).toEqual([
      ...[
        "javascript",
        "typescript",
        "python",
        "java",
        "cpp",
        "csharp",
        "php",
        "ruby",
        "go",
        "rust",
        "swift",
        "kotlin",
      ],
      ...["scala", "html", "css", "sql", "bash", "powershell", "json", "xml", "yaml", "markdown", "plaintext"],
    ]);
    for (const language of LANGUAGES) expect(takes(codeBlock, { language, code: "x" })).toBe(true);
    expect(takes(codeBlock, { language: "cobol", code: "x" })).toBe(false);
    expect(codeBlock.parse({ language: "sql", code: "  x\n" }).code).toBe("  x\n");
    expect(takes(codeBlock, { language: "SQL", code: "x" })).toBe(false);
    expect(takes(codeBlock, { language: "sql", code: "\n\t" })).toBe(false);
  });
  it.each([
    ["https://x.org/a.png", true],
    ["/uploads/a.webp", true],
    ["/uploads/2026/a_b-c.webp", true],
    ["/uploads/../etc", false],
    ["/uploads/a/../../b", false],
    ["/uploads/.env", false],
    ["/uploads//x", false],
    ["/uploads/", false],
    ["/api/auth/logout", false],
    ["//evil.example/x", false],
    ["http://x.org/a", false],
    ["javascript:alert(1)", false],
    ["JaVaScRiPt:alert(1)", false],
    ["data:text/html,x", false],
    ["", false],
  ])("media at %j: %s", (url, expected) => expect(takes(mediaItem, { type: "IMAGE", url })).toBe(expected));
});

describe("an amount as input", () => {
  it.each([true, null, undefined, [], {}, 1n, new Date(), "9".repeat(1_000)])("refuses %s", (value) => {
    expect(takes(amountInput({ min: 0n, max: UNIT }), value)).toBe(false);
  });
});

describe("ids", () => {
  it.each([
    ["1", "1"],
    ["9223372036854775807", "9223372036854775807"],
    ["9223372036854775808", null],
    ["0", null],
    ["01", null],
    ["-1", null],
    ["1.0", null],
    ["1e3", null],
    [" 1", null],
    ["1\n", null],
    ["", null],
    ["abc", null],
  ])("%j is %s to the database", (value, expected) => expect(toDbId(value)).toBe(expected));
});

describe("the contract", () => {
  it("declares version 1.0.0 and environment production [C1.16]", () => {
    expect(APP).toMatchObject({ name: "BBUX", version: "1.0.0", environment: "production", requestTimeoutMs: 10_000 });
  });
  it("turns notifications, wallet and voting on [C1.15]", () => {
    expect(FEATURES).toEqual({ notifications: true, wallet: true, voting: true });
  });
  it("makes a post OPEN, COMPLETED or CLOSED [C3.13]", () => {
    expect(postStatus.options).toEqual(["OPEN", "COMPLETED", "CLOSED"]);
  });
  it("has the documented lengths of texts and lists", () => {
    expect(LIMITS).toMatchObject({
      title: 200,
      content: 30_000,
      answer: 30_000,
      comment: 2_000,
      tags: 50,
      tagsHint: 10,
    });
    expect(LIST_CUT).toEqual({ title: 60, content: 120, tags: 2, pageWindow: 5 });
  });
  it("accepts failures from one closed list, each with a status [C7.67 C7.68 M8.19]", () => {
    for (const code of ERROR_CODES) {
      expect(takes(failure, { success: false, error: ERRORS[code].message, code })).toBe(true);
    }
    expect(takes(failure, { success: false, error: "x", code: "OTHER" })).toBe(false);
    expect(takes(failure, { success: true, error: "x", code: "NOT_FOUND" })).toBe(false);
  });
});

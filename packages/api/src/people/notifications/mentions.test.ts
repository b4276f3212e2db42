import { describe, expect, it } from "vitest";
import { mentionsIn } from "./mentions.ts";

describe("mentionsIn", () => {
  it.each([
    ["@kenji, see this", ["kenji"]],
    ["(@Kenji) and **@maren**.", ["kenji", "maren"]],
    ["@kenji @KENJI @kenji", ["kenji"]],
    ["- @kenji\n    - @maren below it", ["kenji", "maren"]],
    ["> @kenji said", ["kenji"]],
    ["@kenji/@maren", ["kenji"]],
    ["@lucia_p and @long-name", ["lucia_p", "long-name"]],
    ["an unclosed ` tick, @kenji", ["kenji"]],
  ])("finds %j", (text, names) => expect(mentionsIn(text)).toEqual(names));

  it.each([
    "mail to ada@example.org",
    "https://social.example/@kenji",
    "npm i @tanstack/router",
    "@ab is too short",
    `@${"a".repeat(31)} is too long`,
    "`@kenji`",
    "``a ` @kenji``",
    "a `code\n@kenji` over two lines",
    "```\n@kenji\n```",
    "```js\n@kenji\n~~~\n@kenji\n```",
    "````\n```\n@kenji\n````",
    "~~~\n@kenji",
    "- ```\n  @kenji\n  ```",
    "> ```\n> @kenji\n> ```",
    "text\n\n    @kenji in an indented block",
    "kenji@@kenji",
  ])("finds no mention in %j", (text) => expect(mentionsIn(text)).toEqual([]));

  it("continues after code", () => {
    expect(mentionsIn("```\n@code\n```\n@kenji `@inline` @maren")).toEqual(["kenji", "maren"]);
    expect(mentionsIn("`a` @kenji ``b` @maren``")).toEqual(["kenji"]);
  });

  it("returns at most ten", () => {
    const text = Array.from({ length: 30 }, (_, i) => `@name${i}`).join(" ");
    expect(mentionsIn(text)).toHaveLength(10);
  });

  it.each(["`", "``` ", "`a``b", "@", "@abc", "> ", "- ", "~~~\n", " \n"])(
    "doesn't hang on a long run of %j",
    (piece) => {
      // Long enough that anything worse than linear runs into the test's time limit.
      expect(mentionsIn(`@${piece.repeat(300_000)}`).length).toBeLessThanOrEqual(10);
    },
  );
});

import { GIF_WORDS } from "@bbux/contract";
import { TRPCClientError } from "@trpc/client";
import { describe, expect, it } from "vitest";
import { isOnlyEmoji } from "./emoji.ts";
import { columnsOf, gifFailure, stillOf } from "./gif.ts";

/** A refusal as the server words it. */
function refusal(httpStatus: number, code: string, error: string) {
  const failure = new TRPCClientError("…");
  Object.assign(failure, { data: { httpStatus, code, error } });
  return failure;
}

describe("a failed search", () => {
  it.each([
    ["503 notConfigured [C8.28]", refusal(503, "GIF_UNAVAILABLE", GIF_WORDS.notConfigured), GIF_WORDS.notConfigured],
    ["429 of the service [C8.29]", refusal(429, "RATE_LIMITED", GIF_WORDS.rateLimited), GIF_WORDS.rateLimited],
    [
      "429 of our own [C8.29]",
      refusal(429, "RATE_LIMITED", "Too many requests. Please try again later."),
      GIF_WORDS.rateLimited,
    ],
    ["503 denied [C8.30]", refusal(503, "GIF_UNAVAILABLE", GIF_WORDS.denied), GIF_WORDS.denied],
    ["403 [C8.30]", refusal(403, "FORBIDDEN", "You are not allowed to do this"), GIF_WORDS.denied],
    ["503 failed [C8.31]", refusal(503, "GIF_UNAVAILABLE", GIF_WORDS.failed), GIF_WORDS.failed],
    ["500 [C8.31]", refusal(500, "INTERNAL_ERROR", "Something went wrong"), GIF_WORDS.failed],
    ["no answer [C8.31]", new TRPCClientError("fetch failed"), GIF_WORDS.failed],
  ])("says its sentence: %s", (_, error, words) => {
    expect(gifFailure(error)).toBe(words);
  });

  it("tells a suspended member what is the matter", () => {
    expect(gifFailure(refusal(403, "ACCOUNT_SUSPENDED", "This account is suspended"))).toBe(
      "This account is suspended",
    );
  });
});

describe("pictures", () => {
  it("that move have one that does not beside them", () => {
    expect(stillOf("https://media1.giphy.com/media/x/giphy.gif")).toBe("https://media1.giphy.com/media/x/giphy_s.gif");
    expect(stillOf("https://media1.giphy.com/media/x/200w.gif")).toBe("https://media1.giphy.com/media/x/200w_s.gif");
    expect(stillOf("https://media1.giphy.com/media/x/200w_s.gif")).toBe("https://media1.giphy.com/media/x/200w_s.gif");
    expect(stillOf("https://media1.giphy.com/media/x/giphy.webp")).toBeNull();
  });

  it("stand in two columns of about one height", () => {
    const [tall, wide, square] = [
      { width: 1, height: 3 },
      { width: 2, height: 1 },
      { width: 1, height: 1 },
    ];
    expect(columnsOf([tall, wide, square])).toEqual([[tall], [wide, square]]);
  });
});

describe("emojis alone", () => {
  it.each(["🎉", "👍🏽 👍", "👩‍💻", "🇩🇪", "❤️", "1️⃣"])("are shown large: %s", (text) =>
    expect(isOnlyEmoji(text)).toBe(true),
  );
  it.each(["", "ok 👍", "👍👍👍👍", "1", "!", "a"])("are not: %s", (text) => expect(isOnlyEmoji(text)).toBe(false));
});

import { GIF_MESSAGES } from "@bbux/contract";
import { TRPCClientError } from "@trpc/client";
import { describe, expect, it } from "vitest";
import { isOnlyEmoji } from "./emoji.ts";
import { columnsOf, gifFailure, stillOf } from "./gif.ts";

/** A refusal with the server's text. */
function refusal(httpStatus: number, code: string, error: string) {
  const failure = new TRPCClientError("…");
  Object.assign(failure, { data: { httpStatus, code, error } });
  return failure;
}

describe("a failed search", () => {
  it.each([
    [
      "503 notConfigured [C8.28]",
      refusal(503, "GIF_UNAVAILABLE", GIF_MESSAGES.notConfigured),
      GIF_MESSAGES.notConfigured,
    ],
    ["429 from the service [C8.29]", refusal(429, "RATE_LIMITED", GIF_MESSAGES.rateLimited), GIF_MESSAGES.rateLimited],
    [
      "429 from our own limit [C8.29]",
      refusal(429, "RATE_LIMITED", "Too many requests. Please try again later."),
      GIF_MESSAGES.rateLimited,
    ],
    ["503 denied [C8.30]", refusal(503, "GIF_UNAVAILABLE", GIF_MESSAGES.denied), GIF_MESSAGES.denied],
    ["403 [C8.30]", refusal(403, "FORBIDDEN", "You are not allowed to do this"), GIF_MESSAGES.denied],
    ["503 failed [C8.31]", refusal(503, "GIF_UNAVAILABLE", GIF_MESSAGES.failed), GIF_MESSAGES.failed],
    ["500 [C8.31]", refusal(500, "INTERNAL_ERROR", "Something went wrong"), GIF_MESSAGES.failed],
    ["no response [C8.31]", new TRPCClientError("fetch failed"), GIF_MESSAGES.failed],
  ])("is explained in a sentence: %s", (_, error, words) => {
    expect(gifFailure(error)).toBe(words);
  });

  it("tells suspended members that they are suspended", () => {
    expect(gifFailure(refusal(403, "ACCOUNT_SUSPENDED", "This account is suspended"))).toBe(
      "This account is suspended",
    );
  });
});

describe("GIFs in the picker", () => {
  it("have a still image for each moving one", () => {
    expect(stillOf("https://media1.giphy.com/media/x/giphy.gif")).toBe("https://media1.giphy.com/media/x/giphy_s.gif");
    expect(stillOf("https://media1.giphy.com/media/x/200w.gif")).toBe("https://media1.giphy.com/media/x/200w_s.gif");
    expect(stillOf("https://media1.giphy.com/media/x/200w_s.gif")).toBe("https://media1.giphy.com/media/x/200w_s.gif");
    expect(stillOf("https://media1.giphy.com/media/x/giphy.webp")).toBeNull();
  });

  it("are split into two columns of similar height", () => {
    const [tall, wide, square] = [
      { width: 1, height: 3 },
      { width: 2, height: 1 },
      { width: 1, height: 1 },
    ];
    expect(columnsOf([tall, wide, square])).toEqual([[tall], [wide, square]]);
  });
});

describe("messages of emojis only", () => {
  it.each(["🎉", "👍🏽 👍", "👩‍💻", "🇩🇪", "❤️", "1️⃣"])("are shown large: %s", (text) =>
    expect(isOnlyEmoji(text)).toBe(true),
  );
  it.each(["", "ok 👍", "👍👍👍👍", "1", "!", "a"])("are not shown large: %s", (text) =>
    expect(isOnlyEmoji(text)).toBe(false),
  );
});

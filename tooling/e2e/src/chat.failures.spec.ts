import { expect, type Page } from "@playwright/test";
import {
  chat,
  field,
  message,
  openChat,
  opener,
  post,
  refuse,
  send,
  standInForPictures,
  standInForSearch,
} from "./chat.support.ts";
import { test, visit } from "./shared-page.support.ts";
import { enter, freshName, newMember, PASSWORD, wordless } from "./support.ts";

const dialog = (page: Parameters<typeof chat>[0], name: string) => chat(page).getByRole("dialog", { name });

test.describe("chat with failures or delays", () => {
  test("sends one message at a time, and a failed one stays with a retry button [C5.37 C8.26]", async ({
    page,
    request,
  }) => {
    const member = await newMember(request, "fails");
    await enter(page, member.email, PASSWORD);
    await visit(page, "/community");
    await openChat(page);
    const keys: (string | undefined)[] = [];
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/chat\.send/, async (route) => {
      keys.push(route.request().headers()["idempotency-key"]);
      await held;
      await route.fulfill(wordless);
    });
    const word = freshName("lost");
    await field(page).fill(word);
    await send(page).click();
    // It shows immediately; nothing else can be sent in the meantime.
    await expect(chat(page).getByTestId("chat-sending")).toContainText(word);
    await field(page).fill("the next one");
    await expect(send(page)).toBeDisabled();
    await field(page).press("Enter");
    expect(keys).toHaveLength(1);
    release();
    await expect(page.getByRole("alert")).toContainText("Failed to send message. Please try again.");
    const failed = chat(page).getByTestId("chat-failed");
    await expect(failed).toContainText(word);
    await expect(field(page)).toHaveValue("the next one");
    await expect(send(page)).toBeEnabled();

    await page.unroute(/chat\.send/);
    const again = page.waitForRequest(/chat\.send/);
    await failed.getByRole("button", { name: "Try again" }).click();
    // The retry has the same key, so a first attempt that had arrived would not be duplicated.
    expect((await again).headers()["idempotency-key"]).toBe(keys[0]);
    await expect(message(page, word)).toHaveCount(1);
    await expect(failed).toHaveCount(0);
  });

  test("says how long to wait after too many messages; a failed message can be discarded; a GIF that fails to send says so [C8.26 C8.27]", async ({
    page,
    request,
  }) => {
    const member = await newMember(request, "many");
    await enter(page, member.email, PASSWORD);
    await standInForPictures(page);
    await standInForSearch(page);
    await visit(page, "/community");
    await openChat(page);
    const error = "Too many requests. Please try again later.";
    const data = { code: "RATE_LIMITED", httpStatus: 429, error, details: { retryAfter: 42 } };
    await page.route(/chat\.send/, (route) =>
      route.fulfill({ status: 429, json: { error: { message: error, code: -32029, data } } }),
    );
    await field(page).fill("once more");
    await field(page).press("Enter");
    await expect(page.getByRole("alert")).toContainText("Failed to send message. Please try again.");
    await expect(chat(page).getByTestId("chat-failed")).toContainText("Try again in 42 seconds.");
    await chat(page).getByRole("button", { name: "Discard" }).click();
    await expect(chat(page).getByTestId("chat-failed")).toHaveCount(0);

    await page.unroute(/chat\.send/);
    await page.route(/chat\.send/, (route) => route.abort());
    await chat(page).getByRole("button", { name: "GIFs" }).click();
    await chat(page).getByLabel("Search GIFs").fill("cat");
    await chat(page).getByRole("button", { name: "cat 0", exact: true }).click();
    await expect(page.getByRole("alert").filter({ hasText: "Failed to send GIF. Please try again." })).toBeVisible();
    await expect(chat(page).getByTestId("chat-failed").getByRole("img", { name: "GIF: cat 0" })).toBeVisible();
  });

  test("closes one picker when the other opens, sends no empty search, and loads more GIFs on scrolling [C4.35 C5.38]", async ({
    page,
    request,
  }) => {
    const member = await newMember(request, "picks");
    await enter(page, member.email, PASSWORD);
    await visit(page, "/community");
    await standInForPictures(page);
    const asked = await standInForSearch(page);
    await openChat(page);
    const [emojis, gifs] = ["Emojis", "GIFs"].map((name) => chat(page).getByRole("button", { name, exact: true }));
    await emojis?.click();
    await expect(dialog(page, "Emojis")).toBeVisible();
    await gifs?.click();
    await expect(dialog(page, "GIFs")).toBeVisible();
    await expect(dialog(page, "Emojis")).toHaveCount(0);
    const search = chat(page).getByLabel("Search GIFs");
    await expect(search).toBeFocused();
    await search.fill("    ");
    await search.fill("  cat ");
    await expect(chat(page).getByRole("button", { name: "cat 0", exact: true })).toBeVisible();
    expect(asked).toEqual([{ q: "cat", limit: 20, offset: 0 }]);
    await expect(dialog(page, "GIFs")).toContainText("Powered by GIPHY");
    await chat(page).getByRole("button", { name: "cat 19", exact: true }).scrollIntoViewIfNeeded();
    await expect(chat(page).getByRole("button", { name: "cat 20", exact: true })).toBeAttached();
    expect(asked[1]).toEqual({ q: "cat", limit: 20, offset: 20 });
    await search.fill("nothing");
    await expect(dialog(page, "GIFs")).toContainText("No GIFs found for “nothing”");
    await search.fill("");
    await expect(dialog(page, "GIFs")).toContainText("What should it show?");

    await emojis?.click();
    await expect(dialog(page, "GIFs")).toHaveCount(0);
    await expect(dialog(page, "Emojis")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(chat(page).getByRole("dialog")).toHaveCount(0);
    await expect(field(page)).toBeFocused();
    await expect(chat(page)).toBeVisible();
  });

  test("explains each failure of a GIF search, and can retry it [C8.28 C8.29 C8.30 C8.31]", async ({
    page,
    request,
  }) => {
    const member = await newMember(request, "search");
    await enter(page, member.email, PASSWORD);
    await visit(page, "/community");
    await openChat(page);
    await chat(page).getByRole("button", { name: "GIFs" }).click();
    for (const [status, code, said, shown] of [
      [503, "GIF_UNAVAILABLE", "GIF API key not configured", "GIF API key not configured"],
      [429, "RATE_LIMITED", "Too many requests", "GIF search rate limited. Please try again in a moment."],
      [403, "FORBIDDEN", "No", "GIF search access denied. Please check your API key."],
      [500, "INTERNAL_ERROR", "Something went wrong", "Failed to search GIFs. Please try again."],
    ] as const) {
      await page.route(/gifs\.search/, (route) => refuse(route, status, code, said, true));
      await chat(page).getByLabel("Search GIFs").fill(`cat${status}`);
      await expect(dialog(page, "GIFs").getByRole("alert")).toHaveText(shown);
      await page.unroute(/gifs\.search/);
    }
    await standInForPictures(page);
    await standInForSearch(page);
    await dialog(page, "GIFs").getByRole("button", { name: "Try again" }).click();
    await expect(chat(page).getByRole("button", { name: "cat500 0", exact: true })).toBeVisible();
  });

  test("polls for messages every 2 seconds without a stream while it is open, but not while it is closed [C4.37 C7.56]", async ({
    page,
    request,
  }) => {
    const [reader, writer] = [await newMember(request, "polls"), await newMember(request, "writer")];
    await enter(page, reader.email, PASSWORD);
    await page.route(/chat\.live/, (route) => route.abort());
    const asked: string[] = [];
    page.on("request", (sent) => {
      if (/chat\.(changes|messages|live)/.test(sent.url())) asked.push(sent.url());
    });
    await page.clock.install();
    await page.addInitScript(() => {
      const times: number[] = [];
      const { fetch } = window;
      Object.assign(window, { timesAsked: times });
      window.fetch = (input, init) => {
        const url = input instanceof Request ? input.url : String(input);
        if (url.includes("chat.changes")) times.push(Date.now());
        return fetch(input, init);
      };
    });
    await page.goto("/community");
    await expect(opener(page)).toBeVisible();
    await page.clock.runFor(6_000);
    expect(asked).toEqual([]);

    await openChat(page);
    const word = freshName("polled");
    await post(writer, word);
    await expect(async () => {
      await page.clock.runFor(2_000);
      await expect(message(page, word)).toBeVisible({ timeout: 500 });
    }).toPass({ timeout: 60_000 });
    // The page's clock now advances in steps only: after a response, the next request takes 2 seconds of it.
    await page.clock.pauseAt(new Date(await page.evaluate(() => Date.now() + 5_000)));
    // In the page's own time, because Playwright hears of a request a little later.
    const untilAsked = async () => {
      const answered = page.waitForResponse(/chat\.changes/);
      const before = (await timesAsked(page)).length;
      for (let passed = 0; passed < 10_000 && (await timesAsked(page)).length === before; passed += 100) {
        await page.clock.runFor(100);
      }
      expect((await timesAsked(page)).length).toBe(before + 1);
      await (await answered).finished();
    };
    for (let round = 0; round < 4; round++) await untilAsked();
    const times = (await timesAsked(page)).slice(-4);
    for (const [index, time] of times.slice(1).entries())
      expect(time - (times[index] ?? 0)).toBeGreaterThanOrEqual(2_000);
    await page.clock.resume();

    await chat(page).getByRole("button", { name: "Close chat" }).click();
    await expect(chat(page)).toHaveCount(0);
    asked.length = 0;
    await page.clock.runFor(10_000);
    expect(asked).toEqual([]);
  });

  test("gives up a silent stream, says that there is no connection, and later shows what was missed once", async ({
    page,
    request,
  }) => {
    const [reader, writer] = [await newMember(request, "sleeps"), await newMember(request, "writer")];
    await enter(page, reader.email, PASSWORD);
    await page.clock.install();
    await page.goto("/community");
    await openChat(page);
    const first = freshName("first");
    await post(writer, first);
    await expect(message(page, first)).toBeVisible();
    await page.route(/chat\.(live|changes)/, (route) => route.abort());
    // In small steps, because what comes from the server comes in its own time.
    const passes = (expectation: () => Promise<void>) =>
      expect(async () => {
        await page.clock.runFor(5_000);
        await expectation();
      }).toPass({ intervals: [50], timeout: 60_000 });
    await passes(() => expect(chat(page)).toContainText("No connection", { timeout: 300 }));
    const missed = freshName("missed");
    await post(writer, missed);
    await page.unroute(/chat\.(live|changes)/);
    await passes(() => expect(message(page, missed)).toBeVisible({ timeout: 300 }));
    await expect(message(page, missed)).toHaveCount(1);
    await expect(chat(page)).not.toContainText("No connection");
  });

  test("shares one stream between two tabs of a member", async ({ context, request }) => {
    const [reader, writer] = [await newMember(request, "tabs"), await newMember(request, "writer")];
    const streams: string[] = [];
    context.on("request", (sent) => {
      if (sent.url().includes("chat.live")) streams.push(sent.url());
    });
    const one = await context.newPage();
    await enter(one, reader.email, PASSWORD);
    await one.goto("/community");
    await openChat(one);
    await expect.poll(() => streams.length).toBe(1);
    const two = await context.newPage();
    await two.goto("/community");
    await expect(field(two)).toBeVisible();
    const word = freshName("both");
    await post(writer, word);
    for (const tab of [one, two]) await expect(message(tab, word)).toBeVisible();
    expect(streams).toHaveLength(1);
    // A message sent while a tab opens isn't missed, and the next tab takes over.
    await one.close();
    await expect.poll(() => streams.length).toBe(2);
    const later = freshName("later");
    await post(writer, later);
    await expect(message(two, later)).toBeVisible();
  });
});

/** When the page has asked for messages without a stream, in its own milliseconds. */
function timesAsked(page: Page): Promise<number[]> {
  return page.evaluate((): number[] => Reflect.get(window, "timesAsked"));
}

import { expect } from "@playwright/test";
import { test, visit } from "./shared-page.support.ts";
import {
  DEMO_PASSWORD,
  demoEmail,
  demoMember,
  enter,
  freshName,
  newAnswer,
  newMember,
  newPost,
  PASSWORD,
} from "./support.ts";

test.describe("a post", () => {
  test("shows title, reward, tags, status, content, author, times, then answers, then comments [C2.097 C2.098 C2.101 C2.103 C8.42]", async ({
    page,
    request,
  }) => {
    const oskar = await demoMember(request, "oskar");
    const title = freshName("Everything");
    const id = await newPost(oskar, { title, tags: ["rust"], content: "Some **content**.", bountyAmount: 0.5 });
    await visit(page, `/posts/${id}`);
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
    await expect(page.getByRole("region", { name: "Bounty" })).toContainText("0.5");
    await expect(page.getByText("rust", { exact: true }).first()).toBeVisible();
    await expect(page.locator("[data-status=OPEN]")).toBeVisible();
    await expect(page.locator("strong", { hasText: "content" })).toBeVisible();
    await expect(page.getByRole("link", { name: "oskar" }).first()).toHaveAttribute("href", "/users/oskar");
    await expect(page.getByText(/asked/).first()).toBeVisible();
    await expect(page.getByText("No answers yet. Be the first to answer!")).toBeVisible();
    const [answers, comments] = await Promise.all([
      page.getByRole("heading", { name: "Answers" }).boundingBox(),
      page.getByRole("heading", { name: "Comments" }).boundingBox(),
    ]);
    expect(answers?.y).toBeLessThan(comments?.y ?? 0);
    await page.getByRole("main").getByRole("link", { name: "Community" }).click();
    await expect(page).toHaveURL(/\/community/);
  });

  test("has a green status when open, yellow when completed, gray when closed [C4.14]", async ({ page, request }) => {
    const hues: Record<string, string> = {};
    for (const [filter, label] of [
      ["open", "Open"],
      ["claimed", "Answered"],
      ["closed", "Closed"],
    ] as const) {
      const { posts } = await (await request.get(`/api/posts?filter=${filter}&limit=1`)).json();
      await visit(page, `/posts/${posts[0].id}`);
      const badge = page.locator("header [data-status]", { hasText: label });
      await expect(badge).toBeVisible();
      hues[label] = await badge.evaluate((element) => {
        const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
        if (!canvas) return "?";
        // In pale or dark schemes the hue is in the background or in the text.
        const { backgroundColor, color } = getComputedStyle(element);
        for (const css of [backgroundColor, color]) {
          canvas.fillStyle = css;
          canvas.fillRect(0, 0, 1, 1);
          const [r = 0, g = 0, b = 0] = canvas.getImageData(0, 0, 1, 1).data;
          if (Math.max(r, g, b) - Math.min(r, g, b) >= 16) return g > r ? "green" : "yellow";
        }
        return "grey";
      });
    }
    expect(hues).toEqual({ Open: "green", Answered: "yellow", Closed: "grey" });
  });

  test("shows Edit and Delete to its author only, and no answer form to visitors [C2.100 C6.05]", async ({
    page,
    request,
    browser,
  }) => {
    const [author, other] = [await newMember(request), await newMember(request)];
    const id = await newPost(author);
    const actions = page.getByRole("button", { name: /^(Edit|Delete)$/ });
    await visit(page, `/posts/${id}`);
    await expect(page.getByText("Sign in to answer this question.")).toBeVisible();
    await expect(page.getByRole("textbox", { name: "Your answer" })).toHaveCount(0);
    await expect(actions).toHaveCount(0);
    await enter(page, other.email, PASSWORD);
    await visit(page, `/posts/${id}`);
    await expect(page.getByRole("textbox", { name: "Your answer" })).toBeVisible();
    await expect(actions).toHaveCount(0);
    const own = await browser.newPage();
    await enter(own, author.email, PASSWORD);
    await own.goto(`/posts/${id}`);
    await expect(own.getByRole("button", { name: /^(Edit|Delete)$/ })).toHaveText(["Edit", "Delete"]);
  });

  test("is edited in place: cancel keeps it, save shows the new version with its time, and locks it for a day [C2.101 C4.24 C4.25 C5.12 C5.13 C6.14 C8.10]", {
    tag: "@gate",
  }, async ({ page, request }) => {
    const author = await newMember(request);
    const title = freshName("before");
    const id = await newPost(author, { title });
    await enter(page, author.email, PASSWORD);
    await visit(page, `/posts/${id}`);
    const edit = page.getByRole("button", { name: "Edit", exact: true });
    await edit.click();
    await page.getByLabel("Title").fill("thrown away");
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect(page.getByRole("heading", { name: title })).toBeVisible();

    await edit.click();
    await page.getByLabel("Title").fill("   ");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Title is required")).toBeVisible();
    const after = freshName("after");
    await page.getByLabel("Title").fill(after);
    await page.getByRole("textbox", { name: "Tags" }).or(page.getByLabel("Tags")).first().focus();
    await page.keyboard.press("Backspace");
    await page.route("**/api/trpc/posts.edit*", (route) =>
      route.fulfill({
        status: 500,
        contentType: "application/json",
        body: JSON.stringify({ error: { message: "", code: -32603, data: {} } }),
      }),
    );
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Failed to update post")).toBeVisible();
    await page.unroute("**/api/trpc/posts.edit*");
    await page.getByRole("button", { name: /try again|retry/i }).click();
    await expect(page.getByRole("heading", { level: 1, name: after })).toBeVisible();
    await expect(page.getByText(/^edited /).first()).toBeVisible();
    await expect(edit).toBeDisabled();
  });

  test("is deleted after a dialog that says what happens to the bounty [C4.26 C4.27 C4.28 C4.29]", {
    tag: "@gate",
  }, async ({ page, request }) => {
    const noor = await demoMember(request, "teodor");
    const { bbuxBalance } = await noor.get("/wallet");
    const id = await newPost(noor, { bountyAmount: 1 });
    await enter(page, demoEmail("teodor"), DEMO_PASSWORD);
    await visit(page, `/posts/${id}`);
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog).toContainText("refunded to your wallet");
    await expect(dialog).toContainText("The fee that it was placed with is kept");
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await expect(dialog).toHaveCount(0);
    expect((await request.get(`/api/posts/${id}`)).status()).toBe(200);
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await dialog.getByRole("button", { name: "Delete", exact: true }).click();
    await page.waitForURL(/\/community/);
    expect((await request.get(`/api/posts/${id}`)).status()).toBe(404);
    const now = await noor.get("/wallet");
    expect(Number(bbuxBalance) - Number(now.bbuxBalance)).toBeCloseTo(0.05, 6);
    await visit(page, `/posts/${id}`);
    await expect(page.getByText("This post is not here")).toBeVisible();
  });

  test("with a bounty and an answer says in advance that it can't be deleted [C4.30]", async ({ page, request }) => {
    const [priya, other] = [await demoMember(request, "priya"), await newMember(request)];
    const id = await newPost(priya, { bountyAmount: 0.1 });
    await newAnswer(other, id, "An answer");
    await enter(page, demoEmail("priya"), DEMO_PASSWORD);
    await visit(page, `/posts/${id}`);
    await page.getByRole("button", { name: "Delete", exact: true }).first().click();
    const dialog = page.getByRole("dialog");
    await expect(dialog).toContainText("can't be deleted");
    await expect(dialog.getByRole("button", { name: "Delete", exact: true })).toHaveCount(0);
  });
});

test.describe("answers", () => {
  test("are ordered with the accepted one first and marked, then by votes; the mark can move while nothing is paid [C4.20 C4.23 C9.19]", {
    tag: "@gate",
  }, async ({ page, request }) => {
    const [author, first, second] = [await newMember(request), await newMember(request), await newMember(request)];
    const id = await newPost(author);
    await newAnswer(first, id, "The first");
    await newAnswer(second, id, "The second");
    await enter(page, author.email, PASSWORD);
    await visit(page, `/posts/${id}`);
    const answers = page.getByRole("list", { name: "Answers" }).getByRole("article");
    await page
      .getByRole("article", { name: `Answer by ${second.username}` })
      .getByRole("button", { name: "Accept" })
      .click();
    await expect(answers.first()).toContainText("The second");
    await expect(answers.first()).toContainText("Accepted answer");
    await page
      .getByRole("article", { name: `Answer by ${first.username}` })
      .getByRole("button", { name: "Accept" })
      .click();
    await expect(answers.first()).toContainText("The first");
    await expect(answers.getByText("Accepted answer")).toHaveCount(1);
  });

  test("can't be empty, and a failed one keeps its text with a retry button [C5.15 C8.14]", async ({
    page,
    request,
  }) => {
    const [author, other] = [await newMember(request), await newMember(request)];
    const id = await newPost(author);
    await enter(page, other.email, PASSWORD);
    await visit(page, `/posts/${id}`);
    const send = page.getByRole("button", { name: "Post answer" });
    await expect(send).toBeDisabled();
    await page.getByRole("textbox", { name: "Your answer" }).fill("   ");
    await expect(send).toBeDisabled();
    await page.getByRole("textbox", { name: "Your answer" }).fill("An answer that fails first");
    await page.route("**/api/trpc/answers.create*", (route) =>
      route.fulfill({
        status: 500,
        contentType: "application/json",
        body: JSON.stringify({ error: { message: "", code: -32603, data: {} } }),
      }),
    );
    await send.click();
    await expect(page.getByText("Failed to post answer")).toBeVisible();
    await expect(page.getByRole("textbox", { name: "Your answer" })).toHaveValue("An answer that fails first");
    await page.unroute("**/api/trpc/answers.create*");
    await page.getByRole("button", { name: /try again|retry/i }).click();
    await expect(page.getByRole("article", { name: `Answer by ${other.username}` })).toContainText("fails first");
  });

  test("say 'Failed to fetch answers' when loading fails, and can be retried [C8.15]", async ({ page, request }) => {
    const author = await newMember(request);
    const id = await newPost(author);
    await newAnswer(author, id, "Here all along");
    let failing = true;
    const body = JSON.stringify([
      { error: { message: "", code: -32603, data: {} } },
      { error: { message: "", code: -32603, data: {} } },
    ]);
    await page.route(/\/api\/trpc\/[^?]*(answers\.list|posts\.get)/, (route) =>
      failing && route.request().url().includes("answers.list")
        ? route.fulfill({ status: 500, contentType: "application/json", body })
        : route.continue(),
    );
    await visit(page, `/posts/${id}`);
    await expect(page.getByText("Failed to fetch answers")).toBeVisible();
    failing = false;
    await page
      .getByRole("button", { name: /try again|retry/i })
      .first()
      .click();
    await expect(page.getByText("Here all along")).toBeVisible();
  });

  test("log a failed accept, with the server's text or 'Failed to accept answer' [C8.17]", async ({
    page,
    request,
  }) => {
    const [author, other] = [await newMember(request), await newMember(request)];
    const id = await newPost(author);
    await newAnswer(other, id, "Take me");
    await enter(page, author.email, PASSWORD);
    await visit(page, `/posts/${id}`);
    await page.route("**/api/trpc/answers.accept*", (route) =>
      route.fulfill({
        status: 500,
        contentType: "application/json",
        body: JSON.stringify({ error: { message: "", code: -32603, data: {} } }),
      }),
    );
    const logged = page.waitForEvent("console", (message) => message.text().includes("Failed to accept answer"));
    await page.getByRole("button", { name: "Accept" }).click();
    await logged;
  });
});

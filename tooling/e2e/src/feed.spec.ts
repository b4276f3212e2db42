import { expect } from "@playwright/test";
import { test, visit } from "./shared-page.support.ts";
import { freshName, newMember, newPost } from "./support.ts";

test.describe("the feed", () => {
  test("is open to visitors: ten posts, the newest first [C2.021 C6.02 C9.01 C9.03 M6.07]", { tag: "@gate" }, async ({
    page,
  }) => {
    await visit(page, "/community");
    await expect(page.getByRole("article")).toHaveCount(10);
    await expect(page.getByRole("link", { name: "Sign in" })).toBeVisible();
    // Other tests post in the meantime, so the newest post is fetched right after the page has loaded.
    await expect(async () => {
      await page.reload();
      await expect(page.getByRole("article")).toHaveCount(10);
      const titles = await page.getByRole("article").getByRole("heading").allTextContents();
      const newest = await (await page.request.get("/api/posts?sort=newest")).json();
      expect(titles[0]).toBe(cut(newest.posts[0].title, 60));
    }).toPass();
  });

  test("cuts titles at 60 and content at 120 characters, and shows two tags and how many more [C9.06 C9.07 C9.08]", async ({
    page,
    request,
  }) => {
    const member = await newMember(request);
    const word = freshName("lengthy").replace("-", "");
    const title = `${word} ${"long title ".repeat(12)}`.trim();
    const content = "A content of many words that goes on and on. ".repeat(6).trim();
    await newPost(member, { title, content, tags: ["postgresql", "rust", "typescript", "python"] });
    await visit(page, "/community");
    const row = page.getByRole("article").filter({ hasText: word });
    const shown = (await row.getByRole("heading").textContent()) ?? "";
    expect(shown.length).toBeLessThanOrEqual(61);
    expect(shown.endsWith("…") || shown.endsWith("...")).toBe(true);
    const excerpt = (await row.getByRole("paragraph").first().textContent()) ?? "";
    expect(excerpt.length).toBeLessThanOrEqual(123);
    await expect(row.getByText("+2", { exact: true })).toBeVisible();
  });

  test("is filtered by a search in the URL, and highlights matches [C2.081]", async ({ page, request }) => {
    const member = await newMember(request);
    const word = `w${freshName("q").replace("-", "")}`;
    await newPost(member, { title: `Finding ${word} again` });
    await visit(page, "/community");
    await page.getByRole("searchbox", { name: "Search questions" }).last().fill(word);
    await expect(page).toHaveURL(new RegExp(`search=${word}`));
    await expect(page.getByRole("article")).toHaveCount(1);
    await expect(page.locator("mark").first()).toHaveText(word);
    await page.goBack();
    await expect(page.getByRole("article")).toHaveCount(10);
  });

  test("has pages, with at most five buttons, in its URL [C2.088 C9.02]", async ({ page }) => {
    await visit(page, "/community");
    const pages = page.getByRole("navigation", { name: "Pages" });
    expect(await pages.getByRole("link", { name: /^Page \d+$/ }).count()).toBeLessThanOrEqual(5);
    await pages.getByRole("link", { name: "Page 2" }).click();
    await expect(page).toHaveURL(/page=2/);
    await expect(pages.getByRole("link", { name: "Page 2" })).toHaveAttribute("aria-current", "page");
    await page.goBack();
    await expect(pages.getByRole("link", { name: "Page 1", exact: true })).toHaveAttribute("aria-current", "page");
  });

  test("links authors to their profile [C2.090]", async ({ page }) => {
    await visit(page, "/community");
    const link = page.getByRole("article").first().getByRole("link").last();
    const href = await page.getByRole("article").first().locator("a[href^='/users/']").getAttribute("href");
    expect(href).toMatch(/^\/users\/[\w-]+$/);
    await link.page().goto(href ?? "");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(href?.split("/").at(-1) ?? "");
  });

  test("says when it can't be loaded, with the server's text, and retries [C7.66 C8.01]", async ({ page }) => {
    const bodies = [
      JSON.stringify([
        {
          error: {
            message: "x",
            code: -32603,
            data: {
              code: "SERVICE_UNAVAILABLE",
              httpStatus: 503,
              error: "The service is busy. Please try again in a moment.",
            },
          },
        },
      ]),
    ];
    await page.route("**/api/trpc/**posts.list**", (route) => {
      const body = bodies[0];
      return body === undefined
        ? route.continue()
        : route.fulfill({ status: 503, contentType: "application/json", body });
    });
    await visit(page, "/community");
    await expect(page.getByText("The service is busy. Please try again in a moment.")).toBeVisible();
    bodies.pop();
    await page.getByRole("button", { name: /try again|retry/i }).click();
    await expect(page.getByRole("article")).toHaveCount(10);
  });

  test("says 'Failed to load posts data' when it fails without a text [C8.07]", async ({ page }) => {
    const one = { error: { message: "", code: -32603, data: {} } };
    await page.route(/\/api\/trpc\/[^?]*posts\.list/, (route) =>
      route.fulfill({ status: 500, contentType: "application/json", body: JSON.stringify([one, one, one]) }),
    );
    await visit(page, "/community");
    await expect(page.getByRole("alert")).toContainText("Failed to load posts data");
    await page.unrouteAll();
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("article")).toHaveCount(10);
  });
});

/** Truncates as the lists do. */
function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length).trimEnd()}…`;
}

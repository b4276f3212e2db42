import { expect, test } from "@playwright/test";
import { freshName, newMember, newPost } from "./support.ts";

test.describe("the feed", () => {
  test("is open to visitors: ten posts, the newest first [C2.021 C6.02 C9.01 C9.03 M6.07]", async ({ page }) => {
    await page.goto("/community");
    await expect(page.getByRole("article")).toHaveCount(10);
    await expect(page.getByRole("link", { name: "Sign in" })).toBeVisible();
    // Other tests ask meanwhile: what is newest is asked for right after the page has it.
    await expect(async () => {
      await page.reload();
      await expect(page.getByRole("article")).toHaveCount(10);
      const titles = await page.getByRole("article").getByRole("heading").allTextContents();
      const newest = await (await page.request.get("/api/posts?sort=newest")).json();
      expect(titles[0]).toBe(cut(newest.posts[0].title, 60));
    }).toPass();
  });

  test("cuts titles at 60 and contents at 120, and shows two tags and how many more [C9.06 C9.07 C9.08]", async ({
    page,
    request,
  }) => {
    const member = await newMember(request);
    const word = freshName("lengthy").replace("-", "");
    const title = `${word} ${"long title ".repeat(12)}`.trim();
    const content = "A content of many words that goes on and on. ".repeat(6).trim();
    await newPost(member, { title, content, tags: ["postgresql", "rust", "typescript", "python"] });
    await page.goto("/community");
    const row = page.getByRole("article").filter({ hasText: word });
    const shown = (await row.getByRole("heading").textContent()) ?? "";
    expect(shown.length).toBeLessThanOrEqual(61);
    expect(shown.endsWith("…") || shown.endsWith("...")).toBe(true);
    const excerpt = (await row.getByRole("paragraph").first().textContent()) ?? "";
    expect(excerpt.length).toBeLessThanOrEqual(123);
    await expect(row.getByText("+2", { exact: true })).toBeVisible();
  });

  test("is narrowed by a search, in the URL, and marks what was found [C2.081]", async ({ page, request }) => {
    const member = await newMember(request);
    const word = `w${freshName("q").replace("-", "")}`;
    await newPost(member, { title: `Finding ${word} again` });
    await page.goto("/community");
    await page.getByRole("searchbox", { name: "Search posts" }).last().fill(word);
    await expect(page).toHaveURL(new RegExp(`search=${word}`));
    await expect(page.getByRole("article")).toHaveCount(1);
    await expect(page.locator("mark").first()).toHaveText(word);
    await page.goBack();
    await expect(page.getByRole("article")).toHaveCount(10);
  });

  test("is read in pages, five buttons at most, by its URL [C2.088 C9.02]", async ({ page }) => {
    await page.goto("/community");
    const pages = page.getByRole("navigation", { name: "Pages" });
    expect(await pages.getByRole("link", { name: /^Page \d+$/ }).count()).toBeLessThanOrEqual(5);
    await pages.getByRole("link", { name: "Page 2" }).click();
    await expect(page).toHaveURL(/page=2/);
    await expect(pages.getByRole("link", { name: "Page 2" })).toHaveAttribute("aria-current", "page");
    await page.goBack();
    await expect(pages.getByRole("link", { name: "Page 1", exact: true })).toHaveAttribute("aria-current", "page");
  });

  test("links authors to their profile [C2.090]", async ({ page }) => {
    await page.goto("/community");
    const link = page.getByRole("article").first().getByRole("link").last();
    const href = await page.getByRole("article").first().locator("a[href^='/users/']").getAttribute("href");
    expect(href).toMatch(/^\/users\/[\w-]+$/);
    await link.page().goto(href ?? "");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(href?.split("/").at(-1) ?? "");
  });

  test("says so when it cannot be loaded, with the server's words, and tries again [C7.66 C8.01]", async ({ page }) => {
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
    await page.goto("/community");
    await expect(page.getByText("The service is busy. Please try again in a moment.")).toBeVisible({ timeout: 30_000 });
    bodies.pop();
    await page.getByRole("button", { name: /try again|retry/i }).click();
    await expect(page.getByRole("article")).toHaveCount(10);
  });

  test("that fails without words is 'Failed to load posts data' [C8.07]", async ({ page }) => {
    const one = { error: { message: "", code: -32603, data: {} } };
    await page.route(/\/api\/trpc\/[^?]*posts\.list/, (route) =>
      route.fulfill({ status: 500, contentType: "application/json", body: JSON.stringify([one, one, one]) }),
    );
    await page.goto("/community");
    await expect(page.getByRole("alert")).toContainText("Failed to load posts data", { timeout: 30_000 });
    await page.unrouteAll();
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("article")).toHaveCount(10);
  });
});

/** As the lists cut. */
function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length).trimEnd()}…`;
}

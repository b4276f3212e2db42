import { expect, type Page } from "@playwright/test";
import { seriousFaults } from "./axe.support.ts";
import { enter } from "./editor.support.ts";
import { test, visit } from "./shared-page.support.ts";
import { freshName, newAnswer, newMember, newPost } from "./support.ts";

const versions = (page: Page) => page.getByRole("list", { name: "Versions" }).getByRole("listitem");

test.describe("the edit history", () => {
  test("of a post lists its versions, latest first, in full and word by word, for anyone", async ({
    page,
    request,
  }) => {
    const author = await newMember(request);
    const title = freshName("Before");
    const id = await newPost(author, {
      title,
      content: "The old words stay here.",
      tags: ["postgresql", "rust"],
      codeBlocks: [{ language: "sql", code: "select 1;" }],
    });
    await enter(page, author);
    await visit(page, `/posts/${id}/history`);
    await expect(page.getByText("This post has never been edited")).toBeVisible();

    const after = title.replace("Before", "After");
    await author.put(`/posts/${id}`, {
      title: after,
      content: "The **new** words stay here.",
      tags: ["postgresql", "typescript"],
      codeBlocks: [{ language: "sql", code: "select 2;" }],
    });
    await page.context().clearCookies();
    await visit(page, `/posts/${id}`);
    await page.getByRole("link", { name: /^edited/ }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Edit history" })).toBeVisible();
    await expect(page.getByRole("main").getByRole("heading", { level: 2 })).toHaveText(["Version 2", "Version 1"]);
    const [latest, first] = [versions(page).first(), versions(page).last()];
    await expect(latest).toContainText(author.username);
    await expect(latest).toContainText("Changed title, text, tags and code");
    const text = latest.getByRole("region", { name: "Text" });
    await expect(text.locator("del")).toHaveText("old");
    await expect(text.locator("ins")).toHaveText("**new**");
    await expect(latest.getByRole("region", { name: "Code" }).locator("del")).toHaveText("1");
    const tags = latest.getByRole("region", { name: "Tags" });
    await expect(tags.locator("del")).toHaveText("rust");
    await expect(tags.locator("ins")).toHaveText("typescript");

    await latest.getByText("As it read").click();
    await expect(latest.locator("strong", { hasText: "new" })).toBeVisible();
    await expect(latest.getByText(after)).toBeVisible();
    // By keyboard.
    await first.getByRole("button", { name: "Version 1" }).focus();
    await page.keyboard.press("Enter");
    await expect(first.getByText("The old words stay here.")).toBeVisible();
    await expect(first.getByText(title)).toBeVisible();
    await page.getByRole("link", { name: "Back to the post" }).click();
    await expect(page).toHaveURL(new RegExp(`/posts/${id}$`));
  });

  test("of an answer is one click from the answer", async ({ page, request }) => {
    const [author, other] = [await newMember(request), await newMember(request)];
    const id = await newPost(author, { title: freshName("asked") });
    const answerId = await newAnswer(other, id, "It is so.");
    await enter(page, other);
    await other.put(`/posts/${id}/answers/${answerId}`, { content: "It is not so." });
    await visit(page, `/posts/${id}`);
    await page
      .getByRole("list", { name: "Answers" })
      .getByRole("link", { name: /^edited/ })
      .click();
    await expect(page.getByText(/^An answer to asked/)).toBeVisible();
    await expect(versions(page).first().locator("ins")).toHaveText(/not/);
    await page.getByRole("link", { name: "Back to the answer" }).click();
    await expect(page).toHaveURL(new RegExp(`/posts/${id}#answer-${answerId}$`));
  });

  test("of an unknown post says so, and a failure can be retried", async ({ page, request }) => {
    await visit(page, "/posts/999999999/history");
    await expect(page.getByText("This post is not here")).toBeVisible();
    const id = await newPost(await newMember(request));
    await visit(page, `/posts/${id}/history?answer=999999999`);
    await expect(page.getByText("This answer is not here")).toBeVisible();
    await page.route("**/api/trpc/*posts.history*", (route) => route.abort());
    await visit(page, `/posts/${id}/history`);
    await expect(page.getByText("We couldn't load the edit history")).toBeVisible();
    await page.unroute("**/api/trpc/*posts.history*");
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByText("This post has never been edited")).toBeVisible();
  });

  test("has pages, and compares the last version of a page with the first of the next", async ({ page, request }) => {
    const id = await newPost(await newMember(request));
    const all = Array.from({ length: 12 }, (_, index) => ({
      number: 12 - index,
      title: "T",
      content: `state ${12 - index}`,
      tags: [],
      codeBlocks: [],
      media: [],
      author: null,
      comment: "tidied",
      createdAt: "2026-01-02T03:04:05.000Z",
    }));
    // Twelve versions take twelve days, because an edit locks for one.
    await page.route("**/api/trpc/*posts.history*", async (route) => {
      const url = new URL(route.request().url());
      const names = url.pathname.split("/").at(-1)?.split(",") ?? [];
      const inputs = JSON.parse(url.searchParams.get("input") ?? "{}");
      const answer = await route.fetch();
      const results = await answer.json();
      for (const [index, name] of names.entries()) {
        if (name !== "posts.history") continue;
        const { page: number = 1 } = inputs[index];
        const revisions = all.slice((number - 1) * 10, number * 10);
        results[index] = {
          result: { data: { id, revisions, pagination: { page: number, limit: 10, total: 12, pages: 2 } } },
        };
      }
      await route.fulfill({ json: results });
    });
    await visit(page, `/posts/${id}/history`);
    await expect(versions(page)).toHaveCount(10);
    const last = versions(page).last();
    await last.getByRole("button", { name: "Version 3" }).click();
    await expect(last.locator("del")).toHaveText("2");
    await expect(last.locator("ins")).toHaveText("3");
    await expect(last).toContainText("Someone without an account");
    await expect(last).toContainText("tidied");
    await page.getByRole("link", { name: "Next page" }).click();
    await expect(page).toHaveURL(/page=2/);
    await expect(page.getByRole("main").getByRole("heading", { level: 2 })).toHaveText(["Version 2", "Version 1"]);
  });

  test("has no serious accessibility violation", async ({ page, request }) => {
    const author = await newMember(request);
    const id = await newPost(author, { content: "old" });
    await enter(page, author);
    await author.put(`/posts/${id}`, { title: "New title", content: "new" });
    await visit(page, `/posts/${id}/history`);
    await expect(versions(page).first().locator("ins").first()).toBeVisible();
    expect(await seriousFaults(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await seriousFaults(page, { colors: true })).toEqual([]);
  });
});

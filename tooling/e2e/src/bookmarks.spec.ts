import { expect, type Page } from "@playwright/test";
import { test, visit } from "./shared-page.support.ts";
import { enter, newMember, newPost, PASSWORD, wordless } from "./support.ts";

const bookmark = (page: Page) => page.getByRole("button", { name: "Bookmark" });
const TOGGLE = /\/api\/trpc\/bookmarks\.toggle/;

test.describe("bookmarks", () => {
  test("are hidden from visitors, in the feed and on a post [C6.08]", async ({ page, request }) => {
    const author = await newMember(request);
    const id = await newPost(author);
    for (const path of ["/community", `/posts/${id}`]) {
      await visit(page, path);
      await expect(page.getByRole("article").first()).toBeVisible();
      await expect(bookmark(page)).toHaveCount(0);
    }
  });

  test("can be set on each row of the feed, whose states load in one call, and on the post [C2.089 C2.099]", {
    tag: "@gate",
  }, async ({ page, request }) => {
    const reader = await newMember(request);
    const id = await newPost(await newMember(request));
    await enter(page, reader.email, PASSWORD);
    const asked: string[] = [];
    page.on("request", (call) => void (call.url().includes("bookmarks.status") && asked.push(call.url())));
    await visit(page, "/community");
    await expect(bookmark(page)).toHaveCount(10);
    const row = page
      .getByRole("main")
      .getByRole("listitem")
      .filter({ has: page.locator(`#post-${id}`) });
    await expect(row.getByRole("button", { name: "Bookmark" })).toBeEnabled();
    expect(asked).toHaveLength(1);
    await row.getByRole("button", { name: "Bookmark" }).click();
    await expect(row.getByRole("button", { name: "Bookmark" })).toHaveAttribute("aria-pressed", "true");
    await expect
      .poll(async () => (await reader.get(`/bookmarks/status?postIds=["${id}"]`)).status)
      .toEqual({ [id]: true });
    await visit(page, `/posts/${id}`);
    await expect(bookmark(page)).toHaveAttribute("aria-pressed", "true");
    await bookmark(page).click();
    await expect(bookmark(page)).toHaveAttribute("aria-pressed", "false");
    await expect
      .poll(async () => (await reader.get(`/bookmarks/status?postIds=["${id}"]`)).status)
      .toEqual({ [id]: false });
  });

  test("show immediately, and are reverted and logged when the call fails [C4.19 C8.12]", async ({ page, request }) => {
    const reader = await newMember(request);
    const id = await newPost(await newMember(request));
    await enter(page, reader.email, PASSWORD);
    await visit(page, `/posts/${id}`);
    const gate: { open?: () => void } = {};
    const held = new Promise<void>((resolve) => {
      gate.open = resolve;
    });
    await page.route(TOGGLE, async (route) => {
      await held;
      await route.fulfill(wordless);
    });
    await bookmark(page).click();
    await expect(bookmark(page)).toHaveAttribute("aria-pressed", "true");
    const logged = page.waitForEvent("console", (message) => message.text().startsWith("Failed to toggle bookmark"));
    gate.open?.();
    expect((await logged).type()).toBe("error");
    await expect(bookmark(page)).toHaveAttribute("aria-pressed", "false");
  });

  test("end in their initial state after two quick clicks", async ({ page, request }) => {
    const reader = await newMember(request);
    const id = await newPost(await newMember(request));
    await enter(page, reader.email, PASSWORD);
    await visit(page, `/posts/${id}`);
    await bookmark(page).dblclick();
    await expect(bookmark(page)).toHaveAttribute("aria-pressed", "false");
    await expect
      .poll(async () => (await reader.get(`/bookmarks/status?postIds=["${id}"]`)).status)
      .toEqual({ [id]: false });
  });
});

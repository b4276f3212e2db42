import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";
import { test, visit } from "./shared-page.support.ts";
import { appReady, DEMO_PASSWORD, demoEmail, enter, newMember, newPost, PASSWORD } from "./support.ts";

const sheet = (page: Page) => page.getByRole("dialog", { name: "Keyboard shortcuts" });

async function open(page: Page, path: string): Promise<void> {
  await visit(page, path);
  await appReady(page);
}

/** Returns the classes of what hides a part of the element's outline. */
function clippedBy(element: Element): string[] {
  const { outlineWidth, outlineOffset } = getComputedStyle(element);
  const ring = Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset);
  const box = element.getBoundingClientRect();
  const clipping: string[] = [];
  for (let around = element.parentElement; around && around.tagName !== "MAIN"; around = around.parentElement) {
    if (getComputedStyle(around).overflow === "visible") continue;
    const room = around.getBoundingClientRect();
    const gaps = [box.left - room.left, room.right - box.right, box.top - room.top, room.bottom - box.bottom];
    if (Math.min(...gaps) < ring) clipping.push(around.className);
  }
  return ring > 0 ? clipping : ["no outline"];
}

test.describe("keyboard shortcuts", () => {
  test("open places by g and a letter; never act while typing, with a modifier, or over a dialog", async ({ page }) => {
    await enter(page, demoEmail("amara"), DEMO_PASSWORD);
    await open(page, "/community");
    for (const [key, path] of [
      ["w", "/wallet"],
      ["g", "/governance"],
      ["p", "/profile"],
      ["r", "/refund-requests"],
      ["s", "/settings"],
      ["c", "/community"],
    ]) {
      await page.keyboard.press("g");
      await page.keyboard.press(key ?? "");
      await expect(page).toHaveURL(new RegExp(`${path}$`));
      await expect(page.locator("main h1").first()).toBeVisible();
    }
    await page.keyboard.press("/");
    const field = page.getByRole("searchbox", { name: "Search questions" });
    await expect(field).toBeFocused();
    await page.keyboard.type("a?");
    await expect(field).toHaveValue("a?");
    await expect(sheet(page)).toHaveCount(0);
    await field.fill("");
    await field.blur();
    await page.keyboard.press("Alt+a");
    await page.keyboard.press("Shift+A");
    await expect(page).toHaveURL(/\/community/);
    await page.keyboard.press("?");
    await expect(sheet(page)).toBeVisible();
    await page.keyboard.press("a");
    await expect(page).toHaveURL(/\/community/);
    await page.keyboard.press("Escape");
    await expect(sheet(page)).toHaveCount(0);
    await page.keyboard.press("a");
    await expect(page).toHaveURL(/\/posts\/create$/);
  });

  test("move through the feed, open a post, vote for it and start an answer", { tag: "@gate" }, async ({
    page,
    request,
  }) => {
    const author = await newMember(request);
    const reader = await newMember(request);
    const word = `shortcutrows${author.id}`;
    const older = await newPost(author, { title: `One ${word}` });
    await newPost(author, { title: `Two ${word}` });
    await enter(page, reader.email, PASSWORD);
    await open(page, `/community?search=${word}&sort=newest`);
    await expect(page.getByRole("link", { name: `Two ${word}` })).toBeVisible();
    await page.keyboard.press("j");
    await expect(page.getByRole("link", { name: `Two ${word}` })).toBeFocused();
    await page.keyboard.press("k");
    await expect(page.getByRole("link", { name: `Two ${word}` })).toBeFocused();
    await page.keyboard.press("j");
    await expect(page.getByRole("link", { name: `One ${word}` })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(new RegExp(`/posts/${older}`));
    const article = page.locator("main [data-post]");
    await expect(article.getByRole("button", { name: "Upvote" })).toBeVisible();
    await page.keyboard.press("u");
    await expect(article.getByRole("button", { name: "Upvote" })).toHaveAttribute("aria-pressed", "true");
    await expect(article.getByRole("button", { name: "Bookmark" })).toBeEnabled();
    await page.keyboard.press("b");
    await expect(article.getByRole("button", { name: "Bookmark" })).toHaveAttribute("aria-pressed", "true");
    const answer = page.locator("[data-new-answer] textarea").first();
    await expect(answer).toBeVisible();
    await page.keyboard.press("r");
    await expect(answer).toBeFocused();
    // In the field letters are text.
    await page.keyboard.type("gw?");
    await expect(answer).toHaveValue("gw?");
    await expect(page).toHaveURL(new RegExp(`/posts/${older}`));
  });

  for (const width of [1280, 390]) {
    test(`outline the chosen row's title whole, however long it is, at ${width} px`, async ({ page, request }) => {
      const author = await newMember(request);
      const word = `outlined${author.id}`;
      await newPost(author, { title: `${word} ${"long ".repeat(30)}` });
      await page.setViewportSize({ width, height: 800 });
      await open(page, `/community?search=${word}`);
      const title = page.getByRole("link", { name: new RegExp(`^${word}`) });
      await expect(title).toBeVisible();
      await page.keyboard.press("j");
      await expect(title).toBeFocused();
      expect(await title.evaluate(clippedBy)).toEqual([]);
    });
  }

  test("are listed in a sheet, limited to what this person may do, without a serious violation", async ({ page }) => {
    await open(page, "/community");
    await page.keyboard.press("?");
    await expect(sheet(page).getByText("Ctrl")).toBeVisible();
    await expect(sheet(page).getByText("Moderation")).toHaveCount(0);
    await expect(sheet(page).getByText("Wallet")).toHaveCount(0);
    const { violations } = await new AxeBuilder({ page }).include("[role=dialog]").analyze();
    expect(violations.filter(({ impact }) => impact === "serious" || impact === "critical")).toEqual([]);
    await enter(page, demoEmail("teodor"), DEMO_PASSWORD);
    await open(page, "/community");
    await page.keyboard.press("?");
    await expect(sheet(page).getByText("Next case in the queue")).toBeVisible();
    await expect(sheet(page).getByText("Wallet", { exact: true })).toBeVisible();
  });

  test("with single keys can be turned off, and stay off in this browser", async ({ page }) => {
    await enter(page, demoEmail("amara"), DEMO_PASSWORD);
    await open(page, "/community");
    await page.keyboard.press("?");
    const choice = sheet(page).getByRole("switch", { name: "Single-key shortcuts" });
    await expect(choice).toBeChecked();
    await choice.uncheck();
    await page.keyboard.press("Escape");
    await open(page, "/community");
    await page.keyboard.press("a");
    await page.keyboard.press("?");
    await expect(page).toHaveURL(/\/community$/);
    await expect(sheet(page)).toHaveCount(0);
    // The palette's shortcut has a modifier, and leads to the sheet.
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Search, or jump to anything" }).fill("shortcuts");
    await page.keyboard.press("Enter");
    await sheet(page).getByRole("switch").check();
    await page.keyboard.press("Escape");
    await page.keyboard.press("a");
    await expect(page).toHaveURL(/\/posts\/create$/);
  });
});

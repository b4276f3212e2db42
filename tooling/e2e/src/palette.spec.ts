import { expect, type Page } from "@playwright/test";
import { seriousInTheDark, seriousViolations, visitRoute } from "./routes.support.ts";
import { test, visit } from "./shared-page.support.ts";
import { appReady, DEMO_PASSWORD, demoEmail, enter, newMember, newPost, PASSWORD } from "./support.ts";

const field = (page: Page) => page.getByRole("combobox", { name: "Search, or jump to anything" });
const option = (page: Page, name: string | RegExp) => page.getByRole("option", { name });
const chosen = (page: Page) => page.locator("[role=option][aria-selected=true]");

async function openPalette(page: Page): Promise<void> {
  await appReady(page);
  await page.keyboard.press("Control+k");
  await expect(field(page)).toBeFocused();
}

test.describe("the command palette", () => {
  test("opens by shortcut and search box, opens a page by a few letters, closes on Escape, and runs actions: the theme, the shortcuts sheet, selling", {
    tag: "@gate",
  }, async ({ page }) => {
    await enter(page, demoEmail("amara"), DEMO_PASSWORD);
    await visit(page, "/community");
    await openPalette(page);
    await page.keyboard.press("Escape");
    await expect(field(page)).toHaveCount(0);
    await page.keyboard.press("Control+k");
    await page.keyboard.press("Control+k");
    await expect(field(page)).toHaveCount(0);
    // A page with its own search leaves the palette to the keys.
    const box = page.getByRole("button", { name: "Search", exact: true });
    await expect(box).toHaveCount(0);
    await visitRoute(page, "/profile");
    // The navigation ends with that, and would take the focus from the box.
    await expect(page.locator("#main")).toBeFocused();
    await box.click();
    await expect(field(page)).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(box).toBeFocused();
    await box.click();
    await field(page).fill("gov");
    await expect(chosen(page)).toContainText("Governance");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/governance$/);
    await expect(field(page)).toHaveCount(0);

    await openPalette(page);
    await field(page).fill("dark");
    await page.keyboard.press("Enter");
    await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", "dark");
    await openPalette(page);
    await field(page).fill("keyboard");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
    await page.keyboard.press("Escape");
    await openPalette(page);
    await field(page).fill("sell");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/wallet\?tab=sell/);
  });

  test("searches the community on Enter if no page matches", async ({ page, request }) => {
    const author = await newMember(request);
    const word = `palettesearch${author.id}`;
    const postId = await newPost(author, { title: `Why does ${word} do so?` });
    await visit(page, "/community");
    await openPalette(page);
    await field(page).fill(word);
    await expect(chosen(page)).toHaveText(`Search questions for “${word}”`);
    // The post itself is offered too, one arrow key away.
    await expect(option(page, new RegExp(`Why does ${word}`))).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(new RegExp(`/community\\?search=${word}`));
    await openPalette(page);
    await field(page).fill(word);
    await expect(option(page, new RegExp(`Why does ${word}`))).toBeVisible();
    await page.keyboard.press("ArrowDown");
    await expect(chosen(page)).toContainText("Why does");
    const id = await chosen(page).getAttribute("id");
    await expect(field(page)).toHaveAttribute("aria-activedescendant", id ?? "none");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(new RegExp(`/posts/${postId}$`));
  });

  test("finds members, tags and documentation sections, and remembers recent entries", async ({ page, request }) => {
    const member = await newMember(request, "palette");
    await enter(page, member.email, PASSWORD);
    await visit(page, "/community");
    await openPalette(page);
    await field(page).fill(member.username.slice(0, 12));
    await option(page, member.username).click();
    await expect(page).toHaveURL(new RegExp(`/users/${member.username}$`));
    await openPalette(page);
    await field(page).fill("postgres");
    await page.getByRole("group", { name: "Tags" }).getByRole("option").first().click();
    await expect(page).toHaveURL(/\/community\?tags=/);
    await openPalette(page);
    await field(page).fill("refund");
    await page.getByRole("group", { name: "Documentation" }).getByRole("option").first().click();
    await expect(page).toHaveURL(/\/(docs|terms|privacy)/);
    await visit(page, "/community");
    await openPalette(page);
    const recent = page.getByRole("group", { name: "Recent" }).getByRole("option");
    await expect(recent).toHaveCount(3);
    await expect(recent.last()).toContainText(member.username);
    // The next person doesn't see them.
    await field(page).fill("sign out");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/login/);
    await page.keyboard.press("Control+k");
    await expect(option(page, "Sign in")).toBeVisible();
    await expect(page.getByRole("group", { name: "Recent" })).toHaveCount(0);
  });

  test("offers each role its own pages: no members' pages to visitors, moderation to moderators, admin to admins", async ({
    page,
  }) => {
    await visit(page, "/community");
    await openPalette(page);
    for (const name of ["Wallet", "Moderation", "Admin Panel", "Sign out"])
      await expect(option(page, name)).toHaveCount(0);
    await expect(option(page, "Community")).toHaveCount(1);
    await page.keyboard.press("Escape");
    for (const [who, moderation, admin] of [
      ["noor", 0, 0],
      ["teodor", 1, 0],
      ["maren", 1, 1],
    ] as const) {
      await page.context().clearCookies();
      await enter(page, demoEmail(who), DEMO_PASSWORD);
      await visit(page, "/community");
      await openPalette(page);
      await expect(option(page, /^Wallet/)).toHaveCount(1);
      await expect(option(page, /^Moderation/), who).toHaveCount(moderation);
      await expect(option(page, /^Admin Panel/), who).toHaveCount(admin);
      await page.keyboard.press("Escape");
    }
  });

  test("reports a failed search, and retries", async ({ page }) => {
    await visit(page, "/community");
    await openPalette(page);
    await page.route(/posts\.list/, (route) => route.abort());
    await field(page).fill("pendulum");
    const failed = option(page, "Posts could not be searched. Try again");
    await expect(failed).toBeVisible();
    await page.unroute(/posts\.list/);
    await failed.click();
    await expect(page.getByRole("group", { name: "Posts" }).getByRole("option").first()).toContainText(/pendulum/i);
    await expect(field(page)).toBeFocused();
  });

  test("has no serious violation in light and dark, empty and with results", async ({ page }) => {
    await enter(page, demoEmail("amara"), DEMO_PASSWORD);
    await visit(page, "/community");
    await openPalette(page);
    const bad = async () => [...(await seriousViolations(page, "[role=dialog]")), ...(await seriousInTheDark(page))];
    expect(await bad()).toEqual([]);
    await field(page).fill("postgres");
    // Waits for all groups, because a loading group has no entries.
    for (const name of ["Posts", "Tags", "Documentation"])
      await expect(page.getByRole("group", { name }).getByRole("option").first()).toBeVisible();
    expect(await bad()).toEqual([]);
  });

  test.describe("on a phone", () => {
    test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });
    test("takes the whole screen and has a button to close it", async ({ page }) => {
      await enter(page, demoEmail("amara"), DEMO_PASSWORD);
      await visit(page, "/profile");
      await page.getByRole("button", { name: "Search", exact: true }).tap();
      const box = await page.getByRole("dialog").boundingBox();
      expect(box).toMatchObject({ x: 0, y: 0, width: 360, height: 740 });
      await page.getByRole("button", { name: "Close", exact: true }).tap();
      await expect(field(page)).toHaveCount(0);
    });
  });
});

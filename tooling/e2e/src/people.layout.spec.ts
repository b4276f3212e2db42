import { expect, type Page } from "@playwright/test";
import { tabTo } from "./people.support.ts";
import { seriousInTheDark, seriousViolations, visitRoute, waitForIdle, widerThanAPhone } from "./routes.support.ts";
import { test, visit } from "./shared-page.support.ts";
import { DEMO_PASSWORD, demoEmail, enter, newMember, PASSWORD } from "./support.ts";

const OWN = ["/profile", "/profile/activity", "/profile/posts", "/profile/bookmarks"];
const SETTINGS = ["/settings", "/settings?tab=social", "/settings?tab=account", "/settings?tab=security"];

/** Opens a fully loaded page within the app. */
async function openPage(page: Page, path: string): Promise<void> {
  const title = await page.title();
  const before = new URL(page.url());
  await visitRoute(page, path);
  const { pathname, searchParams } = new URL(path, before);
  if (pathname !== before.pathname) await expect(page).not.toHaveTitle(title);
  const tab = { social: "Social Links", account: "Account", security: "Security" }[searchParams.get("tab") ?? ""];
  if (tab) await expect(page.getByRole("tab", { name: tab })).toHaveAttribute("aria-selected", "true");
  await waitForIdle(page);
}

async function violations(page: Page): Promise<readonly string[]> {
  const found = [...(await seriousViolations(page)), ...(await seriousInTheDark(page))];
  return found.map((text) => `${page.url()}: ${text}`);
}

test.describe("people pages in light and dark have no serious violation", () => {
  test("in the settings and the dialogs", async ({ page }) => {
    await enter(page, demoEmail("amara"), DEMO_PASSWORD);
    await visit(page, "/users/maren");
    await page.getByRole("button", { name: "Rate integrity" }).click();
    await expect(page.getByRole("dialog").getByRole("slider")).toBeVisible();
    const problems = [...(await violations(page))];
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    for (const path of SETTINGS) {
      await openPage(page, path);
      problems.push(...(await violations(page)));
    }
    await page.getByRole("tab", { name: "Account" }).click();
    await page.getByRole("button", { name: "Delete your account" }).click();
    await expect(page.getByRole("dialog").getByLabel("Your password", { exact: true })).toBeVisible();
    problems.push(...(await violations(page)));
    expect(problems).toEqual([]);
  });

  test("in empty states", async ({ page, request }) => {
    const blank = await newMember(request);
    await enter(page, blank.email, PASSWORD);
    await visit(page, "/community");
    await waitForIdle(page);
    const problems: string[] = [];
    for (const path of [...OWN, "/settings"]) {
      await openPage(page, path);
      problems.push(...(await violations(page)));
    }
    expect(problems).toEqual([]);
  });
});

test.describe("people pages on a phone", () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test("are never wider than the screen, however long the words", async ({ page, request }) => {
    const member = await newMember(request, "a-name-of-thirty-sign");
    const long = "w".repeat(60);
    const links = { website: `https://example.org/${"a".repeat(200)}`, github: "ada", devto: "ada" };
    await member.post("/profile", { firstName: long, lastName: long, bio: "b".repeat(500), location: long, ...links });
    for (const title of ["t".repeat(200), "كيف يمكنني قراءة خطة الاستعلام"]) {
      const { post } = await member.post("/posts", { title, content: "c".repeat(300), tags: ["postgresql"] });
      expect(post).toBeTruthy();
    }
    await enter(page, member.email, PASSWORD);
    await visit(page, "/community");
    await waitForIdle(page);
    for (const path of [...OWN, ...SETTINGS, `/users/${member.username}/posts`]) {
      await openPage(page, path);
      expect(await widerThanAPhone(page), path).toBe(0);
    }
  });
});

test("keep everything on the member's profile reachable by keyboard", async ({ page }) => {
  await enter(page, demoEmail("maren"), DEMO_PASSWORD);
  await visit(page, "/profile");
  await waitForIdle(page);
  const main = page.getByRole("main");
  for (const name of ["Posts", "Bookmarks", "Create Post"]) {
    await tabTo(page, main.getByRole("link", { name, exact: true }));
  }
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/posts\/create$/);
});

import AxeBuilder from "@axe-core/playwright";
import { expect, type Page, test } from "@playwright/test";
import { tabTo } from "./people.support.ts";
import { DEMO_PASSWORD, demoEmail, newMember, PASSWORD, signIn } from "./support.ts";

const OWN = ["/profile", "/profile/activity", "/profile/posts", "/profile/bookmarks"];
const SETTINGS = ["/settings", "/settings?tab=social", "/settings?tab=account", "/settings?tab=security"];
const OTHERS = ["/users/maren", "/users/maren/posts", "/users/nobody-goes-by-this"];

/** In what these pages bring themselves; what stands around every page is looked at with the shell. */
async function violations(page: Page): Promise<string[]> {
  const { violations: found } = await new AxeBuilder({ page }).exclude("nav").exclude("header").analyze();
  return found
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${new URL(page.url()).pathname}: ${id} at ${nodes[0]?.target}`);
}

/** A page with all that belongs on it. */
async function arrive(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByRole("main").locator(".mantine-Skeleton-root").filter({ visible: true })).toHaveCount(0);
}

async function look(page: Page, paths: readonly string[]): Promise<void> {
  const problems: string[] = [];
  for (const path of paths) {
    await arrive(page, path);
    problems.push(...(await violations(page)));
  }
  expect(problems).toEqual([]);
}

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(`people in ${colorScheme}: no serious violation`, () => {
    test.use({ colorScheme });
    test.setTimeout(120_000);

    test("for visitors", async ({ page }) => look(page, OTHERS));

    test("for members, on their own pages and another's", async ({ page }) => {
      await signIn(page, demoEmail("amara"), DEMO_PASSWORD);
      await look(page, ["/users/maren", ...OWN]);
    });

    test("in the settings", async ({ page }) => {
      await signIn(page, demoEmail("amara"), DEMO_PASSWORD);
      await look(page, SETTINGS);
    });

    test("where there is nothing yet", async ({ page, request }) => {
      const blank = await newMember(request);
      await signIn(page, blank.email, PASSWORD);
      await look(page, [...OWN, "/settings"]);
    });

    test("in the dialogs", async ({ page }) => {
      await signIn(page, demoEmail("amara"), DEMO_PASSWORD);
      await arrive(page, "/users/maren");
      await page.getByRole("button", { name: "Rate integrity" }).click();
      await expect(page.getByRole("dialog").getByRole("slider")).toBeVisible();
      expect(await violations(page)).toEqual([]);
      await arrive(page, "/settings?tab=account");
      await page.getByRole("button", { name: "Delete your account" }).click();
      await expect(page.getByRole("dialog").getByLabel("Your password", { exact: true })).toBeVisible();
      expect(await violations(page)).toEqual([]);
    });
  });
}

test.describe("people on a phone", () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test("nothing is wider than the screen, however long the words", async ({ page, request }) => {
    const member = await newMember(request, "a-name-of-thirty-sign");
    const long = "w".repeat(60);
    const links = { website: `https://example.org/${"a".repeat(200)}`, github: "ada", devto: "ada" };
    await member.post("/profile", { firstName: long, lastName: long, bio: "b".repeat(500), location: long, ...links });
    for (const title of ["t".repeat(200), "كيف يمكنني قراءة خطة الاستعلام"]) {
      const { post } = await member.post("/posts", { title, content: "c".repeat(300), tags: ["postgresql"] });
      expect(post).toBeTruthy();
    }
    await signIn(page, member.email, PASSWORD);
    for (const path of [...OWN, ...SETTINGS, `/users/${member.username}/posts`]) {
      await arrive(page, path);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width, path).toBeLessThanOrEqual(360);
    }
  });
});

test("each thing on one's profile is in reach of the keyboard", async ({ page }) => {
  await signIn(page, demoEmail("maren"), DEMO_PASSWORD);
  await arrive(page, "/profile");
  const main = page.getByRole("main");
  for (const name of ["Posts", "Bookmarks", "Create Post"]) {
    await tabTo(page, main.getByRole("link", { name, exact: true }));
  }
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/posts\/create$/);
});

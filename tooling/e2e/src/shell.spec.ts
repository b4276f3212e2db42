import { expect, type Page } from "@playwright/test";
import { visitRoute } from "./routes.support.ts";
import { test, visit } from "./shared-page.support.ts";
import { enter, newMember, newPost, PASSWORD } from "./support.ts";

const rail = (page: Page) => page.getByRole("navigation", { name: "Main" });
const account = (page: Page, username: string) => page.getByRole("button", { name: `Account of ${username}` });
/** Whether a request asks who is signed in, alone or in a batch. */
const WHO = /\/api\/trpc\/[^?]*auth\.me/;

test.describe("the shell", () => {
  test("links Profile with an initial, and Community, widens on hover and focus, and is absent on the front page, docs and legal pages [C2.029 C2.030 C2.032 C2.035 C2.036 C2.037]", async ({
    page,
    request,
  }) => {
    const member = await newMember(request, "zoe");
    await enter(page, member.email, PASSWORD);
    await visit(page, "/profile");
    const navigation = rail(page).first();
    await expect(navigation).toBeVisible();
    const width = async () => (await navigation.boundingBox())?.width ?? 0;
    await page.mouse.move(900, 500);
    await expect.poll(width).toBeLessThan(120);
    const narrow = await width();
    const profile = navigation.getByRole("link", { name: /Profile/ });
    await expect(profile).toContainText(/Z/i);
    await navigation.hover();
    await expect.poll(width).toBeGreaterThan(narrow + 100);
    await page.mouse.move(900, 500);
    await expect.poll(width).toBeLessThan(narrow + 10);
    // By keyboard, because focus by click doesn't widen it.
    await profile.focus();
    await page.keyboard.press("Tab");
    await expect.poll(width).toBeGreaterThan(narrow + 100);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/community/);
    for (const path of ["/docs/anything", "/privacy", "/terms", "/"]) {
      await visitRoute(page, path);
      await expect(rail(page), path).toHaveCount(0);
      await expect(account(page, member.username)).toBeVisible();
      expect(new URL(page.url()).pathname).toBe(path);
    }
  });

  test("shows the member's picture and the enabled features wallet and votes, with the overlay's root on every page [C2.036 C2.033 C1.15]", async ({
    page,
    request,
  }) => {
    const member = await newMember(request, "zoe");
    const id = await newPost(member);
    await page.route(WHO, async (route) => {
      const response = await route.fetch();
      const text = await response.text();
      await route.fulfill({
        response,
        body: text.replaceAll('"profilePicture":null', '"profilePicture":"/favicon.svg"'),
      });
    });
    await enter(page, member.email, PASSWORD);
    await visit(page, `/posts/${id}`);
    await expect(page.getByRole("main")).toContainText("0 votes");
    const profile = rail(page).getByRole("link", { name: /Profile/ });
    await expect(profile.locator("img")).toHaveAttribute("src", "/favicon.svg");
    for (const path of [`/posts/${id}`, "/profile", "/settings", `/users/${member.username}`]) {
      await visitRoute(page, path);
      await expect(page.getByRole("img", { name: /^Balance: 0/ })).toBeVisible();
      await expect(page.locator("[data-overlay]"), path).toHaveCount(1);
    }
  });

  test("is absent on the sign-in pages until the session is known, and then leads members on [C2.030 C2.031 M2.62]", async ({
    page,
    request,
  }) => {
    const member = await newMember(request);
    await enter(page, member.email, PASSWORD);
    for (const door of ["/login", "/signup"]) {
      const wait: { over?: () => void } = {};
      const held = new Promise<void>((resolve) => {
        wait.over = resolve;
      });
      await page.route(WHO, async (route) => {
        await held;
        await route.continue();
      });
      await page.goto(door);
      await expect(page.getByRole("banner")).toBeVisible();
      await expect(rail(page), door).toHaveCount(0);
      wait.over?.();
      await page.waitForURL("**/profile");
      await expect(rail(page)).toHaveCount(1);
      await page.unroute(WHO);
    }
  });
});

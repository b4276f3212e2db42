import { expect, type Page } from "@playwright/test";
import { visitRoute } from "./routes.support.ts";
import { test, visit } from "./shared-page.support.ts";
import { enter, newMember, newPost, PASSWORD } from "./support.ts";

const rail = (page: Page) => page.getByRole("navigation", { name: "Main" });
const account = (page: Page, username: string) => page.getByRole("button", { name: `Account of ${username}` });
/** Whether a request asks who is signed in, alone or in a batch. */
const WHO = /\/api\/trpc\/[^?]*auth\.me/;

test.describe("the shell", () => {
  test("links Profile with an initial, and Community, widens on hover and focus, and is absent on the front page, docs and legal pages [C2.029 C2.030 C2.032 C2.035 C2.036 C2.037]", {
    tag: "@gate",
  }, async ({ page, request }) => {
    const member = await newMember(request, "zoe");
    await enter(page, member.email, PASSWORD);
    await visit(page, "/profile");
    const navigation = rail(page).first();
    await expect(navigation).toBeVisible();
    const width = async () => (await navigation.boundingBox())?.width ?? 0;
    await page.mouse.move(900, 500);
    await expect.poll(width).toBeLessThan(120);
    const narrow = await width();
    await expect(navigation.getByRole("link", { name: /Profile/ })).toContainText(/Z/i);
    await navigation.hover();
    await expect.poll(width).toBeGreaterThan(narrow + 100);
    await page.mouse.move(900, 500);
    await expect.poll(width).toBeLessThan(narrow + 10);
    // By keyboard, because focus by click doesn't widen it.
    await navigation.getByRole("link", { name: "BBUX, to the community" }).focus();
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

  test("pins itself on wide screens and makes room before the page shows, keeps the reader's choice, and opens Help and groups by name", async ({
    page,
    request,
  }) => {
    const member = await newMember(request, "pin");
    await page.setViewportSize({ width: 1440, height: 900 });
    await enter(page, member.email, PASSWORD);
    await visit(page, "/profile");
    const navigation = rail(page).first();
    const widths = () =>
      page.evaluate(() => {
        const nav = document.querySelector('nav[aria-label="Main"]')?.getBoundingClientRect().width;
        return [nav, document.querySelector("main")?.getBoundingClientRect().left];
      });
    await expect.poll(widths).toEqual([220, 220]);
    for (const name of ["Community", "Money", "Governance", "You"]) {
      await expect(navigation.getByRole("list", { name, exact: true }).getByRole("link")).not.toHaveCount(0);
    }
    await navigation.getByRole("button", { name: "Help" }).click();
    await page.getByRole("menuitem", { name: "Keyboard shortcuts" }).click();
    await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
    await page.keyboard.press("Escape");

    await navigation.getByRole("button", { name: "Unpin navigation" }).click();
    await page.mouse.move(900, 500);
    await expect.poll(widths).toEqual([64, 64]);
    await page.reload();
    await expect.poll(widths).toEqual([64, 64]);
    await page.setViewportSize({ width: 1280, height: 720 });
    await navigation.hover();
    await navigation.getByRole("button", { name: "Pin navigation" }).click();
    await expect.poll(widths).toEqual([220, 220]);
    // The room is there before the app is.
    await page.route("**/*.js", (route) => route.abort());
    await page.goto("/community", { waitUntil: "commit" });
    const row = page.locator(".first-page");
    await expect.poll(async () => (await row.boundingBox())?.x).toBeGreaterThanOrEqual(220);
    await page.unroute("**/*.js");
    await page.setViewportSize({ width: 900, height: 720 });
    await page.goto("/profile");
    await expect.poll(widths).toEqual([64, 64]);
    await page.evaluate(() => localStorage.removeItem("bbux.rail"));
  });

  test("gives the documentation the same header: as high, as wide as its columns, one search, and the member's tools", async ({
    page,
    request,
  }) => {
    const member = await newMember(request, "reader");
    await page.setViewportSize({ width: 1440, height: 900 });
    await enter(page, member.email, PASSWORD);
    await visit(page, "/profile");
    const line = page.getByRole("banner").first();
    const height = (await line.boundingBox())?.height;
    await visitRoute(page, "/docs/user-guide");
    await expect(account(page, member.username)).toBeVisible();
    await expect(page.getByRole("img", { name: /^Balance/ })).toBeVisible();
    expect((await line.boundingBox())?.height).toBe(height);
    const [home, pages] = await Promise.all([
      line.getByRole("link", { name: "BBUX, to the front page" }).boundingBox(),
      page.getByRole("navigation", { name: "Documentation" }).boundingBox(),
    ]);
    expect(home?.x).toBe(pages?.x);
    await expect(line.getByRole("combobox", { name: "Search the documentation" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Search", exact: true })).toHaveCount(0);
    await page.setViewportSize({ width: 1280, height: 720 });
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

  test("centers the logo in a visitor's top line", async ({ page }) => {
    await visit(page, "/community");
    const home = page.getByRole("banner").getByRole("link", { name: "BBUX, to the front page" });
    const off = await home.evaluate((link) => {
      const middle = (element: Element | null) => {
        const { top, height } = element?.getBoundingClientRect() ?? new DOMRect();
        return top + height / 2;
      };
      return Math.abs(middle(link.querySelector("svg")) - middle(link));
    });
    expect(off).toBeLessThan(1);
  });

  test("opens a select's list in the theme's colors, also in the dark", async ({ page, request }) => {
    await page.emulateMedia({ colorScheme: "dark" });
    await enter(page, (await newMember(request)).email, PASSWORD);
    await visit(page, "/users/maren");
    await page.getByRole("button", { name: "Rate integrity" }).click();
    const select = page.getByRole("combobox", { name: "What is it about?" });
    const hover = await page.evaluate(() => {
      const probe = document.body.appendChild(document.createElement("i"));
      probe.style.backgroundColor = "var(--hover)";
      const { backgroundColor } = getComputedStyle(probe);
      probe.remove();
      return backgroundColor;
    });
    await select.selectOption({ index: 0 });
    await select.press("Space");
    await page.keyboard.press("ArrowDown");
    await expect(select.locator("option").nth(1)).toHaveCSS("background-color", hover);
    await page.keyboard.press("Escape");
    await page.emulateMedia({ colorScheme: null });
  });
});

import AxeBuilder from "@axe-core/playwright";
import { expect, type Page, test } from "@playwright/test";
import { DEMO_PASSWORD, demoEmail, newMember, PASSWORD, signIn } from "./support.ts";

const rail = (page: Page) => page.getByRole("navigation", { name: "Main" });

test.describe("the shell", () => {
  test("has its navigation for members only, and not on the front page, docs and legal pages [C2.029 C2.030 C2.032]", async ({
    page,
    request,
  }) => {
    await page.goto("/community");
    await expect(page.getByRole("heading", { name: "Community" })).toBeVisible();
    await expect(rail(page)).toHaveCount(0);
    const member = await newMember(request);
    await signIn(page, member.email, PASSWORD);
    await page.goto("/community");
    await expect(rail(page).first()).toBeVisible();
    for (const path of ["/", "/docs/anything", "/privacy", "/terms"]) {
      await page.goto(path);
      await expect(page.getByRole("button", { name: `Account of ${member.username}` })).toBeVisible();
      await expect(rail(page), path).toHaveCount(0);
      expect(new URL(page.url()).pathname).toBe(path);
    }
  });

  test("links Profile with one's initial, and Community, and widens under the pointer and the keyboard [C2.035 C2.036 C2.037]", async ({
    page,
    request,
  }) => {
    const member = await newMember(request, "zoe");
    await signIn(page, member.email, PASSWORD);
    const navigation = rail(page).first();
    const narrow = (await navigation.boundingBox())?.width ?? 0;
    const profile = navigation.getByRole("link", { name: /Profile/ });
    await expect(profile).toContainText(/Z/i);
    await navigation.hover();
    await expect.poll(async () => (await navigation.boundingBox())?.width ?? 0).toBeGreaterThan(narrow + 100);
    await page.mouse.move(900, 500);
    await expect.poll(async () => (await navigation.boundingBox())?.width ?? 0).toBeLessThan(narrow + 10);
    // By the keyboard: what a click focuses does not widen it.
    await profile.focus();
    await page.keyboard.press("Tab");
    await expect.poll(async () => (await navigation.boundingBox())?.width ?? 0).toBeGreaterThan(narrow + 100);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/community/);
  });

  test("has a global overlay on every route [C2.033]", async ({ page }) => {
    for (const path of ["/", "/login", "/community", "/posts/create", "/no/such/page"]) {
      await page.goto(path);
      await expect(page.locator("[data-overlay]"), path).toBeAttached();
    }
  });

  test("no page asks another host for anything, and nothing breaks the content policy", async ({ page, baseURL }) => {
    const foreign: string[] = [];
    const broken: string[] = [];
    page.on("request", (request) => {
      const url = request.url();
      if (!url.startsWith(baseURL ?? "") && !/^(data|blob):/.test(url)) foreign.push(url);
    });
    page.on("console", (message) => {
      if (/content security policy/i.test(message.text())) broken.push(message.text());
    });
    await signIn(page, demoEmail("amara"), DEMO_PASSWORD);
    const { posts } = await (await page.request.get("/api/posts?search=pendulum")).json();
    for (const path of ["/", "/community", `/posts/${posts[0].id}`, "/posts/create", "/profile", "/settings"]) {
      await page.goto(path, { waitUntil: "networkidle" });
    }
    expect({ foreign, broken }).toEqual({ foreign: [], broken: [] });
  });
});

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(`accessible in ${colorScheme}`, () => {
    test.use({ colorScheme });
    const look = async (page: Page, paths: readonly string[]) => {
      const problems: string[] = [];
      for (const path of paths) {
        await page.goto(path, { waitUntil: "networkidle" });
        const { violations } = await new AxeBuilder({ page }).analyze();
        for (const { impact, id, nodes } of violations) {
          if (impact === "serious" || impact === "critical") problems.push(`${path}: ${id} at ${nodes[0]?.target}`);
        }
      }
      expect(problems).toEqual([]);
    };
    const richPost = async (page: Page) => {
      const { posts } = await (await page.request.get("/api/posts?filter=claimed&hasBounty=true")).json();
      return `/posts/${posts[0].id}`;
    };

    test("no page has a serious violation for visitors", async ({ page }) => {
      test.setTimeout(150_000);
      await look(page, ["/", "/login", "/signup", "/forgot-password", "/community", await richPost(page)]);
    });

    test("no page has a serious violation for members", async ({ page }) => {
      test.setTimeout(150_000);
      await signIn(page, demoEmail("lucia_p"), DEMO_PASSWORD);
      await look(page, ["/community", await richPost(page), "/posts/create", "/profile", "/settings", "/nobody-here"]);
    });
  });
}

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 740 } });
  test("nothing is wider than the screen", async ({ page }) => {
    const { posts } = await (await page.request.get("/api/posts")).json();
    await signIn(page, demoEmail("noor"), DEMO_PASSWORD);
    for (const path of ["/", "/community", `/posts/${posts[0].id}`, "/posts/create", "/profile", "/settings"]) {
      await page.goto(path, { waitUntil: "networkidle" });
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width, path).toBeLessThanOrEqual(360);
    }
  });
});

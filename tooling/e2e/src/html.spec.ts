import { expect, type Page, test } from "@playwright/test";
import { visitRoute } from "./routes.support.ts";
import { DEMO_PASSWORD, demoEmail } from "./support.ts";

/** Collects errors on a page from now on. */
function faultsOf(page: Page): string[] {
  const faults: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") faults.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => faults.push(`page: ${error.message}`));
  page.on("requestfailed", (request) => faults.push(`failed: ${request.url()} ${request.failure()?.errorText}`));
  page.on("response", (response) => {
    if (response.status() >= 400) faults.push(`${response.status()}: ${response.url()}`);
  });
  return faults;
}

/** Returns the sum of layout shifts since the start of the page. */
function watchShifts(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    let sum = 0;
    type Source = { readonly previousRect: DOMRectReadOnly; readonly currentRect: DOMRectReadOnly };
    // A letter of another font may extend a pixel beyond its box, which nobody sees.
    const moved = ({ previousRect: from, currentRect: to }: Source) =>
      Math.abs(from.x - to.x) > 2 || Math.abs(from.y - to.y) > 2;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const sources: readonly Source[] = "sources" in entry && Array.isArray(entry.sources) ? entry.sources : [];
        if ("value" in entry && (sources.length === 0 || sources.some(moved))) sum += Number(entry.value);
      }
      document.documentElement.dataset.shifts = String(sum);
    }).observe({ type: "layout-shift", buffered: true });
  });
}

async function firstPost(page: Page): Promise<string> {
  const { posts } = await (await page.request.get("/api/posts?limit=1")).json();
  return `/posts/${posts[0].id}`;
}

for (const viewport of [
  { width: 1280, height: 900 },
  { width: 390, height: 800 },
]) {
  test(`a visitor's first visit to a public page sends no session request, has no failures and no layout shift above 0.05, ${viewport.width} pixels wide`, async ({
    browser,
    baseURL,
  }) => {
    // Six visits, each without any cache of the previous one.
    for (const path of ["/", "/community", "post", "/users/maren", "/docs/user-guide", "/reserves"]) {
      const context = await browser.newContext({ viewport, ...(baseURL && { baseURL }) });
      const page = await context.newPage();
      const asked: string[] = [];
      page.on("request", (request) => asked.push(request.url()));
      const faults = faultsOf(page);
      await watchShifts(page);
      await page.goto(path === "post" ? await firstPost(page) : path);
      await expect(page.locator("main#main h1").first()).toBeVisible();
      await page.evaluate(() => new Promise<void>((idle) => requestIdleCallback(() => idle(), { timeout: 2_000 })));
      expect(faults, path).toEqual([]);
      expect(asked.filter((url) => url.includes("auth.me"))).toEqual([]);
      expect(asked.filter((url) => baseURL && !url.startsWith(baseURL) && !url.startsWith("data:"))).toEqual([]);
      expect(Number((await page.locator("html").getAttribute("data-shifts")) ?? 0), path).toBeLessThan(0.05);
      await context.close();
    }
  });
}

test("the server-rendered content of a page is readable without scripts, in the app's colors", async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) });
  const page = await context.newPage();
  const path = await firstPost(page);
  await page.goto(path);
  const { post } = await (await page.request.get(`/api${path}`)).json();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(post.title);
  await expect(page.locator("noscript .no-script")).toBeVisible();
  await page.getByRole("link", { name: "Community" }).click();
  await expect(page).toHaveURL(/\/community$/);
  await expect(page.getByRole("heading", { level: 2 }).first()).toBeVisible();
  await context.close();
});

test("title and description follow navigation in the app, and the first page's other metadata is removed [C2.113] [C2.114]", async ({
  page,
}) => {
  await page.goto("/community");
  await expect(page).toHaveTitle("Community · BBUX");
  const description = page.locator('meta[name="description"]');
  const before = await description.getAttribute("content");
  await expect(page.locator('link[rel="canonical"]')).toHaveCount(1);
  const title = await page.locator("main#main h2 a").first().getAttribute("title");
  await page.locator("main#main h2 a").first().click();
  await expect(page).toHaveURL(/\/posts\/\d+/);
  await expect(page).not.toHaveTitle("Community · BBUX");
  if (title) await expect(page).toHaveTitle(`${title} · BBUX`);
  expect(await description.getAttribute("content")).not.toBe(before);
  await expect(description).toHaveCount(1);
  await expect(page.locator("head title")).toHaveCount(1);
  await expect(page.locator("[data-page]")).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveTitle("Community · BBUX");
});

test("a member who signs in is recognized after a reload, and after going back to an earlier page", async ({
  page,
}) => {
  await page.goto("/community");
  await expect(page.getByRole("link", { name: "Sign in" })).toBeVisible();
  await page.getByRole("link", { name: "Sign in" }).click();
  await page.getByLabel("Email").fill(demoEmail("kenji"));
  await page.getByLabel("Password", { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL((url) => url.pathname !== "/login");
  await page.goBack();
  await expect(page.getByRole("link", { name: "Sign in" })).toBeHidden();
  await page.reload();
  await expect(page.getByRole("link", { name: "Sign in" })).toBeHidden();
});

test("the community page links to its feed, and a tag's page to the tag's", async ({ page }) => {
  await page.goto("/community?tags=postgresql");
  await page.getByRole("button", { name: "Export and feeds" }).click();
  const link = page.getByRole("menuitem", { name: "Atom feed of questions tagged postgresql" });
  await expect(link).toHaveAttribute("href", "/feeds/tags/postgresql.atom");
  const feed = await page.request.get("/feeds/tags/postgresql.atom");
  expect(feed.headers()["content-type"]).toContain("application/atom+xml");
  await page.keyboard.press("Escape");
  await visitRoute(page, "/community");
  await page.getByRole("button", { name: "Export and feeds" }).click();
  await expect(page.getByRole("menuitem", { name: "Atom feed of all questions" })).toHaveAttribute(
    "href",
    "/feeds/community.atom",
  );
});

import { expect, type Page } from "@playwright/test";
import { seriousViolations, visitRoute } from "./routes.support.ts";
import { test, visit } from "./shared-page.support.ts";
import { appReady } from "./support.ts";

/** Every page with its heading and its PDF. */
const PAGES = [
  { path: "/docs/platform", pdf: "/api/docs/platform.pdf" },
  { path: "/docs/user-guide", pdf: "/api/docs/user-guide.pdf" },
  { path: "/docs/developer-guide", pdf: "/api/docs/developer-guide.pdf" },
  { path: "/docs/api-reference", pdf: "/api/docs/api-reference.pdf" },
  { path: "/docs/deployment-guide", pdf: "/api/docs/deployment-guide.pdf" },
  { path: "/docs/legal", pdf: "/api/docs/legal.pdf" },
  { path: "/docs/refund-system", pdf: "/api/docs/refund-system.pdf" },
  { path: "/privacy", pdf: "/api/privacy.pdf" },
  { path: "/terms", pdf: "/api/terms.pdf" },
];

/** Records the page's API requests and errors. */
function watch(page: Page): { calls: string[]; faults: string[] } {
  const calls: string[] = [];
  const faults: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/api/")) calls.push(pathname);
  });
  page.on("console", (message) => {
    // A call that an earlier page made may still fail. This one makes none, as `calls` shows.
    const isOfCall = message.location().url.includes("/api/");
    if (message.type() === "error" && !isOfCall) faults.push(message.text());
  });
  page.on("pageerror", (error) => faults.push(String(error)));
  return { calls, faults };
}

const toc = (page: Page) => page.getByRole("navigation", { name: "On this page" });

/** What a page of the documentation is like, whatever its text. */
test.describe("the page", () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  for (const { path, pdf } of PAGES) {
    test(`${path} is readable without signing in or an API request, has its headings beside it, fits a phone, has no serious violation, and links to its PDF and back to the documentation [M6.05] [M7.53] [M2.63] [M2.33]`, async ({
      page,
      request,
    }) => {
      const served = await request.get(path, { headers: { accept: "text/html" }, maxRedirects: 0 });
      expect(served.status()).toBe(200);
      const html = await served.text();
      expect(html.match(/<title[^>]*>[^<]* · BBUX<\/title>/g)).toHaveLength(1);
      expect(html.match(/<h1[ >]/g)).toHaveLength(1);
      expect(html.match(/<h2[ >]/g)?.length).toBeGreaterThan(1);

      const { calls, faults } = watch(page);
      // The stage rests on the terms, which it can't open from themselves.
      await (path === "/terms" ? page.goto(path) : visit(page, path));
      await expect(page.getByRole("link", { name: "Download PDF" })).toHaveAttribute("href", pdf);
      await expect(page.getByRole("link", { name: "Back to Documentation" })).toHaveAttribute("href", "/docs");
      await expect(page.locator("main h1")).toHaveCount(1);
      await expect(page).toHaveTitle(/ · BBUX$/);
      await expect(page.getByRole("navigation", { name: "Main" })).toHaveCount(0);

      expect(await seriousViolations(page)).toEqual([]);

      const links = toc(page).getByRole("link");
      await expect(links.first()).toBeVisible();
      const hashes = await links.evaluateAll((all) =>
        all.map((link) => new URL((link as HTMLAnchorElement).href).hash),
      );
      const missing = await page.evaluate((ids) => ids.filter((id) => !document.getElementById(id.slice(1))), hashes);
      expect(missing).toEqual([]);
      const second = hashes[1] ?? "";
      await links.nth(1).click();
      await expect(page).toHaveURL(new RegExp(`${second}$`));
      await expect(page.locator(second)).toBeInViewport();
      await expect(links.nth(1)).toHaveAttribute("aria-current", "location");

      await page.setViewportSize({ width: 360, height: 740 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
      await page.locator("summary", { hasText: "On this page" }).click();
      await expect(page.locator("details[open] a").first()).toBeVisible();
      expect(calls).toEqual([]);
      expect(faults).toEqual([]);
    });
  }
});

test("the hub has featured cards and four categories that lead to every page, the community and support by mail [C2.028] [M2.34] [M2.35] [M2.36] [M2.37]", {
  tag: "@gate",
}, async ({ page }) => {
  const { calls } = watch(page);
  await page.goto("/docs");
  const featured = page.getByRole("region", { name: "Start here" }).getByRole("listitem");
  await expect(featured.nth(2)).toBeVisible();
  for (const name of ["Overview", "For members", "For developers", "Legal"])
    await expect(page.getByRole("region", { name, exact: true })).toBeVisible();
  for (const { path } of PAGES) await expect(page.locator(`main a[href="${path}"]`).first()).toBeVisible();
  await expect(page.locator('main a[href="mailto:support@bbux.example"]')).toBeVisible();
  expect(calls).toEqual([]);
  await page.locator('main a[href="/community"]').click();
  await expect(page).toHaveURL(/\/community/);
});

test("the hub is as wide as its header, links nothing twice, and has targets of 40 px on a phone and a tablet", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("/docs");
  const signUp = page.getByRole("banner").first().getByRole("link", { name: "Sign up" });
  await expect(signUp).toBeVisible();
  const brand = await page.getByRole("link", { name: "BBUX, to the front page" }).boundingBox();
  const last = await signUp.boundingBox();
  const cards = await page.getByRole("region", { name: "Start here" }).boundingBox();
  expect(cards?.x).toBe(brand?.x);
  expect((cards?.x ?? 0) + (cards?.width ?? 0)).toBe((last?.x ?? 0) + (last?.width ?? 0));
  const hrefs = await page.locator("main a").evaluateAll((links) => links.map((link) => link.getAttribute("href")));
  expect(hrefs).toEqual([...new Set(hrefs)]);
  for (const width of [360, 768]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    const heights = await page
      .locator("main :is(li, a[class])")
      .evaluateAll((targets) => targets.map((target) => target.getBoundingClientRect().height));
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(40);
  }
});

test("the search finds a section by its words and opens it by keyboard", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("/docs");
  const field = page.getByRole("combobox", { name: "Search the documentation" });
  await field.fill("refund voting");
  const options = page.getByRole("option");
  await expect(options.first()).toBeVisible();
  await expect(options.first().locator("mark").first()).toHaveText(/refund|vot/i);
  await field.press("ArrowDown");
  await expect(options.nth(1)).toHaveAttribute("aria-selected", "true");
  await field.press("ArrowUp");
  await field.press("Enter");
  await expect(page).toHaveURL(/#/);
  const { hash } = new URL(page.url());
  await expect(page.locator(hash)).toBeInViewport();
  await field.fill("xqzwvk");
  await expect(page.getByText("Nothing about “xqzwvk”")).toBeVisible();
  await field.press("Escape");
  await expect(page.getByText("Nothing about “xqzwvk”")).toBeHidden();
});

test("a URL with an anchor opens there, clear of the top line; a page leads back to the documentation and on to the next; /docs/cookies leads to the cookie policy; an unknown page is not found [M2.33]", async ({
  page,
}) => {
  await page.goto("/docs/user-guide#bounty-system");
  const heading = page.locator("#bounty-system");
  await expect(heading).toBeInViewport();
  await expect.poll(async () => (await heading.boundingBox())?.y ?? 0).toBeGreaterThan(50);
  await page.goto("/docs/platform");
  await page.getByRole("link", { name: "Back to Documentation" }).click();
  await expect(page).toHaveURL(/\/docs$/);
  await expect(page.getByRole("heading", { level: 1, name: "Documentation" })).toBeVisible();
  await visitRoute(page, "/docs/platform");
  await page.getByRole("link", { name: "Next" }).click();
  await expect(page.locator("main h1")).not.toHaveText("Platform");
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await page.goto("/docs/cookies");
  await expect(page).toHaveURL(/\/docs\/legal#cookie-policy$/);
  await visitRoute(page, "/docs/nothing");
  await expect(page.getByText("Page not found")).toBeVisible();
});

test("examples have three languages, and the selected one applies to all examples [M2.47]", async ({ page }) => {
  await page.goto("/docs/api-reference#code-examples");
  const lists = page.getByRole("tablist", { name: "Language of the example" });
  // The longest page of all: a busy machine takes long to bring it to life.
  await expect(lists.first()).toBeAttached();
  await lists.last().getByRole("tab", { name: "Python" }).click();
  for (const list of [lists.first(), lists.last()])
    await expect(list.getByRole("tab", { name: "Python" })).toHaveAttribute("aria-selected", "true");
  await page.reload();
  const first = lists.first().getByRole("tab", { name: "Python" });
  await expect(first).toHaveAttribute("aria-selected", "true");
});

test("code is copied exactly as shown", async ({ page }) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/docs/deployment-guide");
  await appReady(page);
  const figure = page.locator("figure").first();
  await figure.scrollIntoViewIfNeeded();
  await figure.getByRole("button", { name: "Copy code" }).click();
  await expect(figure.getByRole("button", { name: "Copied" })).toBeVisible();
  const code = await figure.locator("pre").textContent();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code);
  await page.context().clearPermissions();
});

test("every linked PDF exists [M2.48] [M2.51]", async ({ request }) => {
  for (const path of [
    ...PAGES.map(({ pdf }) => pdf),
    "/api/docs/terms.pdf",
    "/api/docs/privacy.pdf",
    "/api/docs/cookies.pdf",
  ]) {
    const answer = await request.get(path, { timeout: 120_000 });
    expect([path, answer.status(), answer.headers()["content-type"]]).toEqual([path, 200, "application/pdf"]);
    expect((await answer.body()).subarray(0, 5).toString()).toBe("%PDF-");
  }
});

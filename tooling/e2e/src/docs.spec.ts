import AxeBuilder from "@axe-core/playwright";
import { expect, type Page, test } from "@playwright/test";
import { appReady } from "./support.ts";

/** Every page, with what its heading says and where its PDF is. */
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

/** What the page asks the API for, and what goes wrong in it. */
function watch(page: Page): { calls: string[]; faults: string[] } {
  const calls: string[] = [];
  const faults: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/api/")) calls.push(pathname);
  });
  page.on("console", (message) => {
    if (message.type() === "error") faults.push(message.text());
  });
  page.on("pageerror", (error) => faults.push(String(error)));
  return { calls, faults };
}

const toc = (page: Page) => page.getByRole("navigation", { name: "On this page" });

for (const { path, pdf } of PAGES) {
  test(`${path} is read without signing in and asks the API for nothing [M6.05] [M7.53] [M2.63]`, async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    const { calls, faults } = watch(page);
    await page.goto(path);
    await expect(page.locator("main h1")).toHaveCount(1);
    // The server's HTML has the text already; what the app draws has the link.
    await expect(page.getByRole("link", { name: "Download PDF" })).toBeVisible({ timeout: 30_000 });
    await expect(page).toHaveTitle(/ · BBUX$/);
    await expect(page.getByRole("navigation", { name: "Main" })).toHaveCount(0);
    await page.waitForLoadState("networkidle");
    expect(calls).toEqual([]);
    expect(faults).toEqual([]);
    // One call of the API looks like the others; all of them together take axe a minute.
    const { violations } = await new AxeBuilder({ page })
      .exclude(".doc-endpoint ~ .doc-endpoint")
      .exclude(".doc-table ~ .doc-table")
      .analyze();
    expect(violations.filter(({ impact }) => impact === "serious" || impact === "critical")).toEqual([]);
  });

  test(`${path} leads back to the documentation, and to its PDF [M2.33]`, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole("link", { name: "Download PDF" })).toHaveAttribute("href", pdf);
    await page.getByRole("link", { name: "Back to Documentation" }).click();
    await expect(page).toHaveURL(/\/docs$/);
    await expect(page.getByRole("heading", { level: 1, name: "Documentation" })).toBeVisible();
  });

  test(`${path} has its headings beside it, each of which is there`, async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(path);
    const links = toc(page).getByRole("link");
    await expect(links.first()).toBeVisible();
    const hashes = await links.evaluateAll((all) => all.map((link) => new URL((link as HTMLAnchorElement).href).hash));
    const missing = await page.evaluate((ids) => ids.filter((id) => !document.getElementById(id.slice(1))), hashes);
    expect(missing).toEqual([]);
    const second = hashes[1] ?? "";
    await links.nth(1).click();
    await expect(page).toHaveURL(new RegExp(`${second}$`));
    await expect(page.locator(second)).toBeInViewport();
    await expect(links.nth(1)).toHaveAttribute("aria-current", "location");
  });

  test(`${path} reads on a phone without sideways scrolling`, async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(path);
    await expect(page.locator("main article h2").first()).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await page.locator("summary", { hasText: "On this page" }).click();
    await expect(page.locator("details[open] a").first()).toBeVisible();
  });
}

test("the hub has featured cards and four categories that lead to every page [C2.028] [M2.34] [M2.35]", async ({
  page,
}) => {
  const { calls } = watch(page);
  await page.goto("/docs");
  const featured = page.getByRole("region", { name: "Start here" }).getByRole("listitem");
  await expect(featured.nth(2)).toBeVisible();
  for (const name of ["Overview", "For members", "For developers", "Legal"])
    await expect(page.getByRole("region", { name, exact: true })).toBeVisible();
  for (const { path } of PAGES) await expect(page.locator(`main a[href="${path}"]`).first()).toBeVisible();
  await page.waitForLoadState("networkidle");
  expect(calls).toEqual([]);
});

test("the hub leads to the community and to support by mail [M2.36] [M2.37]", async ({ page }) => {
  await page.goto("/docs");
  await expect(page.locator('main a[href="mailto:support@bbux.example"]')).toBeVisible();
  await page.locator('main a[href="/community"]').click();
  await expect(page).toHaveURL(/\/community/);
});

for (const path of ["/privacy", "/terms"])
  test(`${path} prints itself [M2.53] [M2.54]`, async ({ page }) => {
    await page.addInitScript(() => {
      window.print = () => document.documentElement.setAttribute("data-printed", "");
    });
    await page.goto(path);
    await page.getByRole("button", { name: "Print" }).click();
    await expect(page.locator("html")).toHaveAttribute("data-printed", "");
    await page.emulateMedia({ media: "print" });
    await expect(page.getByRole("button", { name: "Print" })).toBeHidden();
    await expect(page.locator("main article h2").first()).toBeVisible();
  });

test("the search finds a section by its words and goes there by keys", async ({ page }) => {
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

test("an address with an anchor opens at it, clear of the top line", async ({ page }) => {
  await page.goto("/docs/user-guide#bounty-system");
  const heading = page.locator("#bounty-system");
  await expect(heading).toBeInViewport();
  await expect.poll(async () => (await heading.boundingBox())?.y ?? 0).toBeGreaterThan(50);
  await page.goto("/docs/platform");
  await page.getByRole("link", { name: "Next" }).click();
  await expect(page.locator("main h1")).not.toHaveText("Platform");
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
});

test("examples stand in three languages: the chosen one holds for all of them [M2.47]", async ({ page }) => {
  await page.goto("/docs/api-reference#code-examples");
  const lists = page.getByRole("tablist", { name: "Language of the example" });
  await expect(lists.first()).toBeAttached();
  await lists.last().getByRole("tab", { name: "Python" }).click();
  for (const list of [lists.first(), lists.last()])
    await expect(list.getByRole("tab", { name: "Python" })).toHaveAttribute("aria-selected", "true");
  await page.reload();
  await expect(lists.first().getByRole("tab", { name: "Python" })).toHaveAttribute("aria-selected", "true");
});

test("code is copied as it stands", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/docs/deployment-guide");
  await appReady(page);
  const figure = page.locator("figure").first();
  await figure.scrollIntoViewIfNeeded();
  await figure.getByRole("button", { name: "Copy code" }).click();
  await expect(figure.getByRole("button", { name: "Copied" })).toBeVisible();
  const code = await figure.locator("pre").textContent();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code);
});

test("/docs/cookies leads to the cookie policy, and an unknown page is not there", async ({ page }) => {
  await page.goto("/docs/cookies");
  await expect(page).toHaveURL(/\/docs\/legal#cookie-policy$/);
  await page.goto("/docs/nothing");
  await expect(page.getByText("There is nothing here")).toBeVisible();
});

test("every PDF that a page links to answers [M2.48] [M2.51]", async ({ request }) => {
  test.setTimeout(180_000);
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

import { chromium, expect, type Page, test } from "@playwright/test";
import { CATEGORIES, LOWEST_MARK, launchForLighthouse, markPage } from "./lighthouse.support.ts";
import { enter, newAnswer, newMember, newPost, PASSWORD } from "./support.ts";

/** Compressed bytes of scripts that a first visit may fetch before the feed is usable. */
const SCRIPTS = 170 * 1_000;

interface Loaded {
  readonly url: string;
  readonly bytes: number;
}

/** The scripts that the page has fetched so far, with the bytes that came over the wire. */
async function scripts(page: Page): Promise<readonly Loaded[]> {
  return page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .filter((entry): entry is PerformanceResourceTiming => entry instanceof PerformanceResourceTiming)
      .filter(({ name }) => new URL(name).pathname.endsWith(".js"))
      .map(({ name, encodedBodySize }) => ({ url: name, bytes: encodedBodySize })),
  );
}

const total = (loaded: readonly Loaded[]) => loaded.reduce((sum, { bytes }) => sum + bytes, 0);

test.describe("the first visit", () => {
  test("costs a visitor at most 170 KB of scripts until the feed is usable", async ({ page }) => {
    await page.goto("/community");
    await expect(page.getByRole("list", { name: "Posts" }).getByRole("article")).toHaveCount(10);
    await page.waitForLoadState("networkidle");
    const loaded = await scripts(page);
    expect(loaded.length).toBeGreaterThan(1);
    expect(total(loaded), JSON.stringify(loaded, null, 1)).toBeLessThanOrEqual(SCRIPTS);
  });

  test("does not fetch the wallet, the chat, the editor, charts or the documentation", async ({ page, request }) => {
    const member = await newMember(request);
    await enter(page, member.email, PASSWORD);
    await page.goto("/community");
    await expect(page.getByRole("list", { name: "Posts" }).getByRole("article")).toHaveCount(10);
    const names = (await scripts(page)).map(({ url }) => new URL(url).pathname);
    const heavy = /MarkdownEditor|Provider|Markdown\.math|highlight|[Cc]hart|docs|ChatPanel|emoji|Picker|prose/;
    expect(names.filter((name) => heavy.test(name))).toEqual([]);
  });

  test("keeps files with a hash for ever, compressed by brotli, and asks anew for the page", async ({
    page,
    request,
  }) => {
    await page.goto("/community");
    const [script] = await scripts(page);
    const file = await request.get(script?.url ?? "", { headers: { "accept-encoding": "br" } });
    expect(file.headers()).toMatchObject({
      "cache-control": "public, max-age=31536000, immutable",
      "content-encoding": "br",
    });
    expect((await request.get("/community")).headers()["cache-control"]).toMatch(/no-cache|no-store/);
  });
});

test.describe("Lighthouse", () => {
  // What it says of speed depends on how busy the machine is: `npm run lighthouse` holds that to its budget.
  const steady = CATEGORIES.filter((category) => category !== "performance");

  test(`gives landing, feed, post and docs at least ${LOWEST_MARK} for accessibility, best practices and SEO`, async ({
    request,
    baseURL,
  }) => {
    test.setTimeout(240_000);
    const asker = await newMember(request);
    const post = await newPost(asker, { title: "What does a lighthouse see of a post?" });
    await newAnswer(await newMember(request), post, "Its light.");
    const { launchOptions } = test.info().project.use;
    const { browser, port } = await launchForLighthouse(chromium, {
      executablePath: launchOptions?.executablePath,
      args: launchOptions?.args ?? [],
    });
    try {
      for (const path of ["/", "/community", `/posts/${post}`, "/docs/user-guide"]) {
        const { marks, faults } = await markPage(`${baseURL}${path}`, port, "phone", steady);
        for (const category of steady) {
          expect(marks[category], `${path}: ${faults.join("; ")}`).toBeGreaterThanOrEqual(LOWEST_MARK);
        }
      }
    } finally {
      await browser.close();
    }
  });
});

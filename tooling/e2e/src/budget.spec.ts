import { expect, type Page, test } from "@playwright/test";
import { enter, newMember, PASSWORD } from "./support.ts";

/** The maximum of compressed script bytes that a first visit fetches before the feed is usable. */
const SCRIPTS = 148 * 1_000;

interface Loaded {
  readonly url: string;
  readonly bytes: number;
}

/** Returns the scripts that the page has fetched so far, with their transferred bytes. */
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

test("a first visit costs at most 148 KB of scripts until the feed is usable, in immutable files compressed with brotli, while the page itself is revalidated; a member's visit fetches neither wallet, chat, editor, charts nor documentation", {
  tag: "@gate",
}, async ({ page, request }) => {
  const posts = page.getByRole("list", { name: "Posts" }).getByRole("article");
  await page.goto("/community");
  await expect(posts).toHaveCount(10);
  // Scripts that load while the browser is idle count too.
  await page.evaluate(() => new Promise<void>((idle) => requestIdleCallback(() => idle(), { timeout: 2_000 })));
  // The column beside the feed is fetched once the feed is usable, and not at all on a phone.
  const loaded = (await scripts(page)).filter(({ url }) => !url.includes("/FeedSide-"));
  expect(loaded.length).toBeGreaterThan(1);
  expect(total(loaded), JSON.stringify(loaded, null, 1)).toBeLessThanOrEqual(SCRIPTS);
  const file = await request.get(loaded[0]?.url ?? "", { headers: { "accept-encoding": "br" } });
  expect(file.headers()).toMatchObject({
    "cache-control": "public, max-age=31536000, immutable",
    "content-encoding": "br",
  });
  expect((await request.get("/community")).headers()["cache-control"]).toMatch(/no-cache|no-store/);

  const member = await newMember(request);
  await enter(page, member.email, PASSWORD);
  await page.goto("/community");
  await expect(posts).toHaveCount(10);
  const names = (await scripts(page)).map(({ url }) => new URL(url).pathname);
  const heavy = /MarkdownEditor|Provider|Markdown\.math|highlight|[Cc]hart|docs|ChatPanel|emoji|Picker|prose/;
  expect(names.length).toBeGreaterThan(1);
  expect(names.filter((name) => heavy.test(name))).toEqual([]);
});

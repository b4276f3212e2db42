import { expect, type Page, test } from "@playwright/test";
import { linksOn, settled } from "./routes.support.ts";
import { DEMO_PASSWORD, demoEmail, enter } from "./support.ts";

/** What gives files, pages of another program, or many views of the same list: asked for, but not walked into. */
const ASK_ONLY = /^\/(api|uploads|feeds|sitemap|robots|og)\b|\?/;
/** Of addresses that differ in an id only, so many are opened; the others are asked for. */
const OF_EACH_KIND = 6;

const kindOf = (path: string) => path.replace(/\/\d+/g, "/0").replace(/^\/users\/[^/]+/, "/users/x");

/** Walks from the front page along every link of this site. @returns what is not there, with the page that links to it */
async function crawl(page: Page, origin: string): Promise<{ dead: readonly string[]; opened: number; asked: number }> {
  const from = new Map<string, string>([["/", "the start"]]);
  const queue = ["/"];
  const kinds = new Map<string, number>();
  const dead: string[] = [];
  let opened = 0;
  let asked = 0;
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    const kind = kindOf(path);
    const many = kinds.get(kind) ?? 0;
    kinds.set(kind, many + 1);
    if (ASK_ONLY.test(path) || many >= OF_EACH_KIND) {
      const response = await page.request.get(path, { headers: { accept: "text/html" } });
      asked++;
      if (response.status() >= 400) dead.push(`${path} (${response.status()}), linked from ${from.get(path)}`);
      continue;
    }
    const response = await page.goto(path);
    opened++;
    if ((response?.status() ?? 500) >= 400) {
      dead.push(`${path} (${response?.status()}), linked from ${from.get(path)}`);
      continue;
    }
    await settled(page);
    dead.push(...(await missingAnchors(page, path)));
    for (const link of await linksOn(page, origin)) {
      if (from.has(link)) continue;
      from.set(link, path);
      queue.push(link);
    }
  }
  return { dead, opened, asked };
}

/** Links of the page to places on itself that are not there. */
async function missingAnchors(page: Page, path: string): Promise<readonly string[]> {
  const missing = await page.locator("main a[href*='#']").evaluateAll((links) =>
    links.flatMap((link) => {
      if (!(link instanceof HTMLAnchorElement) || link.pathname !== location.pathname || link.hash === "") return [];
      return document.getElementById(decodeURIComponent(link.hash.slice(1))) ? [] : [link.hash];
    }),
  );
  return missing.map((hash) => `${path}${hash} on its own page`);
}

test.describe.configure({ mode: "parallel" });

for (const { who, username, least } of [
  { who: "a visitor", username: null, least: 30 },
  { who: "an admin, who sees the most,", username: "maren", least: 40 },
]) {
  test(`a walk from the front page along all links leads ${who} to nothing that is not there`, async ({
    page,
    baseURL,
  }) => {
    test.setTimeout(600_000);
    if (username) await enter(page, demoEmail(username), DEMO_PASSWORD);
    const { dead, opened, asked } = await crawl(page, baseURL ?? "");
    expect(dead).toEqual([]);
    expect(opened, `${opened} opened, ${asked} asked for`).toBeGreaterThan(least);
  });
}

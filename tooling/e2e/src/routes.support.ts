import AxeBuilder from "@axe-core/playwright";
import { isGifUrl, PAGES, type PagePath } from "@bbux/contract";
import { type APIRequestContext, expect, type Page } from "@playwright/test";
import { appReady, demoMember, idOf } from "./support.ts";

/** Every route of the app, with the address of something that there is in the demo community. */
export async function addresses(request: APIRequestContext): Promise<ReadonlyMap<PagePath, string>> {
  const reader = await demoMember(request, "priya");
  const { posts } = await reader.get("/posts?filter=claimed&sort=oldest&limit=1");
  const { proposals } = await reader.get("/governance/proposals");
  const refunds = await reader.get("/refund-requests");
  const known: Readonly<Record<string, string>> = {
    $postId: firstId(posts),
    $proposalId: firstId(proposals),
    $requestId: firstId(refunds),
    $roomId: "global-chat",
    $username: "kenji",
  };
  const fill = (pattern: string) =>
    pattern.replace(/\$\w+/g, (name) => {
      const value = known[name];
      if (value === undefined) throw new Error(`${pattern}: nothing known for ${name}`);
      return value;
    });
  const patterns = Object.keys(PAGES) as PagePath[];
  return new Map(patterns.map((pattern) => [pattern, fill(pattern)]));
}

function firstId(list: unknown): string {
  if (!Array.isArray(list)) throw new Error(`no list: ${JSON.stringify(list)}`);
  return idOf(list[0]);
}

/** What a page must never do: complain, fail to fetch, ask another host; but for GIFs that members have put into the chat. */
export function watch(page: Page, origin: string): { readonly faults: string[] } {
  const faults: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") faults.push(`console: ${message.text()} (${message.location().url})`);
  });
  page.on("pageerror", (error) => faults.push(`exception: ${error.message}`));
  page.on("request", (request) => {
    const { protocol, origin: asked } = new URL(request.url());
    if (/^(https?|wss?):$/.test(protocol) && asked !== origin && !isGifUrl(request.url()))
      faults.push(`asked ${request.url()}`);
  });
  return { faults };
}

/** Serious or worse, by axe, in words. */
export async function seriousViolations(page: Page): Promise<readonly string[]> {
  // One call of the API looks like the others; all of them together take axe a minute.
  const { violations } = await new AxeBuilder({ page })
    .exclude(".doc-endpoint ~ .doc-endpoint")
    .exclude(".doc-table ~ .doc-table")
    .analyze();
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`);
}

/** Waits until the page is the app's, has its heading and nothing of it is on its way any more. */
export async function settled(page: Page): Promise<void> {
  await appReady(page);
  // What a hidden tab waits for is its own business.
  const waiting = page.locator("main [aria-busy=true], main .mantine-Skeleton-root").filter({ visible: true });
  await expect(waiting).toHaveCount(0);
}

/** Addresses on this site that the page links to, without what comes after `#`. */
export async function linksOn(page: Page, origin: string): Promise<readonly string[]> {
  const all = await page
    .locator("a[href]")
    .evaluateAll((links) => links.flatMap((link) => (link instanceof HTMLAnchorElement ? [link.href] : [])));
  const own = all.filter((href) => href.startsWith(`${origin}/`)).map((href) => href.slice(origin.length));
  return [...new Set(own.map((href) => href.replace(/#.*$/, "")))].filter((path) => path !== "");
}

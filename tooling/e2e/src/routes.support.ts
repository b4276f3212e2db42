import { createHash } from "node:crypto";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isGifUrl, PAGES, type PagePath } from "@bbux/contract";
import type { APIRequestContext, Page } from "@playwright/test";
import { seriousFaults } from "./axe.support.ts";
import { appReady, demoMember, idOf } from "./support.ts";

let known: ReadonlyMap<PagePath, string> | undefined;

/** Every route of the app, with the URL of something in the demo community of the server that all workers share. */
export async function addresses(request: APIRequestContext): Promise<ReadonlyMap<PagePath, string>> {
  known ??= await find(request);
  return known;
}

async function find(request: APIRequestContext): Promise<ReadonlyMap<PagePath, string>> {
  const reader = await demoMember(request, "priya");
  const { posts } = await reader.get("/posts?filter=claimed&sort=oldest&limit=1");
  const { proposals } = await reader.get("/governance/proposals");
  const refunds = await reader.get("/refund-requests");
  const ids: Readonly<Record<string, string>> = {
    $postId: firstId(posts),
    $provider: "acme",
    $proposalId: firstId(proposals),
    $requestId: firstId(refunds),
    $roomId: "global-chat",
    $username: "kenji",
  };
  const fill = (pattern: string) =>
    pattern.replace(/\$\w+/g, (name) => {
      const value = ids[name];
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

/**
 * Records what a page must never do: log an error, fail a request, or request another host, except for GIFs in chat
 * messages.
 */
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

/** Of repeated elements (API calls, table rows) axe checks only the first, because all would take a minute. */
const REPEATED = [".doc-endpoint ~ .doc-endpoint", ".doc-table ~ .doc-table"];

/** Returns serious and critical violations as text. */
export async function seriousViolations(page: Page, within?: string): Promise<readonly string[]> {
  return seriousFaults(page, { ...(within && { include: [within] }), without: REPEATED });
}

/** Checks the same page in the dark scheme, where only its colors differ. */
export async function seriousInTheDark(page: Page): Promise<readonly string[]> {
  await page.emulateMedia({ colorScheme: "dark" });
  const found = await seriousFaults(page, { colors: true, without: REPEATED });
  await page.emulateMedia({ colorScheme: "light" });
  return found.map((text) => `in the dark: ${text}`);
}

/** The gate looks at each page in one scheme only. */
export const isGate = process.env.BBUX_TIER === "gate";

/** Checks a page in the scheme that it has, and outside of the gate its colors in the other one, in which it stays. */
export async function serious(page: Page, scheme: "light" | "dark"): Promise<readonly string[]> {
  const here = await seriousFaults(page, { without: REPEATED });
  if (isGate) return here;
  const other = scheme === "light" ? "dark" : "light";
  await page.emulateMedia({ colorScheme: other });
  const there = await seriousFaults(page, { without: REPEATED, colors: true });
  return [...here.map((text) => `${scheme}: ${text}`), ...there.map((text) => `${other}: ${text}`)];
}

/** Navigates within the app, as a click on a link does, without a reload. */
export async function visitRoute(page: Page, path: string): Promise<void> {
  await appReady(page);
  await page.evaluate((to) => history.pushState(null, "", to), path);
}

export const DESKTOP = { width: 1_280, height: 720 };
export const PHONE = { width: 360, height: 740 };

/** Returns how many pixels the page is wider than a phone, whose size the window already has. */
export async function widerThanAPhone(page: Page): Promise<number> {
  return page.evaluate(async (most) => {
    const widest = () => document.documentElement.scrollWidth;
    // The app reacts to the width a moment after the browser.
    for (let look = 0; look < 20 && widest() > most; look++) await new Promise((drawn) => requestAnimationFrame(drawn));
    return Math.max(0, widest() - most);
  }, PHONE.width);
}

/** What a page says of itself, in one round trip. */
interface Said {
  readonly path: string;
  readonly title: string;
  readonly titles: number;
  readonly descriptions: readonly string[];
  /** Links to anchors on this page that are missing. */
  readonly missingAnchors: readonly string[];
  /** The URLs on this site that the page links to, without hashes. */
  readonly links: readonly string[];
}

export function saidBy(page: Page): Promise<Said> {
  return page.evaluate(() => {
    const links = [...document.querySelectorAll<HTMLAnchorElement>("a[href]")].filter(
      ({ origin }) => origin === location.origin,
    );
    const anchors = links.filter((link) => link.hash !== "" && link.pathname === location.pathname);
    return {
      path: location.pathname,
      title: document.title,
      titles: document.querySelectorAll("head title").length,
      descriptions: [...document.querySelectorAll<HTMLMetaElement>("meta[name=description]")].map(
        ({ content }) => content,
      ),
      missingAnchors: anchors
        .filter((link) => link.closest("main") && !document.getElementById(decodeURIComponent(link.hash.slice(1))))
        .map(({ hash }) => hash),
      links: [...new Set(links.map(({ pathname, search }) => pathname + search))],
    };
  });
}

/** Where the workers record the URLs that one of them requests. */
const CLAIMS = join(process.env.BBUX_E2E_DATA ?? "", "links");

/** Where the claim of a URL is recorded. What the API says depends on who asks. */
function placeOf(path: string, who: string): string {
  const key = path.startsWith("/api/") ? `${who} ${path}` : path;
  return join(CLAIMS, createHash("sha256").update(key).digest("hex"));
}

/** Rendering a PDF takes two seconds; docs.test.ts has them. */
const isSkipped = (path: string) => isGate && path.endsWith(".pdf");

/** Requests at the same time. */
const AT_ONCE = 8;

/** Whether this is the first of all workers to ask for the URL. */
function claim(path: string, who: string): boolean {
  mkdirSync(CLAIMS, { recursive: true });
  try {
    writeFileSync(placeOf(path, who), path, { flag: "wx" });
    return true;
  } catch {
    return false;
  }
}

/**
 * Requests each of these URLs, and outside of the gate everything that the pages behind them link to, unless another worker does.
 * @returns those that no worker has requested, and those of this one that don't exist
 */
export async function walk(page: Page, who: string, start: Iterable<string>) {
  const from = new Map([...start].map((path) => [path, "a page of the app"]));
  const origin = new URL(page.url()).origin;
  const dead: string[] = [];
  const ask = async (path: string, before: string) => {
    if (isSkipped(path) || !claim(path, who)) return;
    const response = await page.request.get(path, { headers: { accept: "text/html" } });
    if (response.status() >= 400) dead.push(`${path} (${response.status()}), linked from ${before}`);
    if (isGate || !/^text\/html/.test(response.headers()["content-type"] ?? "")) return;
    for (const [, href = ""] of (await response.text()).matchAll(/<a\s[^>]*?href="([^"]*)"/g)) {
      const url = new URL(href.replaceAll("&amp;", "&"), `${origin}${path}`);
      const link = url.pathname + url.search;
      // Lists have many views, so only those that the app links to are requested.
      if (url.origin === origin && url.search === "" && !from.has(link)) from.set(link, path);
    }
  };
  for (let done = 0; done < from.size; ) {
    const next = [...from].slice(done, done + AT_ONCE);
    done += next.length;
    await Promise.all(next.map(([path, before]) => ask(path, before)));
  }
  const isClaimed = (path: string) => existsSync(placeOf(path, who));
  return { left: [...from.keys()].filter((path) => !isSkipped(path) && !isClaimed(path)), dead };
}

/** Waits until the app has rendered the page with its heading and nothing is loading. */
export async function waitForIdle(page: Page): Promise<void> {
  await page.waitForFunction(isSettled, undefined, { polling: 20 });
}

/** In one look, because the assertions of Playwright look again only after a tenth of a second, and then ever later. */
function isSettled(): boolean {
  const isShown = (element: Element) => element.checkVisibility({ visibilityProperty: true });
  const app = [...document.querySelectorAll("button")].some(({ textContent }) => textContent === "Skip to content");
  const heading = document.querySelector("main h1");
  // A hidden tab's loading state doesn't count.
  const waiting = document.querySelectorAll("main [aria-busy=true], main .mantine-Skeleton-root");
  return app && heading !== null && isShown(heading) && ![...waiting].some(isShown);
}

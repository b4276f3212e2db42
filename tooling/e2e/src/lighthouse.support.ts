import { createServer } from "node:net";
import type { Browser, BrowserType } from "@playwright/test";
import lighthouse, { desktopConfig, type Flags } from "lighthouse";

/** What Lighthouse gives marks for, and we have a budget for. */
export const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"] as const;
export type Category = (typeof CATEGORIES)[number];

/** No page may have a lower mark. */
export const LOWEST_MARK = 95;

export interface Marks {
  /** 0 to 100. */
  readonly marks: Readonly<Partial<Record<Category, number>>>;
  /** Milliseconds, but `shift`, which is a share. */
  readonly timings: Readonly<Record<"firstPaint" | "largestPaint" | "blocked" | "shift", number>>;
  /** What cost marks: `category: audit`. */
  readonly faults: readonly string[];
}

/** A free port of this machine. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}

/** A browser that Lighthouse can talk to. */
export async function launchForLighthouse(
  chromium: BrowserType,
  options: { readonly executablePath?: string | undefined; readonly args: readonly string[] },
): Promise<{ readonly browser: Browser; readonly port: number }> {
  const port = await freePort();
  const { executablePath } = options;
  const args = [...options.args, `--remote-debugging-port=${port}`];
  return { browser: await chromium.launch({ ...(executablePath && { executablePath }), args }), port };
}

/** A desktop on broadband, or a slow phone on slow 4G, as Lighthouse simulates them. */
export type Form = "desktop" | "phone";

/**
 * One run of Lighthouse.
 * @param categories all, or those that do not depend on how busy this machine is
 */
export async function markPage(
  url: string,
  port: number,
  form: Form,
  categories: readonly Category[] = CATEGORIES,
): Promise<Marks> {
  const flags: Flags = { port, output: "json", logLevel: "error", onlyCategories: [...categories] };
  const result = await lighthouse(url, flags, form === "desktop" ? desktopConfig : undefined);
  if (!result) throw new Error(`Lighthouse said nothing about ${url}`);
  const { lhr } = result;
  if (lhr.runtimeError) throw new Error(`Lighthouse failed at ${url}: ${lhr.runtimeError.message}`);
  const marks: Partial<Record<Category, number>> = {};
  const faults: string[] = [];
  for (const category of categories) {
    const found = lhr.categories[category];
    if (!found) continue;
    marks[category] = Math.round((found.score ?? 0) * 100);
    for (const { id, weight } of found.auditRefs) {
      const audit = lhr.audits[id];
      if (weight > 0 && audit && audit.score !== null && audit.score < 0.9) {
        faults.push(`${category}: ${id}${audit.displayValue ? ` (${audit.displayValue})` : ""}`);
      }
    }
  }
  const number = (id: string) => lhr.audits[id]?.numericValue ?? 0;
  const timings = {
    firstPaint: number("first-contentful-paint"),
    largestPaint: number("largest-contentful-paint"),
    blocked: number("total-blocking-time"),
    shift: number("cumulative-layout-shift"),
  };
  return { marks, timings, faults };
}

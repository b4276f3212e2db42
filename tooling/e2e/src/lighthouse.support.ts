import type { Browser, BrowserType } from "@playwright/test";
import lighthouse, { desktopConfig, type Flags } from "lighthouse";
import { freePort } from "../../launch/free-ports.mjs";
import { measured } from "./lighthouse.measured.ts";

/** The Lighthouse categories that have a budget. */
export const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"] as const;
export type Category = (typeof CATEGORIES)[number];

/** The lowest mark that a page may have. */
export const LOWEST_MARK = 95;

export interface Marks {
  /** 0 to 100. */
  readonly marks: Readonly<Partial<Record<Category, number>>>;
  /** Milliseconds, except `shift`, which is a fraction. */
  readonly timings: Readonly<Record<"firstPaint" | "largestPaint" | "blocked" | "shift", number>>;
  /** The audits that cost marks: `category: audit`. */
  readonly faults: readonly string[];
}

/** Starts a browser that Lighthouse can control. */
export async function launchForLighthouse(
  chromium: BrowserType,
  options: { readonly executablePath?: string | undefined; readonly args: readonly string[] },
): Promise<{ readonly browser: Browser; readonly port: number }> {
  const port = await freePort();
  const { executablePath } = options;
  const args = [...options.args, `--remote-debugging-port=${port}`];
  return { browser: await chromium.launch({ ...(executablePath && { executablePath }), args }), port };
}

/** Lighthouse's simulated desktop on broadband, or slow phone on slow 4G. */
export type Form = "desktop" | "phone";

/** Runs Lighthouse once. */
export async function markPage(url: string, port: number, form: Form): Promise<Marks> {
  const flags: Flags = { port, output: "json", logLevel: "error", onlyCategories: [...CATEGORIES] };
  const { lhr } = await measured(url, () => lighthouse(url, flags, form === "desktop" ? desktopConfig : undefined));
  const marks: Partial<Record<Category, number>> = {};
  const faults: string[] = [];
  for (const category of CATEGORIES) {
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

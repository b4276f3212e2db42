import { expect, type Page, test } from "@playwright/test";
import { DEMO_PASSWORD, demoEmail, enter } from "./support.ts";

/** A phone of the middle class is about this much slower than a laptop. */
const SLOWDOWN = 4;
/** What the web calls good, in milliseconds; reported, not required. */
const GOOD = 200;
const LONG_TEXT = 20_000;

declare global {
  interface Window {
    /** Milliseconds from each input to the next paint, as the browser's Event Timing has them, by interaction. */
    bbuxInteractions: Map<number, number>;
  }
}

/** Records the browser's own measurements, and slows the page down. */
async function observe(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.bbuxInteractions = new Map();
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (!(entry instanceof PerformanceEventTiming) || entry.interactionId === 0) continue;
        const before = window.bbuxInteractions.get(entry.interactionId) ?? 0;
        window.bbuxInteractions.set(entry.interactionId, Math.max(before, entry.duration));
      }
    }).observe({ type: "event", durationThreshold: 16, buffered: true } as PerformanceObserverInit);
  });
}

async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWDOWN });
}

/** Returns the durations of what `act` does, the slowest first, once the browser has painted and reported them. */
async function durations(page: Page, act: () => Promise<void>): Promise<readonly number[]> {
  await page.evaluate(() => window.bbuxInteractions.clear());
  await act();
  await expect.poll(() => page.evaluate(() => window.bbuxInteractions.size)).toBeGreaterThan(0);
  const measured = await page.evaluate(() => [...window.bbuxInteractions.values()]);
  return measured.toSorted((a, b) => b - a);
}

function report(what: string, [slowest = 0, ...rest]: readonly number[]): void {
  const median = [slowest, ...rest][Math.floor((rest.length + 1) / 2)] ?? slowest;
  const verdict = slowest <= GOOD ? "good" : `above ${GOOD} ms`;
  process.stdout.write(`${what}: slowest ${slowest} ms, median ${median} ms of ${rest.length + 1}; ${verdict}\n`);
}

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

test.beforeEach(async ({ page }) => {
  await observe(page);
  await enter(page, demoEmail("kenji"), DEMO_PASSWORD);
});

test("a vote", async ({ page }) => {
  await page.goto("/community");
  const arrows = page.getByRole("list", { name: "Posts" }).getByRole("button", { name: /^Upvote/ });
  await expect(arrows.first()).toBeVisible();
  await slowDown(page);
  const enabled = arrows.and(page.locator(":enabled"));
  report("vote", await durations(page, () => enabled.first().click()));
});

test("opening a menu", async ({ page }) => {
  await page.goto("/community");
  const button = page.getByRole("button", { name: "Account of kenji" });
  await expect(button).toBeVisible();
  await slowDown(page);
  const open = async () => {
    await button.click();
    await expect(page.getByRole("menu")).toBeVisible();
  };
  report("first opening of a menu", await durations(page, open));
  await page.keyboard.press("Escape");
  await expect(page.getByRole("menu")).toBeHidden();
  report("second opening of a menu", await durations(page, open));
});

test(`typing into a text of ${LONG_TEXT} characters`, async ({ page }) => {
  await page.goto("/posts/create");
  const field = page.getByRole("textbox", { name: "Content" });
  const paragraph = "Some **words** about `code`, [a link](https://example.org) and more.\n\n";
  await field.fill(paragraph.repeat(Math.ceil(LONG_TEXT / paragraph.length)).slice(0, LONG_TEXT));
  await slowDown(page);
  report("typing", await durations(page, () => field.pressSequentially("and thirty more characters, yes")));
});

import { chromium, expect, test } from "@playwright/test";
import { CATEGORIES, LOWEST_MARK, launchForLighthouse, type Marks, markPage } from "./lighthouse.support.ts";

/** Odd: of so many runs the one in the middle counts. */
const RUNS = 3;

/** By the mark for speed, the only one that differs from run to run. */
function middle(runs: readonly Marks[]): Marks {
  const sorted = runs.toSorted((a, b) => (a.marks.performance ?? 0) - (b.marks.performance ?? 0));
  const found = sorted[Math.floor(sorted.length / 2)];
  if (!found) throw new Error("nothing was measured");
  return found;
}

/** A post that somebody has answered. */
async function answeredPost(base: string): Promise<string> {
  const { posts } = await (await fetch(`${base}/api/posts?filter=claimed&limit=1`)).json();
  return `/posts/${posts[0].id}`;
}

const PAGES: readonly (readonly [string, (base: string) => Promise<string>])[] = [
  ["landing", async () => "/"],
  ["feed", async () => "/community"],
  ["post", answeredPost],
  ["docs", async () => "/docs/user-guide"],
];

for (const [name, find] of PAGES) {
  test(`${name}: at least ${LOWEST_MARK} in every category`, async ({ baseURL }, info) => {
    const base = baseURL ?? "";
    const { launchOptions } = info.project.use;
    const { browser, port } = await launchForLighthouse(chromium, {
      executablePath: launchOptions?.executablePath,
      args: launchOptions?.args ?? [],
    });
    try {
      const url = `${base}${await find(base)}`;
      // The first one fills the server's caches and compiles its code.
      await fetch(url);
      const runs: Marks[] = [];
      for (let run = 0; run < RUNS; run++) runs.push(await markPage(url, port));
      const { marks, timings, faults } = middle(runs);
      const said = CATEGORIES.map((category) => `${category} ${marks[category]}`).join(", ");
      const { firstPaint, largestPaint, blocked, shift } = timings;
      const timed = `first paint ${Math.round(firstPaint)} ms, largest ${Math.round(largestPaint)} ms, blocked ${Math.round(blocked)} ms, shift ${shift.toFixed(3)}`;
      const all = runs.map((run) => run.marks.performance).join(", ");
      process.stdout.write(`${name}: ${said} (performance of all runs: ${all}); ${timed}\n`);
      for (const fault of faults) process.stdout.write(`  ${fault}\n`);
      for (const category of CATEGORIES) expect(marks[category], category).toBeGreaterThanOrEqual(LOWEST_MARK);
    } finally {
      await browser.close();
    }
  });
}

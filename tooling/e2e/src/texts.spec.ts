import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { type APIRequestContext, expect, type Page } from "@playwright/test";
import { bountyEnded } from "./database.support.ts";
import { flaggedPost } from "./moderation.support.ts";
import { untouchedTest as test } from "./own-server.support.ts";
import { addresses, DESKTOP, PHONE } from "./routes.support.ts";
import { DEMO_PASSWORD, demoEmail, demoMember, enter, newPost } from "./support.ts";
import { clippedOn, Known, mayNest, readPage, type Seen, settled, walkThrough, withBuild } from "./texts.support.ts";

const PSEUDO = join(import.meta.dirname, "../../texts/src/pseudo.ts");
/** An address that nobody has the key of. */
const NOBODY = "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU";
let dist: string;

// One build for all of them, so they stay on one worker.
test.describe.configure({ mode: "default" });

/** Leaves states behind that the demo community hasn't. */
async function busy(request: APIRequestContext): Promise<void> {
  const [admin, moderator, seller, asker] = await Promise.all(
    ["maren", "teodor", "kenji", "priya"].map((name) => demoMember(request, name)),
  );
  await admin?.post("/admin/withdrawals/stop", { reason: "The node is being replaced" });
  await seller?.post("/wallet/withdraw", { amount: 2, destinationAddress: NOBODY });
  for (const way of ["uphold", "dismiss"]) {
    const { postId } = await flaggedPost(request);
    await moderator?.post(`/moderation/${way}`, { targetType: "post", targetId: postId, reason: "As the rules say" });
  }
  if (!asker) return;
  const postId = await newPost(asker, { hasBounty: true, bountyAmount: 0.25 });
  await bountyEnded(postId);
  await asker.post("/refund-requests", { postId, reason: "Nobody has explained it." });
}

/** Builds the app with German as English in brackets, so that text without brackets is untranslated. */
test.beforeAll(async ({ playwright, server }) => {
  test.setTimeout(400_000);
  const request = await playwright.request.newContext({ baseURL: server.origin });
  await busy(request);
  await request.dispose();
  dist = process.env.BBUX_PSEUDO ?? mkdtempSync(join(tmpdir(), "bbux-pseudo-dist-"));
  if (!process.env.BBUX_PSEUDO) await promisify(execFile)(process.execPath, [PSEUDO, dist, "de"]);
});
test.afterAll(() => {
  if (!process.env.BBUX_PSEUDO) rmSync(dist, { recursive: true, force: true });
});

/** Everyone who sees screens of their own, and which. Documents are in English. */
interface Person {
  readonly who: string;
  readonly username: string | null;
  /** Patterns of routes. */
  readonly pages: RegExp;
  /** Pages and tabs there. */
  readonly fewest: number;
}

const PEOPLE: readonly Person[] = [
  {
    who: "a visitor",
    username: null,
    fewest: 15,
    pages:
      /^\/($|community|reserves|transparency|signup|login|forgot|reset|verify|confirm|undo|freeze|wallet|posts\/\$postId$)/,
  },
  {
    who: "a member",
    username: "kenji",
    fewest: 36,
    pages:
      /^\/(?!$|docs|privacy|terms|reserves|transparency|signup|login|forgot|reset|verify|confirm|undo|freeze|setup|admin|moderation)/,
  },
  {
    who: "a moderator",
    username: "teodor",
    fewest: 6,
    pages: /^\/(moderation|reviews|posts\/\$postId$|users\/\$username$)/,
  },
  { who: "an admin", username: "maren", fewest: 8, pages: /^\/(admin|setup)/ },
];

/** The app reacts to a new width a moment after the browser. */
async function clippedAtRest(page: Page) {
  let seen = await clippedOn(page);
  for (let frame = 0; frame < 20 && seen.length > 0; frame++) {
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)));
    seen = await clippedOn(page);
  }
  return seen;
}

test.describe("a build with a second language", () => {
  // The page must load that build, so nothing may cache it.
  test.use({ serviceWorkers: "block" });

  test.describe("for a reader of that language", () => {
    test.use({ locale: "de-AT" });
    for (const { who, username, pages, fewest } of PEOPLE) {
      test(`shows ${who} nothing untranslated, clipped or glued together from pieces, on any page or tab`, async ({
        page,
        request,
      }) => {
        const routes = await addresses(request);
        const known = new Known();
        known.listen(page);
        await withBuild(page, dist, "de");
        if (username) await enter(page, demoEmail(username), DEMO_PASSWORD);
        await page.goto("/community");
        await settled(page);
        await expect(page.locator("html")).toHaveAttribute("lang", "de");
        const found = { untranslated: new Map<string, string>(), glued: new Map<string, string>() };
        const clipped = new Map<string, string>();
        let size = DESKTOP;
        const note = (list: Map<string, string>, seen: readonly Seen[], at: string) => {
          for (const { text, where } of seen) if (!list.has(text)) list.set(text, `${text} (${at}: ${where})`);
        };
        let looks = 0;
        const look = async (at: string) => {
          looks++;
          for (const next of [size, size === DESKTOP ? PHONE : DESKTOP]) {
            // A page is opened with the width that the one before was left with: changing it is slow.
            if (next !== size) await page.setViewportSize(next);
            size = next;
            note(clipped, await clippedAtRest(page), `${at}, ${size.width} px`);
            const { bare, glued, nested } = await readPage(page);
            await known.settle();
            const untranslated = bare.filter(({ text }) => !known.has(text));
            note(found.untranslated, untranslated, at);
            note(found.glued, [...glued, ...nested.filter((one) => !mayNest(one))], at);
          }
        };
        for (const [pattern, path] of routes) {
          if (!pages.test(pattern)) continue;
          await walkThrough(page, path, look);
        }
        expect(looks).toBeGreaterThanOrEqual(fewest);
        expect.soft([...found.untranslated.values()], "untranslated").toEqual([]);
        expect.soft([...found.glued.values()], "glued together from pieces").toEqual([]);
        expect.soft([...clipped.values()], "clipped").toEqual([]);
      });
    }

    test("has its palette translated, too", async ({ page }) => {
      await withBuild(page, dist, "de");
      await enter(page, demoEmail("amara"), DEMO_PASSWORD);
      await page.goto("/community");
      await settled(page);
      await page.keyboard.press("Control+k");
      await expect(page.getByRole("option", { name: /⟦Sell BBUX/ })).toBeVisible();
    });
  });
});

test.describe("a reader", () => {
  test.use({ locale: "de-AT" });
  test("sees the interface in the browser's language, chooses another in the settings, and goes back", {
    tag: "@gate",
  }, async ({ page }) => {
    await enter(page, demoEmail("amara"), DEMO_PASSWORD);
    await page.goto("/community");
    await expect(page.locator("html")).toHaveAttribute("lang", "de");
    await expect(page.getByRole("link", { name: "Frage stellen" }).first()).toBeVisible();
    await page.goto("/settings?tab=account");
    await page.getByRole("combobox", { name: "Sprache" }).selectOption("ja");
    await expect(page.locator("html")).toHaveAttribute("lang", "ja");
    await page.getByRole("combobox", { name: "言語" }).selectOption("English");
    await expect(page.locator("html")).toHaveAttribute("lang", "en");
    await expect(page.getByRole("heading", { name: "Language" })).toBeVisible();
    await page.getByRole("combobox", { name: "Language" }).selectOption("Browser default");
    await expect(page.locator("html")).toHaveAttribute("lang", "de");
  });
});

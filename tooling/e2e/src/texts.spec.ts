import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { expect, type Page, test } from "@playwright/test";
import { DEMO_PASSWORD, demoEmail, enter } from "./support.ts";

const PSEUDO = join(import.meta.dirname, "../../texts/src/pseudo.ts");
const TYPES: Readonly<Record<string, string>> = { ".js": "text/javascript", ".css": "text/css", ".html": "text/html" };
let dist: string;

// One build for all of them, so they stay on one worker.
test.describe.configure({ mode: "default" });

/** Builds the app with German as English in brackets, so that text without brackets is untranslated. */
test.beforeAll(async () => {
  test.setTimeout(400_000);
  dist = process.env.BBUX_PSEUDO ?? mkdtempSync(join(tmpdir(), "bbux-pseudo-dist-"));
  if (!process.env.BBUX_PSEUDO) await promisify(execFile)(process.execPath, [PSEUDO, dist, "de"]);
});
test.afterAll(() => {
  if (!process.env.BBUX_PSEUDO) rmSync(dist, { recursive: true, force: true });
});

/** Serves that build in place of the server's, with the server's API and headers. */
async function withBuild(page: Page): Promise<void> {
  await page.route("**/*", async (route) => {
    const request = route.request();
    const path = new URL(request.url()).pathname;
    if (path.startsWith("/api/")) return route.fallback();
    const file = request.resourceType() === "document" ? "/index.html" : path;
    if (!statSync(join(dist, file), { throwIfNoEntry: false })?.isFile()) return route.fallback();
    const contentType = TYPES[extname(file)];
    return route.fulfill({ body: readFileSync(join(dist, file)), ...(contentType && { contentType }) });
  });
}

test.describe("a build with a second language", () => {
  // The page must load that build, so nothing may cache it.
  test.use({ serviceWorkers: "block" });

  test.describe("for a reader of that language", () => {
    test.use({ locale: "de-AT" });
    test("shows the screens translated: markup, labels, text from constants, and counts", async ({ page }) => {
      await withBuild(page);
      await enter(page, demoEmail("amara"), DEMO_PASSWORD);
      await page.goto("/community");
      await expect(page.locator("html")).toHaveAttribute("lang", "de");
      await expect(page.getByRole("heading", { name: "⟦Community⟧" })).toBeVisible();
      await expect(page.getByRole("link", { name: "⟦New post⟧" }).first()).toBeVisible();
      await expect(page.getByRole("searchbox", { name: "⟦Search posts⟧" })).toHaveAttribute("placeholder", /⟦/);
      await expect(
        page
          .getByRole("list", { name: "⟦Posts⟧" })
          .getByText(/⟦answers?⟧/)
          .first(),
      ).toBeVisible();
      await page.keyboard.press("Control+k");
      await expect(page.getByRole("option", { name: /⟦Sell BBUX⟧/ })).toBeVisible();
      await page.keyboard.press("Escape");
      await page.goto("/wallet");
      await expect(page.getByRole("button", { name: /⟦/ }).first()).toBeVisible();
      await expect(page.locator("main h1")).toContainText("⟦");
      // No text of the screens is left in English; names, numbers and members' content have no brackets.
      const bare = await page.locator("main :is(h1, h2, h3, label, button)").allInnerTexts();
      expect(bare.map((text) => text.trim()).filter((text) => /\p{L}{2}/u.test(text) && !text.includes("⟦"))).toEqual(
        [],
      );
    });
  });

  test.describe("for any other reader", () => {
    test.use({ locale: "fr-FR" });
    test("shows them in English", async ({ page }) => {
      await withBuild(page);
      await page.goto("/community");
      await expect(page.getByRole("heading", { name: "Community", exact: true })).toBeVisible();
      await expect(page.locator("html")).toHaveAttribute("lang", "en");
      expect(await page.locator("main").textContent()).not.toContain("⟦");
    });
  });
});

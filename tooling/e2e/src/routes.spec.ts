import { PAGES, type PagePath, titleOf } from "@bbux/contract";
import { expect, test } from "@playwright/test";
import { standInForPictures } from "./chat.support.ts";
import { addresses, linksOn, seriousViolations, settled, watch } from "./routes.support.ts";
import { DEMO_PASSWORD, demoEmail, enter } from "./support.ts";

const PEOPLE = [
  { who: "a visitor", username: null },
  { who: "a member", username: "kenji" },
  { who: "a moderator", username: "teodor" },
  { who: "an admin", username: "maren" },
] as const;

/** Their title names what they show, so that it is not the table's. */
const NAMED = /\$(?!roomId)/;
/** Whoever is signed in is led away from here. */
const DOORS: readonly string[] = ["/login", "/signup", "/forgot-password", "/reset-password"];

test.describe.configure({ mode: "parallel" });

for (const { who, username } of PEOPLE) {
  // In halves, so that two browsers share the work.
  for (const half of [0, 1]) {
    test(`every page greets ${who} with its title, its content, living links, without a complaint and without asking another host, ${half === 0 ? "first" : "second"} half [C2.113 C2.114]`, async ({
      page,
      request,
      baseURL,
    }) => {
      test.setTimeout(420_000);
      const origin = baseURL ?? "";
      const routes = [...(await addresses(request))].filter((_, place) => place % 2 === half);
      if (username) await enter(page, demoEmail(username), DEMO_PASSWORD);
      const seen = new Map<string, string>();
      const links = new Set<string>();
      const { faults } = watch(page, origin);
      await standInForPictures(page);
      for (const [pattern, path] of routes) {
        if (username && DOORS.includes(pattern)) continue;
        await test.step(path, async () => {
          await page.goto(path);
          await settled(page);
          const at = new URL(page.url()).pathname;
          // Private pages send visitors to sign in, and only there; the rest stays where it is.
          if (at !== path)
            expect.soft([path, at], "moved").toEqual([path, username ? expectedMove(pattern, username) : "/login"]);
          const title = await page.title();
          if (at === path && !NAMED.test(pattern)) expect.soft(title).toBe(titleOf(PAGES[pattern].title));
          // Both addresses of a profile show the same.
          if (at === path && pattern !== "/$username") {
            expect.soft(seen.get(title), `the title of ${path} is that of another page`).toBeUndefined();
            seen.set(title, path);
          }
          const description = await page.locator("meta[name=description]").getAttribute("content");
          expect.soft((description ?? "").length, `description of ${path}`).toBeGreaterThan(20);
          await expect(page.locator("head title")).toHaveCount(1);
          await expect(page.locator("meta[name=description]")).toHaveCount(1);
          expect.soft(await seriousViolations(page), path).toEqual([]);
          for (const link of await linksOn(page, origin)) links.add(link);
          expect.soft(faults.splice(0), path).toEqual([]);
        });
      }
      expect(links.size).toBeGreaterThan(10);
      for (const link of links) {
        const response = await page.request.get(link, { headers: { accept: "text/html" } });
        expect.soft(response.status(), `a link to ${link}`).toBeLessThan(400);
      }
    });
  }
}

/** The short address of a member leads to their page. */
function expectedMove(pattern: PagePath, username: string): string {
  return pattern === "/$username" ? "/users/kenji" : `${username} stays on ${pattern}`;
}

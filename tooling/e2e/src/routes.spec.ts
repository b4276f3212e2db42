import { PAGES, type PagePath, titleOf } from "@bbux/contract";
import { expect, type Page, test } from "@playwright/test";
import { chat, opener, standInForPictures } from "./chat.support.ts";
import {
  addresses,
  DESKTOP,
  isGate,
  PHONE,
  saidBy,
  serious,
  visitRoute,
  waitForIdle,
  walk,
  watch,
  widerThanAPhone,
} from "./routes.support.ts";
import { DEMO_PASSWORD, demoEmail, enter } from "./support.ts";

const PARTS = isGate ? 25 : 2;
/** Their title names their content, so it differs from the table's. */
const NAMED = /\$(?!roomId)/;
/** Signed-in members are redirected from here. */
const DOORS: readonly string[] = [
  "/login",
  "/login/$provider",
  "/signup",
  "/forgot-password",
  "/reset-password",
  "/verify-email",
  "/freeze",
  "/keep-account",
  "/confirm-email-change",
  "/undo-added",
  "/undo-email-change",
];
/** Without navigation, even for members. */
const BARE = /^\/($|docs|privacy|terms)/;
/** Long texts, the same for everyone: each has its own test, and they are opened within the app. */
const TEXTS = /^\/(docs\/|privacy|terms)/;
/** The same for everyone. */
const SAME = /^\/(docs|privacy|terms|reserves|transparency)/;
/** What moderators and admins have in addition there. */
const FOR_STAFF: readonly string[] = [
  "/posts/$postId",
  "/users/$username",
  "/chat/$roomId",
  "/reviews",
  "/moderation",
  "/admin",
];

interface Person {
  readonly who: string;
  readonly username: string | null;
  /** Whether a page is loaded by its URL instead of within the app. */
  byAddress(pattern: PagePath): boolean;
  visits(pattern: string): boolean;
  /** Whether the gate visits everything as them. */
  readonly inGate: boolean;
  /** Whether to check axe and the width of a phone on this page. */
  looksAt(pattern: string): boolean;
}

const staff = (who: string, username: string): Person => ({
  who,
  username,
  inGate: false,
  // The redirect target has no link back to the short address.
  byAddress: (pattern) => pattern === "/$username",
  visits: (pattern) => !DOORS.includes(pattern) && !SAME.test(pattern),
  looksAt: (pattern) => FOR_STAFF.includes(pattern),
});

const PEOPLE: readonly Person[] = [
  {
    who: "a visitor",
    username: null,
    inGate: true,
    byAddress: (pattern) => !TEXTS.test(pattern),
    visits: () => true,
    // In the gate, only at what members don't see.
    looksAt: (pattern) => !TEXTS.test(pattern) && (!isGate || SAME.test(pattern) || DOORS.includes(pattern)),
  },
  {
    who: "a member",
    username: "kenji",
    inGate: true,
    // Visitors load the public pages by URL. Members open them within the app, and in the gate all others, too.
    byAddress: (pattern) => !isGate && !PAGES[pattern].index,
    visits: (pattern) => !DOORS.includes(pattern),
    looksAt: (pattern) => !SAME.test(pattern),
  },
  staff("a moderator", "teodor"),
  staff("an admin", "maren"),
];

for (const person of PEOPLE) {
  // In parts, so that several browsers share the work.
  for (let part = 0; part < PARTS; part++) {
    test(`every page shows ${person.who} its title, content, working links and frame, without an error, a request to another host, a serious violation, or overflow on a phone, part ${part + 1} of ${PARTS} [C2.113 C2.114 C2.029 C2.030 C2.032 C2.033 C6.10]`, {
      tag: person.inGate ? "@gate" : [],
    }, async ({ page, request, baseURL }) => {
      const origin = baseURL ?? "";
      const routes = [...(await addresses(request))].filter((_, place) => place % PARTS === part);
      if (person.username) await enter(page, demoEmail(person.username), DEMO_PASSWORD);
      const seen = new Map<string, string>();
      const links = new Set<string>();
      const { faults } = watch(page, origin);
      await standInForPictures(page);
      // A page is opened with the width and in the scheme that the one before was left with: changing them is slow.
      const look = { phone: false, scheme: "light" as "light" | "dark" };
      // The first page has to be loaded by its URL, so long texts come last.
      const visited = routes
        .filter(([pattern]) => person.visits(pattern))
        .sort(([one], [other]) => Number(TEXTS.test(one)) - Number(TEXTS.test(other)));
      for (const [pattern, path] of visited) {
        await test.step(path, async () => {
          const isFirst = path === visited[0]?.[1];
          await come(page, isFirst || person.byAddress(pattern), pattern, path);
          await waitForIdle(page);
          const at = new URL(page.url()).pathname;
          const looks = at === path && person.looksAt(pattern);
          if (look.phone) {
            if (looks) expect.soft(await widerThanAPhone(page), `${path} on a phone`).toBe(0);
            await page.setViewportSize(DESKTOP);
            await waitForIdle(page);
          }
          await inItsFrame(page, person, at);
          const said = await saidBy(page);
          // Private pages redirect visitors to sign in; no other page redirects.
          if (at !== path)
            expect
              .soft([path, at], "moved")
              .toEqual([path, person.username ? expectedMove(pattern, person.username) : "/login"]);
          if (at === path && !NAMED.test(pattern)) expect.soft(said.title).toBe(titleOf(PAGES[pattern].title));
          // Both addresses of a profile show the same.
          if (at === path && pattern !== "/$username") {
            expect.soft(seen.get(said.title), `the title of ${path} is that of another page`).toBeUndefined();
            seen.set(said.title, path);
          }
          expect.soft([said.titles, said.descriptions.length], path).toEqual([1, 1]);
          expect.soft(said.descriptions.join("").length, `description of ${path}`).toBeGreaterThan(20);
          expect.soft(said.missingAnchors, `anchors on ${path}`).toEqual([]);
          for (const link of said.links) links.add(link);
          if (looks) {
            expect.soft(await serious(page, look.scheme), path).toEqual([]);
            if (!isGate) look.scheme = look.scheme === "light" ? "dark" : "light";
            if (!look.phone && !isGate) {
              await page.setViewportSize(PHONE);
              expect.soft(await widerThanAPhone(page), `${path} on a phone`).toBe(0);
            }
          }
          look.phone = looks && !look.phone && !isGate;
          expect.soft(faults.splice(0), path).toEqual([]);
        });
      }
      expect(links.size).toBeGreaterThan(30 / PARTS);
      expect(await walk(page, person.who, links)).toEqual({ left: [], dead: [] });
    });
  }
}

/** Loading by URL refetches everything; in the app the page is replaced, as after a click on a link. */
async function come(page: Page, isByAddress: boolean, pattern: PagePath, path: string): Promise<void> {
  if (isByAddress) {
    await page.goto(path);
    return;
  }
  const before = await page.title();
  await visitRoute(page, path);
  const wanted = NAMED.test(pattern) ? null : titleOf(PAGES[pattern].title);
  await page.waitForFunction(
    ([from, to]) => (to === null ? document.title !== from : document.title === to),
    [before, wanted] as const,
    { polling: 20 },
  );
}

/** The frame of a page: navigation and chat for members where they belong, the overlay's root everywhere. */
async function inItsFrame(page: Page, { username }: Person, path: string): Promise<void> {
  await expect(page.locator("[data-overlay]"), path).toHaveCount(1);
  const navigation = page.getByRole("navigation", { name: "Main" });
  if (username === null || BARE.test(path)) await expect(navigation, path).toHaveCount(0);
  else await expect(navigation.first(), path).toBeVisible();
  const talk = opener(page).or(chat(page)).filter({ visible: true });
  if (username === null || path === "/") await expect(talk, path).toHaveCount(0);
  else await expect(talk.first(), path).toBeVisible();
}

/** The short address of a member leads to their page. */
function expectedMove(pattern: PagePath, username: string): string {
  return pattern === "/$username" ? "/users/kenji" : `${username} stays on ${pattern}`;
}

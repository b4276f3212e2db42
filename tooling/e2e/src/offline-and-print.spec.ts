import { expect, type Page, test } from "@playwright/test";
import { seriousInTheDark, seriousViolations } from "./routes.support.ts";
import { tell } from "./story.support.ts";
import {
  type ApiMember,
  appReady,
  DEMO_PASSWORD,
  demoEmail,
  enter,
  newAnswer,
  newComment,
  newMember,
  newPost,
  PASSWORD,
} from "./support.ts";

/** The notice that floats while nothing can be fetched. */
const banner = (page: Page) => page.getByRole("status").filter({ hasText: /You're offline|can't reach BBUX/ });

/** Waits for the worker, and for the texts of its page. */
async function readyForOffline(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await expect.poll(() => page.evaluate(async () => (await caches.match("/offline/texts")) !== undefined)).toBe(true);
}

test.describe("a page that doesn't exist", () => {
  test("says so, and leads to the community and back", async ({ page }) => {
    await page.goto("/community");
    const response = await page.goto("/no/such/page");
    expect(response?.status()).toBe(404);
    await expect(page.getByRole("heading", { level: 1, name: "Page not found" })).toBeVisible();
    await expect(page).toHaveTitle("Not found · BBUX");
    await expect(page.locator("[data-overlay]")).toBeAttached();
    expect([...(await seriousViolations(page)), ...(await seriousInTheDark(page))]).toEqual([]);
    await expect(page.getByRole("searchbox")).toHaveCount(0);
    await page.getByRole("main").getByRole("link", { name: "Go to the community" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Community" })).toBeVisible();
  });
});

test.describe("without a connection", () => {
  test.use({ serviceWorkers: "allow" });

  test("an open page stays, a banner says why it might be outdated, and both recover automatically", {
    tag: "@gate",
  }, async ({ page, context }) => {
    await page.goto("/community");
    await expect(page.getByRole("main").getByRole("article").first()).toBeVisible();
    await expect(banner(page)).toHaveCount(0);
    await context.setOffline(true);
    await expect(banner(page)).toContainText("You're offline");
    await expect(page.getByRole("main").getByRole("article").first()).toBeVisible();
    const again = page.waitForRequest(/posts\.list/);
    await context.setOffline(false);
    await expect(banner(page)).toHaveCount(0);
    await again;
  });

  test("a page that was not fetched yet says so and loads automatically; a reload is answered from a cache without any API response", async ({
    page,
    context,
  }) => {
    await page.goto("/community");
    await readyForOffline(page);
    await context.setOffline(true);
    await page.keyboard.press("End");
    await page.getByRole("navigation", { name: "Footer" }).getByRole("link", { name: "Transparency" }).click();
    // The app's own page, or the cached one where the browser has to reload.
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(/You are offline|We can't load this page/);
    await context.setOffline(false);
    await expect(page.getByRole("heading", { level: 1, name: "Transparency" })).toBeVisible();

    await context.setOffline(true);
    await page.reload();
    await expect(page.getByRole("heading", { level: 1, name: "We can't load this page" })).toBeVisible();
    const kept = await page.evaluate(async () => {
      const stores = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
      const requests = await Promise.all(stores.map((store) => store.keys()));
      return requests.flat().map(({ url }) => new URL(url).pathname);
    });
    expect(kept.sort()).toEqual(["/favicon.svg", "/offline.html", "/offline.js", "/offline.text.js", "/offline/texts"]);
    await context.setOffline(false);
    await expect(page.getByRole("heading", { level: 1, name: "Transparency" })).toBeVisible();
  });

  test("a server that is down is distinguished from a missing network", async ({ page }) => {
    await page.goto("/reserves");
    // Before that, the link loads the front page, which the server fills.
    await appReady(page);
    await page.route("**/api/**", (route) => route.fulfill({ status: 502, body: "Bad Gateway" }));
    await page.getByRole("link", { name: "BBUX, to the front page" }).click();
    await expect(banner(page)).toContainText("We can't reach BBUX");
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await banner(page).getByRole("button", { name: "Try now" }).click();
    await expect(banner(page)).toHaveCount(0);
  });

  test("one failed call doesn't affect the connection state", async ({ page }) => {
    await page.route(/posts\.list/, (route) => route.abort());
    const looked = page.waitForResponse("**/api/health/live");
    await page.goto("/community");
    expect((await looked).status()).toBe(200);
    await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toBeVisible();
    await expect(banner(page)).toHaveCount(0);
  });
});

/** Returns the ids of the posts that this browser keeps for reading offline. */
function keptPosts(page: Page): Promise<readonly string[]> {
  return page.evaluate(async () => {
    if (!(await caches.has("bbux-copies"))) return [];
    const requests = await (await caches.open("bbux-copies")).keys();
    return requests.flatMap(({ url }) => url.split("/offline/posts/")[1] ?? []).sort();
  });
}

/** Opens a post and waits until its copy is there. */
async function openAndKeep(page: Page, id: string): Promise<void> {
  await page.goto(`/posts/${id}`);
  await expect.poll(() => keptPosts(page)).toContain(id);
}

test.describe("reading and writing without a connection", () => {
  test.use({ serviceWorkers: "allow" });

  test.describe("posts opened before can be read in the app and after a reload; what is written waits, can be taken back, and is posted once when the connection is back; signing out leaves nothing to the next person", {
    tag: "@gate",
  }, () => {
    const story = tell(test, ["reader"]);
    const answerOf = (page: Page) => page.getByRole("textbox", { name: "Your answer" });
    const waitingOn = (page: Page) => page.getByRole("list", { name: "Waiting to be posted" });
    const answers = async () => {
      const response = await story.request.get(`/api/posts/${id}/answers`);
      const list = (await response.json()) as { answers: { content: string }[] };
      return list.answers.map(({ content }) => content).filter((content) => content.includes("kitchen"));
    };
    let asker: ApiMember;
    let member: ApiMember;
    let title: string;
    let id: string;
    let other: string;

    test("two posts are opened and kept", async () => {
      const page = story.pages.reader;
      asker = await newMember(story.request);
      member = await newMember(story.request);
      title = `Which clock? 時計 ${asker.username}`;
      id = await newPost(asker, { title, content: "What **strikes** first?" });
      await newAnswer(asker, id, "The one in the *hall*.");
      await newComment(asker, id, "It is old.");
      other = await newPost(asker, { title: `Another ${asker.username}` });
      await enter(page, member.email, PASSWORD);
      await openAndKeep(page, id);
      await readyForOffline(page);
      await openAndKeep(page, other);
      await expect(answerOf(page)).toBeVisible();
    });

    test("in the app, one that this page hasn't fetched is shown", async () => {
      const page = story.pages.reader;
      await page.context().setOffline(true);
      await page.evaluate((to) => history.pushState(null, "", to), `/posts/${id}`);
      await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
      await expect(page.getByText("This copy is from")).toBeVisible();
      await expect(page.getByText("The one in the hall.")).toBeVisible();
      await expect(page.getByText("It is old.")).toBeVisible();
    });

    test("what is written waits, and can be taken back", async () => {
      const page = story.pages.reader;
      const answer = answerOf(page);
      const waiting = waitingOn(page);
      await answer.fill("The kitchen's.");
      await page.getByRole("button", { name: "Send when I'm back online" }).first().click();
      await expect(waiting).toContainText("The kitchen's.");
      await expect(answer).toHaveValue("");
      await waiting.getByRole("button", { name: "Take back" }).click();
      await expect(waiting).toHaveCount(0);
      await expect(answer).toHaveValue("The kitchen's.");
      await page.getByRole("button", { name: "Send when I'm back online" }).first().click();
      await expect(waiting).toContainText("The kitchen's.");
    });

    test("after a reload, the worker's page shows both", async () => {
      const page = story.pages.reader;
      await page.reload();
      await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
      await expect(page.getByText("You're offline. This is a copy from:")).toBeVisible();
      await expect(page.getByText(/The one in the .?hall/)).toBeVisible();
      await expect(page.getByText("It is old.")).toBeVisible();
      await expect(page.getByText("The kitchen's.")).toBeVisible();
      const saved = page.getByRole("list", { name: "Posts you opened" });
      const link = saved.getByRole("link", { name: `Another ${asker.username}` });
      await expect(link).toHaveAttribute("href", `/posts/${other}`);
      expect(await answers()).toEqual([]);
    });

    test("when the connection is back, it is posted once", async () => {
      const page = story.pages.reader;
      await page.context().setOffline(false);
      await expect.poll(answers).toEqual(["The kitchen's."]);
      await expect(page.getByRole("article").getByText("The kitchen's.")).toBeVisible();
      await expect(waitingOn(page)).toHaveCount(0);
      await page.reload();
      await expect(page.getByRole("article").getByText("The kitchen's.")).toBeVisible();
      expect(await answers()).toEqual(["The kitchen's."]);
    });

    test("signing out leaves nothing", async () => {
      const page = story.pages.reader;
      const context = page.context();
      await page.getByRole("button", { name: `Account of ${member.username}` }).click();
      await page.getByRole("menuitem", { name: "Logout" }).click();
      await page.waitForURL("**/login");
      await expect.poll(() => keptPosts(page)).toEqual([]);
      await context.setOffline(true);
      await page.goto(`/posts/${id}`).catch(() => undefined);
      await expect(page.getByRole("heading", { level: 1 })).not.toHaveText(title);
      // The page may be on its way to another one.
      await expect.poll(() => keptPosts(page).catch(() => null)).toEqual([]);
      await context.setOffline(false);
    });
  });
});

test.describe("on a home screen", () => {
  interface Manifest {
    readonly name: string;
    readonly short_name: string;
    readonly start_url: string;
    readonly icons: readonly { readonly src: string; readonly sizes: string; readonly purpose: string }[];
  }

  test("the manifest is linked and complete, and its icons exist in their sizes", async ({ page, request }) => {
    await page.goto("/");
    const href = (await page.locator('link[rel="manifest"]').getAttribute("href")) ?? "";
    const response = await request.get(href);
    expect(response.headers()["content-type"]).toContain("application/manifest+json");
    const manifest: Manifest = await response.json();
    const { icons, start_url } = manifest;
    expect(manifest).toMatchObject({ display: "standalone", scope: "/", lang: "en" });
    // Longer names are cut below an icon.
    expect(manifest.short_name).toMatch(/^.{1,12}$/);
    expect(manifest.name.length).toBeGreaterThan(0);
    expect((await request.get(start_url)).status()).toBe(200);
    expect(icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`).sort()).toEqual([
      "192x192 any",
      "192x192 maskable",
      "512x512 any",
      "512x512 maskable",
    ]);
    const touch = (await page.locator('link[rel="apple-touch-icon"]').getAttribute("href")) ?? "";
    for (const { src, sizes } of [...icons, { src: touch, sizes: "180x180" }]) {
      const icon = await request.get(src);
      expect(icon.headers()["content-type"], src).toBe("image/png");
      const bytes = await icon.body();
      expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`, src).toBe(sizes);
    }
  });
});

test.describe("in print", () => {
  /** Returns colors and parts as a printer gets them, of a page in the dark scheme. */
  async function print(page: Page): Promise<void> {
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
  }
  const look = (page: Page, selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => {
        const { color, backgroundColor } = getComputedStyle(element);
        return { color, backgroundColor };
      });

  test("a post is black on white, without navigation, buttons and forms, and shows where its links lead", async ({
    page,
    request,
  }) => {
    const { posts } = await (await request.get("/api/posts?filter=claimed&hasBounty=true&limit=1")).json();
    await enter(page, demoEmail("noor"), DEMO_PASSWORD);
    await page.goto(`/posts/${posts[0].id}`);
    await expect(page.getByRole("article").first()).toBeVisible();
    await print(page);
    expect(await look(page, "body")).toEqual({ color: "rgb(0, 0, 0)", backgroundColor: "rgb(255, 255, 255)" });
    // The app replaces the server's HTML, so this retries if that just happened.
    await expect.poll(async () => (await look(page, "article h1")).color).toBe("rgb(0, 0, 0)");
    for (const part of ["nav", "form", "button:not(:has(img))", "[data-frame] > header", "[data-overlay]"]) {
      const shown = page.locator(part).filter({ visible: true });
      await expect(shown, part).toHaveCount(0);
    }
    await expect(page.getByRole("article").first()).toBeVisible();
    await expect(page.getByRole("article", { name: /^Answer by/ }).first()).toBeVisible();
    // Relative times are soon outdated, so paper has the exact time.
    const said = await page
      .locator("main time")
      .first()
      .evaluate((time) => getComputedStyle(time, "::after").content);
    expect(said).toMatch(/20\d\d/);
  });

  test("the documentation and the legal texts consist of their text only, and the legal ones print themselves [M2.53] [M2.54]", async ({
    page,
  }) => {
    await page.addInitScript(() => {
      window.print = () => document.documentElement.setAttribute("data-printed", location.pathname);
    });
    for (const path of ["/docs/platform", "/privacy", "/terms"]) {
      await page.goto(path);
      await expect(page.getByRole("article")).toBeVisible();
      if (!path.startsWith("/docs")) {
        await page.getByRole("button", { name: "Print" }).click();
        await expect(page.locator("html")).toHaveAttribute("data-printed", path);
      }
      await print(page);
      await expect(page.locator("nav, button, footer").filter({ visible: true }), path).toHaveCount(0);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.locator("main article h2").first()).toBeVisible();
      await page.emulateMedia({ media: "screen" });
    }
    const pdf = await page.pdf({ format: "A4" });
    expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
    expect(pdf.toString("latin1").match(/\/Type\s*\/Page\b/g)?.length ?? 0).toBeGreaterThan(1);
  });

  test("the statement keeps the type of each row", async ({ page }) => {
    await enter(page, demoEmail("amara"), DEMO_PASSWORD);
    await page.goto("/transactions");
    const row = page.getByRole("table", { name: "Transactions" }).getByRole("row").nth(1);
    const kind = (await row.getByRole("button").first().textContent()) ?? "";
    expect(kind).not.toBe("");
    await print(page);
    await expect(row.getByRole("cell").or(row.getByRole("rowheader")).first()).toContainText(kind);
    await expect(row.getByText(kind).first()).toBeVisible();
    await expect(page.getByRole("link", { name: /Export/ }).filter({ visible: true })).toHaveCount(0);
  });
});

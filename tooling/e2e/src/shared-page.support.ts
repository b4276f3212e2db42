import { CHAT } from "@bbux/contract";
import { type BrowserContext, test as base, type Disposable, type Page } from "@playwright/test";

/**
 * Signals the app that someone signed in or out in another tab, so that it refetches the session
 * (apps/web/src/lib/session.ts).
 */
const HINT = "bbux.member";
/** By a timer, because a window in the background renders no frames. */
const POLLING = { polling: 20, timeout: 120_000 };
/** A page that renders quickly and that no test here is about. */
const REST = "/terms";
const REST_TITLE = "Terms of Service";
/** Where the app announces the title of a page once it has moved the focus there. */
const ANNOUNCED = "[aria-live=polite][aria-atomic=true]";

/** The state of a page that serves one test after another. */
interface Stage {
  readonly page: Page;
  /** Whether the app is running in it. */
  running: boolean;
  /** The session cookie that the app last used. */
  known: string | undefined;
  readonly scripts: Disposable[];
  /** Whether a test did what can't be undone. */
  spoiled: boolean;
}

const stages = new WeakMap<Page, Stage>();

interface Options {
  /** Gives the test its own browser context, for what a shared one can't have: a first visit. */
  readonly apart: boolean;
}
interface Workers {
  /** The page of this worker, until a test fails on it. */
  readonly stageOf: { open(): Promise<Stage>; close(): Promise<void> };
}

/**
 * Shares one page between the tests of a worker, because starting a renderer and the app costs twenty times as much as
 * navigating within it. Nothing is left behind between tests: no session, storage, routes, scripts or other pages.
 */
export const test = base.extend<Options, Workers>({
  apart: [false, { option: true }],
  stageOf: [
    async ({ browser }, use, { project }) => {
      const { baseURL, locale } = project.use;
      let stage: Stage | null = null;
      const close = async () => {
        await stage?.page.context().close();
        stage = null;
      };
      const open = async () => {
        stage ??= await built(
          await browser.newContext({ ...(baseURL && { baseURL }), ...(locale && { locale }), serviceWorkers: "block" }),
        );
        return stage;
      };
      await use({ open, close });
      await close();
    },
    { scope: "worker" },
  ],
  page: async (
    { apart, hasTouch, browser, baseURL, locale, stageOf, viewport, colorScheme, reducedMotion },
    use,
    info,
  ) => {
    const look = { colorScheme: colorScheme ?? "light", reducedMotion: reducedMotion ?? "reduce" } as const;
    if (apart || hasTouch) {
      const own = await browser.newContext({
        ...(baseURL && { baseURL }),
        ...(locale && { locale }),
        viewport,
        hasTouch: hasTouch ?? false,
        ...look,
      });
      await use(await newPage(own));
      await own.close();
      return;
    }
    const stage = await stageOf.open();
    await stage.page.setViewportSize(viewport ?? { width: 1280, height: 720 });
    await stage.page.emulateMedia(look);
    // A page behind another one renders no frames, and clicks wait for frames.
    await stage.page.bringToFront();
    await moveMouseAway(stage.page);
    await use(stage.page);
    if (info.status === info.expectedStatus && !stage.spoiled) await clear(stage);
    else await stageOf.close();
  },
});

async function built(context: BrowserContext): Promise<Stage> {
  const page = await newPage(context, async () => {
    stage.running = true;
    stage.known = await sessionOf(page);
  });
  const stage: Stage = { page, running: false, known: undefined, scripts: [], spoiled: false };
  const addInitScript = page.addInitScript.bind(page);
  Object.assign(page, {
    async addInitScript(...how: Parameters<Page["addInitScript"]>) {
      const script = await addInitScript(...how);
      stage.scripts.push(script);
      return script;
    },
  });
  const install = page.clock.install.bind(page.clock);
  page.clock.install = (...how) => {
    stage.spoiled = true;
    return install(...how);
  };
  stages.set(page, stage);
  return stage;
}

/**
 * Opens a page that moves the pointer off the navigation after loading: a page in a new process believes the pointer to
 * be in its top left corner until it moves.
 * @param onLoad runs before each load
 */
async function newPage(context: BrowserContext, onLoad?: () => Promise<void>): Promise<Page> {
  const page = await context.newPage();
  const load =
    <A extends unknown[], R>(act: (...how: A) => Promise<R>) =>
    async (...how: A) => {
      await onLoad?.();
      const response = await act(...how);
      await moveMouseAway(page);
      return response;
    };
  Object.assign(page, { goto: load(page.goto.bind(page)), reload: load(page.reload.bind(page)) });
  return page;
}

/** Moves the pointer off the navigation, which unfolds under it and covers its neighbors. */
export async function moveMouseAway(page: Page): Promise<void> {
  await page.mouse.move(640, 400);
}

/** Removes everything that a test left behind. */
async function clear(stage: Stage): Promise<void> {
  const { page, scripts } = stage;
  for (const event of ["request", "response", "console", "pageerror", "websocket"] as const) {
    page.removeAllListeners(event);
  }
  await page.unrouteAll({ behavior: "ignoreErrors" });
  // A document that a script has changed is no longer the app as delivered.
  if (scripts.length > 0) stage.running = false;
  for (const script of scripts.splice(0)) await script.dispose();
  for (const other of page.context().pages()) if (other !== page) await other.close();
  await page.context().clearCookies();
  if (!stage.running) return;
  const { keys, isElsewhere } = await page.evaluate(async (room) => {
    const closing = ".mantine-Notification-closeButton, [aria-label='Close chat']";
    for (const close of document.querySelectorAll<HTMLElement>(closing)) close.click();
    const isCovered = document.querySelector("[role=dialog]") !== null;
    const isElsewhere = isCovered || (localStorage.getItem("bbux.chat.room") ?? room) !== room;
    const keys = Object.keys(localStorage);
    localStorage.clear();
    sessionStorage.clear();
    for (const { name } of await indexedDB.databases()) if (name) indexedDB.deleteDatabase(name);
    return { keys, isElsewhere };
  }, CHAT.room);
  // Signing out clears the app's caches. Only a reload clears what else it keeps in memory, and a visitor's caches.
  if (stage.known === undefined || isElsewhere || keys.some((key) => /wallet|color-scheme/i.test(key))) {
    stage.running = false;
    return;
  }
  await leave(page);
  await syncSession(stage);
}

/** Navigates with the app's own router, as a click on a link does; loads the page where the app isn't running yet. */
export async function visit(page: Page, path: string): Promise<void> {
  const stage = stages.get(page);
  if (!stage?.running || stage.scripts.length > 0) {
    await page.goto(path);
    return;
  }
  await toRest(page);
  await syncSession(stage);
  await go(page, path);
}

/** Waits for the resting page. @throws Error that says what the page showed instead */
async function toRest(page: Page): Promise<void> {
  await leave(page);
  // Until then the page before it is only hidden, and would come back as it was.
  const isThere = ([path, title, announced]: readonly [string, string, string]) => {
    // The page before it may have redirected in the meantime.
    if (location.pathname !== path) history.pushState(null, "", path);
    const heading = document.querySelector("main h1");
    const said = document.querySelector(announced)?.textContent ?? "";
    return heading?.textContent === title && heading.checkVisibility() && (said === "" || said.startsWith(title));
  };
  try {
    await page.waitForFunction(isThere, [REST, REST_TITLE, ANNOUNCED] as const, POLLING);
  } catch (cause) {
    throw new Error(`The page did not reach ${REST}: ${await shownOn(page)}`, { cause });
  }
}

async function shownOn(page: Page): Promise<string> {
  const shown = await page.evaluate((announced) => {
    const headings = [...document.querySelectorAll("h1")].map((one) => [one.textContent, one.checkVisibility()]);
    return { title: document.title, headings, said: document.querySelector(announced)?.textContent };
  }, ANNOUNCED);
  return JSON.stringify({ url: page.url(), ...shown });
}

/** Starts toward the resting page. */
async function leave(page: Page): Promise<void> {
  await page.waitForFunction(() => document.getElementById("main") !== null, undefined, POLLING);
  if (new URL(page.url()).pathname !== REST) await page.evaluate((to) => history.pushState(null, "", to), REST);
}

/** Navigates, and waits until the new route has replaced the content and taken the focus. */
async function go(page: Page, path: string): Promise<void> {
  const before = await page.evaluateHandle(
    ([to, announced]) => {
      const content = document.getElementById("main")?.firstElementChild;
      const said = document.querySelector(announced)?.textContent;
      history.pushState(null, "", to);
      return { content, said, announced };
    },
    [path, ANNOUNCED] as const,
  );
  const isReplaced = ({ content, said, announced }: Awaited<ReturnType<typeof before.jsonValue>>) =>
    !(content?.isConnected && content.checkVisibility()) && document.querySelector(announced)?.textContent !== said;
  try {
    await page.waitForFunction(isReplaced, before, POLLING);
  } catch (cause) {
    throw new Error(`The page did not show ${path}: ${await shownOn(page)}`, { cause });
  }
}

/** Makes the app refetch the session, if it has changed without the app's knowledge, and waits until the app knows. */
async function syncSession(stage: Stage): Promise<void> {
  const session = await sessionOf(stage.page);
  if (session === stage.known) return;
  stage.known = session;
  const change = [HINT, session !== undefined] as const;
  // The app keeps the hint for a member and removes it for a visitor, so the opposite shows when it has changed its mind.
  await stage.page.evaluate(([hint, isMember]) => {
    if (isMember) localStorage.removeItem(hint);
    else localStorage.setItem(hint, "1");
    dispatchEvent(new StorageEvent("storage", { key: hint }));
  }, change);
  await stage.page.waitForFunction(
    ([hint, isMember]) => (localStorage.getItem(hint) !== null) === isMember,
    change,
    POLLING,
  );
}

async function sessionOf(page: Page): Promise<string | undefined> {
  const cookies = await page.context().cookies();
  return cookies.find(({ name }) => /session/i.test(name))?.value;
}

// Which tests a change in a feature affects, by the names of features and test files.
import { join, relative } from "node:path";
import { filesBelow } from "./stamp.mjs";
import { ROOT } from "./toolchain.mjs";

/**
 * @typedef {object} Room
 * @property {string} name
 * @property {readonly string[]} sources names of folders, or prefixes of file names, that belong to it
 * @property {readonly string[]} server name prefixes of tests in apps/server/src/tests
 * @property {readonly string[]} browser name prefixes of browser tests
 */

/** @type {readonly Room[]} */
export const ROOMS = [
  {
    name: "identity",
    sources: [
      ...["accounts", "auth", "password-check", "session", "sessions", "settings", "reserved", "secrets", "mail"],
      ...[
        "device",
        "security-headers",
        "client-errors",
        "factors",
        "second-factor",
        "logins",
        "openid",
        "ways-in",
        "proofs",
        "vault",
        "security",
        "security-holds",
        "email-change",
        "recovery",
        "closing",
        "close-accounts",
        "leaving",
      ],
    ],
    server: [
      ...[
        "account",
        "attacks",
        "claims",
        "sign-in",
        "signup",
        "sessions",
        "passwords",
        "suspended",
        "reserved",
        "mail",
        "unsubscribe",
        "origin",
      ],
      ...[
        "browser-sign-in",
        "security-headers",
        "security.events",
        "security-log",
        "security-txt",
        "security.freeze",
        "security.guesses",
        "recovery",
        "security.staff-freeze",
        "client-errors",
        "email-verification",
        "email-change",
        "second-factor",
        "step-up",
        "passkeys",
        "ways-in",
        "openid",
        "proof-of-work",
      ],
    ],
    browser: [
      "accounts",
      "password-link",
      "people.settings",
      "email-verification",
      "second-factor",
      "ways-in",
      "openid",
      "freeze",
      "closing",
      "newcomer",
    ],
  },
  {
    name: "people",
    sources: [
      "profile",
      "users",
      "members",
      "mentions",
      "integrity",
      "reputation",
      "established",
      "socials",
      "trust",
      "welcome",
      "language",
    ],
    server: [
      "people",
      "languages",
      "profile",
      "integrity",
      "reputation",
      "established",
      "account",
      "suspended",
      "trust",
      "welcome",
      "spending",
    ],
    browser: ["people", "newcomer"],
  },
  {
    name: "notifications",
    sources: ["notifications", "live", "signals"],
    server: ["notifications", "gone", "chat.live", "redis.signals"],
    browser: ["notifications"],
  },
  {
    name: "uploads",
    sources: ["uploads", "storage", "media", "editor"],
    server: ["uploads"],
    browser: ["editor", "recording", "drafts"],
  },
  {
    name: "posts",
    sources: [
      "posts",
      "post",
      "tags",
      "tag-limits",
      "tag-proposals",
      "revisions",
      "history",
      "languages",
      "related",
      "parts",
      "rendering",
      "markdown",
    ],
    server: [
      "posts",
      "rendered-texts",
      "history",
      "related",
      "accept",
      "atomic",
      "statements",
      "bounty",
      "refunds.request",
      "moderation.close",
      "tag-proposals",
    ],
    browser: ["post", "ask", "drafts", "editor", "history", "journey", "thread", "tags"],
  },
  {
    name: "feed",
    sources: ["search", "feed", "bookmarks", "landing", "stats"],
    server: ["feed", "stats", "search", "related", "export", "bookmarks", "statements", "posts.create", "posts.edit"],
    browser: ["feed", "bookmarks", "landing", "palette"],
  },
  {
    name: "html",
    sources: ["html", "sitemap", "head"],
    server: ["html", "feeds", "sitemap", "pages.limits"],
    browser: ["html"],
  },
  {
    name: "answers",
    sources: ["answers", "comments", "votes", "outbox", "offline"],
    server: ["answers", "accept", "comments", "votes", "at-once", "atomic", "bounty", "statements", "reputation"],
    browser: ["thread", "comments", "votes", "post", "offline-and-print"],
  },
  {
    name: "money",
    sources: [
      "wallet",
      "deposits",
      "credit-approvals",
      "hot-wallet",
      "cold-wallet",
      "wallet-keys",
      "allow-list",
      "withdrawals",
      "chain",
      "reserves",
      "solana",
      "transactions",
      "amounts",
      "reserve-audit",
      "statement",
      "money",
      "jobs",
      "signer",
    ],
    server: [
      "wallet",
      "allow-list",
      "signer",
      "price",
      "money",
      "statement",
      "operations",
      "admin.jobs",
      "jobs",
      "roles",
      "pooler",
      "replicas",
    ],
    browser: ["wallet", "statement"],
  },
  {
    name: "backup",
    sources: ["backup", "backups", "bucket"],
    server: ["backup", "money.restore", "uploads"],
    browser: [],
  },
  {
    name: "transparency",
    sources: ["transparency", "verify", "checkpoint", "log-line"],
    server: ["transparency", "governance.audit"],
    browser: ["transparency"],
  },
  {
    name: "governance",
    sources: ["governance", "staking", "rewards", "stake"],
    server: ["governance", "parameters"],
    browser: ["governance"],
  },
  {
    name: "proposals",
    sources: ["proposals", "parameters"],
    server: ["proposals", "parameters"],
    browser: ["governance"],
  },
  {
    name: "refunds",
    sources: ["refunds", "settlement", "settle"],
    server: ["refunds", "settlement", "bounty", "established", "ties", "posts.bounty", "accept", "jobs"],
    browser: ["refunds"],
  },
  {
    name: "moderation",
    sources: [
      "moderation",
      "shared-access",
      "reviews",
      "review-queue",
      "flags",
      "admin",
      "counters",
      "audit-log",
      "demo",
    ],
    server: ["moderation", "shared-access", "reviews", "admin", "suspended", "start.demo"],
    browser: ["moderation", "reviews", "flags", "admin"],
  },
  {
    name: "chat",
    sources: ["chat", "gifs"],
    server: ["chat", "gifs"],
    browser: ["chat"],
  },
  {
    name: "setup",
    sources: ["brand", "branding", "setup"],
    server: ["brand", "setup", "admin"],
    browser: ["admin", "setup"],
  },
  {
    name: "docs",
    sources: ["docs", "documents"],
    server: ["docs"],
    browser: ["docs", "reference"],
  },
  {
    name: "calls",
    sources: ["contract", "http", "errors", "failure", "idempotency", "clean", "limits", "trpc", "client", "openapi"],
    server: [
      "contract/",
      "hostile",
      "bodies",
      "declared",
      "failures",
      "limits",
      "redis.limits",
      "features.off",
      "members.allowed",
      "origin",
      "sentences",
      "gone",
      "atomic",
    ],
    browser: ["reference"],
  },
  {
    name: "shell",
    sources: ["shell", "shortcuts", "palette", "routes", "styles", "locale", "app", "library"],
    server: [],
    browser: ["shell", "shortcuts", "palette", "routes", "basics", "offline-and-print", "texts", "locale", "budget"],
  },
];

const SERVER_TESTS = "apps/server/src/tests/";
const BROWSER_TESTS = "tooling/e2e/src/";

/** The folder of a domain, which also contains features of other rooms. */
const DOMAIN = /^((?:packages\/api|packages\/contract|apps\/web)\/src\/)[\w-]+\//;

/** Code that everything depends on, whatever its name. */
const FOUNDATIONS = [
  /^packages\/(ledger|db)\/src\/(?!.*\.test\.ts$)/,
  /^packages\/(api|contract)\/src\/(platform\/|[\w-]+\.ts$)(?!.*test\.ts$)/,
  /^apps\/web\/src\/(lib|components)\/(?!.*\.test\.tsx?$)/,
  /^apps\/web\/index\.html$/,
  /^tooling\/e2e\/(src\/.*support\.ts|playwright\.config\.ts)$/,
  /^(package\.json|pnpm-lock\.yaml|pnpm-workspace\.yaml|vitest\.config\.ts|tooling\/tsconfig\/.*)$/,
  /^(apps|packages|tooling)\/[^/]+\/(package\.json|tsconfig\.json|vite\.config\.ts)$/,
];

/** The rooms that a path belongs to, by its folders and the start of its name. @param {string} path @returns {Room[]} */
export function roomsOf(path) {
  const parts = path.replace(DOMAIN, "$1").split("/");
  const words = [...parts.slice(0, -1), parts.at(-1)?.split(".")[0] ?? ""].map((word) => word.toLowerCase());
  return ROOMS.filter(({ sources }) => sources.some((source) => words.includes(source)));
}

/** What a migration defines is tested where it is used first. */
const MIGRATIONS = /^packages\/db\/src\/migrations\//;
const TESTS_OF_MIGRATIONS = /^packages\/(ledger|db)\//;

/**
 * Tests that a change affects: changed tests, unit tests next to changed files, and the tests of its rooms, in this order.
 * @param {readonly string[]} changed paths @param {readonly string[]} tests paths of all tests
 * @returns {{ near: string[], vitest: string[], browser: string[], isEverything: boolean }} everything if a change belongs to no
 * room; `near` has those that the change affects more closely
 */
export function testsOf(changed, tests) {
  const sources = changed.filter((path) => /\.(tsx?|css|mjs)$/.test(path));
  const rooms = new Set(sources.flatMap((path) => (isTest(path) ? [] : roomsOf(path))));
  const isEverything = changed.some(
    (path) =>
      FOUNDATIONS.some((foundation) => foundation.test(path)) ||
      (sources.includes(path) && !isTest(path) && roomsOf(path).length === 0 && !hasOwnTests(path, tests)),
  );
  if (changed.some((path) => path.endsWith(".md"))) for (const room of ROOMS) if (room.name === "docs") rooms.add(room);
  const nearer = [
    (/** @type {string} */ test) => changed.includes(test),
    (/** @type {string} */ test) =>
      sources.some((path) => !path.startsWith(SERVER_TESTS) && !path.startsWith(BROWSER_TESTS) && beside(path, test)) ||
      (TESTS_OF_MIGRATIONS.test(test) && sources.some((path) => MIGRATIONS.test(path))),
    (/** @type {string} */ test) => [...rooms].some((room) => belongs(room, test)),
  ];
  const near = [...new Set(nearer.flatMap((isNear) => tests.filter((test) => isNear(test))))];
  const chosen = isEverything ? tests : near;
  return {
    near,
    vitest: chosen.filter((test) => !test.startsWith(BROWSER_TESTS)),
    browser: chosen.filter((test) => test.startsWith(BROWSER_TESTS)),
    isEverything,
  };
}

/** The paths of all tests. */
export function testFiles() {
  return ["apps", "packages", "tooling"]
    .flatMap((dir) => filesBelow(join(ROOT, dir)))
    .map((path) => relative(ROOT, path))
    .filter(isTest);
}

/** @param {string} path */
export const isTest = (path) => /\.(test|spec)\.tsx?$/.test(path);

/** @param {Room} room @param {string} test */
export function belongs({ server, browser, sources }, test) {
  const startsWithOne = (/** @type {string} */ folder, /** @type {readonly string[]} */ names) =>
    test.startsWith(folder) && names.some((name) => test.slice(folder.length).startsWith(name));
  if (test.startsWith(SERVER_TESTS)) return startsWithOne(SERVER_TESTS, server);
  if (test.startsWith(BROWSER_TESTS)) return startsWithOne(BROWSER_TESTS, browser);
  return (
    /^(packages|apps)\//.test(test) &&
    test
      .split("/")
      .slice(3, -1)
      .some((folder) => sources.includes(folder))
  );
}

/** In the same folder, or below it. @param {string} path @param {string} test */
function beside(path, test) {
  const folder = path.slice(0, path.lastIndexOf("/") + 1);
  return test.startsWith(folder);
}

/**
 * Whether it belongs to a package that its own tests cover completely.
 * @param {string} path
 * @param {readonly string[]} tests
 */
function hasOwnTests(path, tests) {
  return (
    /^(tooling|apps\/cli|packages\/(docs|client|local-chain))\//.test(path) && tests.some((test) => beside(path, test))
  );
}

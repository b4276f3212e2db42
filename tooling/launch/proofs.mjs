// The proofs: what is too slow or too random for the gate. `npm run test:all` runs them and records each run.
import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { changedSince } from "./changes.mjs";
import { clock } from "./minutes.mjs";
import { belongs, isTest, ROOMS, testFiles } from "./rooms.mjs";
import { ROOT } from "./toolchain.mjs";

/**
 * @typedef {object} Proof
 * @property {string} name as in `npm run test:all -- crash`
 * @property {readonly string[]} files how the paths of its tests begin after their folder
 * @property {readonly RegExp[]} rooms paths that it covers: once one of them has changed, it is due
 */

const MONEY_PACKAGES = ["packages/ledger/", "packages/chain/", "packages/local-chain/", "packages/signer/"];
const MONEY = [
  /^packages\/(ledger|chain|local-chain|signer)\//,
  /^packages\/api\/src\/(governance\/rewards|platform\/context)\//,
  /^packages\/db\/src\/migrations\//,
  /^packages\/api\/src\/(money|platform\/transactions)\//,
  /^packages\/api\/src\/people\/accounts\//,
  /^apps\/server\/src\/(jobs|tests\/(money|seeds))/,
];

/** @type {readonly Proof[]} */
export const PROOFS = [
  { name: "crash", files: ["money.crash", "money.embedded", "governance.rewards.crash"], rooms: MONEY },
  { name: "restore", files: ["money.restore"], rooms: [...MONEY, /^packages\/(backup|bucket)\//, /\/backups\//] },
  {
    name: "processes",
    files: ["money.processes", "tests/roles", "tests/pooler"],
    rooms: [...MONEY, /^packages\/db\//],
  },
  { name: "seeds", files: ["money.seeds"], rooms: MONEY },
  { name: "model", files: ["money.model"], rooms: [...MONEY, /\/(governance|posts|moderation)\//] },
  {
    name: "races",
    files: ["refunds.races", "at-once"],
    rooms: [/\/(refunds|settlement|posts|answers|moderation)\//, /^packages\/ledger\//],
  },
  { name: "hostile", files: ["hostile"], rooms: [/^packages\/contract\//, /^apps\/server\/src\/http\//] },
  {
    name: "contract",
    files: ["contract/contract", "contract/published"],
    rooms: [/^packages\/contract\//, /\.router\.ts$/, /^apps\/server\/src\/(http|tests\/contract)\//],
  },
  { name: "import", files: ["import/resume"], rooms: [/^apps\/cli\/src\/import\//] },
  {
    name: "backup",
    files: ["backup/src/backup", "backup/src/restore", "cli/src/backup", "backup.archiver"],
    rooms: [/^packages\/(backup|bucket)\//, /\/backups\//],
  },
  { name: "docs", files: ["pdf/pdf", "docs.examples"], rooms: [/^packages\/docs\//] },
  { name: "bench", files: ["bench/src"], rooms: [/^tooling\/bench\//] },
  {
    name: "ledger",
    files: ["tests/wallet.", "tests/transparency.", "cli/src/money", ...MONEY_PACKAGES],
    rooms: MONEY,
  },
  { name: "database", files: ["packages/db/src"], rooms: [/^packages\/db\//] },
  {
    name: "server",
    files: ["apps/server/src/tests", "packages/api/src", "cli/src/program", "cli/src/documented", "tooling/texts"],
    rooms: [/^packages\/api\//, /^apps\/server\//, /^tooling\/texts\//],
  },
  { name: "simulate", files: ["simulate/src"], rooms: [/^tooling\/simulate\//, /\/governance\//] },
  { name: "browser", files: ["tooling/e2e", "apps/web/src"], rooms: [/^apps\/web\//, /^tooling\/e2e\//] },
];

/** @typedef {{ vitest?: readonly string[], browser?: readonly string[] }} Selection paths; empty for all; missing for none */

/**
 * The tests of proofs and features, by name.
 * @param {readonly string[]} names none for everything
 * @returns {Selection | string} a sentence if one of them is unknown
 */
export function select(names) {
  if (names.length === 0) return { vitest: [], browser: [] };
  const known = [...PROOFS, ...ROOMS];
  const unknown = names.find((name) => known.every((one) => one.name !== name));
  if (unknown) return `There is no proof or feature "${unknown}". Known: ${known.map(({ name }) => name).join(", ")}`;
  const chosen = testFiles().filter(
    (file) =>
      PROOFS.some((proof) => names.includes(proof.name) && isOf(proof, file)) ||
      ROOMS.some((room) => names.includes(room.name) && belongs(room, file)),
  );
  const isBrowserTest = (/** @type {string} */ file) => file.startsWith("tooling/e2e/");
  const [vitest, browser] = [chosen.filter((file) => !isBrowserTest(file)), chosen.filter(isBrowserTest)];
  return { ...(vitest.length > 0 && { vitest }), ...(browser.length > 0 && { browser }) };
}

const RECORD = join(ROOT, "docs", "PROOFS.md");

/**
 * @typedef {object} Run
 * @property {string} commit
 * @property {readonly string[]} names of proofs or features; "all" if everything ran
 * @property {boolean} passed
 */

/** The runs in the table of docs/PROOFS.md, oldest first. @param {string} text @returns {Run[]} */
export function runsIn(text) {
  return [...text.matchAll(/^\| \d{4}-\d\d-\d\d \| (\w+) \| ([^|]+) \| [^|]+ \| (\d+) failed/gm)].map(
    ([, commit = "", names = "", failed]) => ({ commit, names: names.trim().split(", "), passed: failed === "0" }),
  );
}

/**
 * The names of proofs whose code has changed since they last passed.
 * @param {readonly Run[]} runs oldest first @param {(commit: string) => readonly string[] | undefined} changed paths that differ
 * from a commit; undefined if there is no such commit
 */
export function due(runs, changed) {
  return PROOFS.filter((proof) => {
    const last = runs.findLast(({ names, passed }) => passed && (names.includes("all") || names.includes(proof.name)));
    const paths = last && changed(last.commit);
    return !paths || paths.some((path) => covers(proof, path));
  }).map(({ name }) => name);
}

/** Names what is due in this checkout, as a line to print; empty if nothing is. */
export function dueHere() {
  /** @type {Map<string, readonly string[] | undefined>} */
  const known = new Map();
  const names = due(runsIn(readFileSync(RECORD, "utf8")), (commit) => {
    if (!known.has(commit)) known.set(commit, changesFrom(commit));
    return known.get(commit);
  });
  return names.length > 0
    ? `Proofs due, because they have not passed since their code changed (npm run test:all): ${names.join(", ")}\n`
    : "";
}

/**
 * Adds a line to docs/PROOFS.md.
 * @param {{ commit: string, names: readonly string[], ms: number, seed: string, counts: import("./counts.mjs").Counts }} run
 */
export function record({ commit, names, ms, seed, counts: { passed, failed } }) {
  const day = new Date().toISOString().slice(0, 10);
  const cells = [
    day,
    commit.slice(0, 8),
    names.join(", "),
    clock(ms / 1000),
    `${failed} failed, ${passed} passed`,
    seed,
  ];
  appendFileSync(RECORD, `| ${cells.join(" | ")} |\n`);
}

/** @param {string} commit */
function changesFrom(commit) {
  try {
    return changedSince(commit);
  } catch {
    return undefined;
  }
}

/** @param {Proof} proof @param {string} path */
function covers(proof, path) {
  return proof.rooms.some((room) => room.test(path)) || (isTest(path) && isOf(proof, path));
}

/** @param {Proof} proof @param {string} path of a test */
function isOf({ files }, path) {
  return files.some((file) => path.startsWith(file) || path.includes(`/${file}`));
}

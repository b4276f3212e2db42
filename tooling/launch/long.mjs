// npm run test:long [NAME…] [--due] [--list]: the proofs that take minutes, in their long form. With --due, those that CI has
// to run.
import { join } from "node:path";
import { changedSince, commits, mergeBase } from "./changes.mjs";
import { run } from "./children.mjs";
import { giveUp, heading } from "./progress.mjs";
import { due, PROOFS } from "./proofs.mjs";
import { ensureInstalled, ROOT, toolEnv } from "./toolchain.mjs";

/** No proof begins later in CI, which has to end. */
const MINUTES = Number(process.env.BBUX_DUE_MINUTES ?? 15);

const names = process.argv.slice(2).filter((name) => !name.startsWith("--"));
const isDue = process.argv.includes("--due");
const known = PROOFS.map(({ name }) => name);
for (const name of names) if (!known.includes(name)) giveUp(`There is no proof "${name}". Known: ${known.join(", ")}`);

await ensureInstalled();
const base = mergeBase();
const all = isDue ? due(base ? changedSince(base) : [], commits()) : PROOFS.map((proof) => ({ proof, form: "on" }));
const played = all.filter(({ proof }) => names.length === 0 || names.includes(proof.name));
if (process.argv.includes("--list")) {
  for (const { proof, form } of played) process.stdout.write(`${proof.name} (${form === "on" ? "long" : form})\n`);
  process.exit(0);
}
// When CI runs a long proof, it has minutes for it, not an hour.
const bounds = isDue ? { BBUX_KILLS: "10", BBUX_SECONDS: "120", BBUX_SEEDS: "1000", BBUX_ROUNDS: "3" } : {};
const until = isDue ? Date.now() + MINUTES * 60_000 : Number.POSITIVE_INFINITY;

let worst = 0;
/** @type {string[]} */
const left = [];
for (const { proof, form } of played) {
  const name = `${proof.name} (${form === "on" ? "long" : form})`;
  if (Date.now() > until) {
    left.push(name);
    continue;
  }
  heading(name);
  const env = { ...toolEnv(), ...(form === "on" ? bounds : {}), BBUX_LONG: form };
  const { code } = await run(
    join(ROOT, "node_modules", ".bin", "vitest"),
    ["run", "--reporter=verbose", ...proof.files],
    {
      cwd: ROOT,
      env,
    },
  );
  worst = Math.max(worst, code);
}
if (left.length > 0) process.stdout.write(`\nNot begun within ${MINUTES} minutes: ${left.join(", ")}.\n`);
process.exit(worst);

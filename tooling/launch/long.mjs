// npm run test:long [NAME…] [--due] [--list]: the proofs that take minutes, in their long form. With --due, those that CI has
// to run.
import { join } from "node:path";
import { changedSince, commits, mergeBase } from "./changes.mjs";
import { run } from "./children.mjs";
import { giveUp, heading } from "./progress.mjs";
import { due, PROOFS } from "./proofs.mjs";
import { ensureInstalled, ROOT, toolEnv } from "./toolchain.mjs";

const names = process.argv.slice(2).filter((name) => !name.startsWith("--"));
const isDue = process.argv.includes("--due");
const known = PROOFS.map(({ name }) => name);
for (const name of names) if (!known.includes(name)) giveUp(`There is no proof "${name}". Known: ${known.join(", ")}`);

await ensureInstalled();
const base = mergeBase();
const played = due(isDue && base ? changedSince(base) : [], commits())
  .filter(({ proof }) => names.length === 0 || names.includes(proof.name))
  .map(({ proof, form }) => ({ proof, form: isDue ? form : "on" }));
if (process.argv.includes("--list")) {
  for (const { proof, form } of played) process.stdout.write(`${proof.name} (${form === "on" ? "long" : form})\n`);
  process.exit(0);
}
// When CI runs a long proof, it has minutes for it, not an hour.
const bounds = isDue ? { BBUX_KILLS: "20", BBUX_SECONDS: "120" } : {};

let worst = 0;
for (const form of new Set(played.map((one) => one.form))) {
  const proofs = played.filter((one) => one.form === form).map(({ proof }) => proof);
  heading(`${proofs.map(({ name }) => name).join(", ")} (${form === "on" ? "long" : form})`);
  const files = proofs.flatMap((proof) => proof.files);
  const env = { ...toolEnv(), ...(form === "on" ? bounds : {}), BBUX_LONG: form };
  const { code } = await run(join(ROOT, "node_modules", ".bin", "vitest"), ["run", "--reporter=verbose", ...files], {
    cwd: ROOT,
    env,
  });
  worst = Math.max(worst, code);
}
process.exit(worst);

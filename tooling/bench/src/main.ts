// npm run bench: our server against a bare one, or with --size against itself in a large community, in one run on one
// machine. It reports; it never fails on time.
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, cpus, loadavg, tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import { migrate } from "@bbux/db";
import { startEmbedded } from "@bbux/db/embedded";
import { scenarios } from "./calls.ts";
import { compare } from "./compare.ts";
import { assertSameFacts } from "./facts.ts";
import { runSized } from "./large/run.ts";
import { startGenerator } from "./load.ts";
import { type BenchOptions, readOptions, readSized, USAGE } from "./options.ts";
import { timePages } from "./pages.ts";
import { printComparison, printPages, printStorm } from "./report.ts";
import { seed } from "./seed.ts";
import { startBare, startOurs } from "./servers.ts";
import { signInStorm } from "./storm.ts";

const undo: (() => unknown)[] = [];
const say = (line = "") => console.log(line);
const thousands = new Intl.NumberFormat("en").format;

async function main(options: BenchOptions): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), "bbux-bench-"));
  // The database's user must get through to its own directory.
  chmodSync(dir, 0o711);
  undo.push(() => rmSync(dir, { recursive: true, force: true }));

  const [cpu] = cpus();
  const gib = Math.round(totalmem() / 2 ** 30);
  say(`${availableParallelism()} cores (${cpu?.model}), ${gib} GiB, Node ${process.version}`);
  say(`Load of the machine before the run: ${loadavg()[0]?.toFixed(2)} (anything above 0.3 is somebody else)`);

  const postgres = await startEmbedded({ dataDir: dir });
  undo.push(() => postgres.stop());
  await migrate(postgres.url);
  const started = performance.now();
  const seeded = await seed(postgres.url, options.posts);
  const { posts, members, answers, comments, bytes } = seeded;
  say(
    `Seeded in ${((performance.now() - started) / 1000).toFixed(0)} s: ${thousands(members)} members, ${thousands(posts)} posts, ` +
      `${thousands(answers)} answers, ${thousands(comments)} comments, ${Math.round(bytes / 2 ** 20)} MiB`,
  );

  const ours = await startOurs(postgres.url, dir);
  undo.push(() => ours.stop());
  const bare = await startBare(postgres.url, dir);
  undo.push(() => bare.stop());
  const generator = await startGenerator();
  undo.push(() => generator.stop());

  const loads = scenarios(seeded);
  await assertSameFacts(loads, ours.url, bare.url);
  say("Both servers, and both faces of ours, give the same facts.");

  const { connections, seconds, rounds } = options;
  say(
    `\n${connections} connections, ${seconds} s for each server and call in ${rounds} alternating rounds, after a warm-up\n`,
  );
  for (const load of loads) printComparison(load.name, await compare(load, { ours, bare }, generator, options), say);

  say("\nSingle requests to our server, one at a time:\n");
  printPages(await timePages(ours.url, seeded), say);

  const call = loads[0]?.facesOf(0)[0]?.rest;
  if (options.storm > 0 && call) {
    const storm = await signInStorm({
      url: ours.url,
      databaseUrl: postgres.url,
      generator,
      call,
      signIns: options.storm,
    });
    printStorm(storm, say);
  }
}

async function end(): Promise<void> {
  for (const step of undo.splice(0).reverse()) await step();
}

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => void end().finally(() => process.exit(1)));
}

try {
  const args = process.argv.slice(2);
  const sized = readSized(args);
  if (sized) await runSized(sized, undo, say);
  else await main(readOptions(args));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  console.error(`\n${USAGE}`);
  process.exitCode = 1;
} finally {
  await end();
}

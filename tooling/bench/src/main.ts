// npm run bench: our server against a bare one, or with --size against itself in a large community, in one run on one
// machine. It reports; it never fails on time.
import { availableParallelism, cpus, loadavg, totalmem } from "node:os";
import { scenarios } from "./calls.ts";
import { compare } from "./compare.ts";
import { assertSameFacts } from "./facts.ts";
import { runSized } from "./large/run.ts";
import { startGenerator } from "./load.ts";
import { type BenchOptions, readOptions, readSized, USAGE } from "./options.ts";
import { timePages } from "./pages.ts";
import { printComparison, printPages, printStorm } from "./report.ts";
import { runScript, scratchDatabase, type Undo } from "./script.ts";
import { seed } from "./seed.ts";
import { startBare, startOurs } from "./servers.ts";
import { signInStorm } from "./storm.ts";

const say = (line = "") => console.log(line);
const thousands = new Intl.NumberFormat("en").format;

async function main(options: BenchOptions, undo: Undo): Promise<void> {
  const [cpu] = cpus();
  const gib = Math.round(totalmem() / 2 ** 30);
  say(`${availableParallelism()} cores (${cpu?.model}), ${gib} GiB, Node ${process.version}`);
  say(`Load of the machine before the run: ${loadavg()[0]?.toFixed(2)} (anything above 0.3 is somebody else)`);

  const { dir, url: databaseUrl } = await scratchDatabase("bench", undo);
  const started = performance.now();
  const seeded = await seed(databaseUrl, options.posts);
  const { posts, members, answers, comments, bytes } = seeded;
  say(
    `Seeded in ${((performance.now() - started) / 1000).toFixed(0)} s: ${thousands(members)} members, ${thousands(posts)} posts, ` +
      `${thousands(answers)} answers, ${thousands(comments)} comments, ${Math.round(bytes / 2 ** 20)} MiB`,
  );

  const ours = await startOurs(databaseUrl, dir);
  undo.push(() => ours.stop());
  const bare = await startBare(databaseUrl, dir);
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
      databaseUrl,
      generator,
      call,
      signIns: options.storm,
    });
    printStorm(storm, say);
  }
}

await runScript(async (undo) => {
  const args = process.argv.slice(2);
  const sized = readSized(args);
  if (sized) await runSized(sized, undo, say);
  else await main(readOptions(args), undo);
}, USAGE);

import { scenarios } from "./calls.ts";
import { compare } from "./compare.ts";
import { assertSameFacts } from "./facts.ts";
import { startGenerator } from "./load.ts";
import type { BenchOptions, Pace } from "./options.ts";
import { timePages } from "./pages.ts";
import { printComparison, printPages, printStorm } from "./report.ts";
import type { Undo } from "./script.ts";
import { seed } from "./seed.ts";
import { type ServerProcess, startBare } from "./servers.ts";
import { signInStorm } from "./storm.ts";

const thousands = new Intl.NumberFormat("en").format;

/**
 * Our server against a bare one, over the same rows.
 * @param place an empty, migrated database, a folder for logs, and how our server is started on them
 * @param undo collects what must be stopped at the end
 * @throws AssertionError when they return different facts, because a faster server that returns less isn't comparable
 */
export async function benchServers(
  place: { databaseUrl: string; dir: string; startOurs: () => Promise<ServerProcess> },
  options: BenchOptions & Pace,
  undo: Undo,
  say: (line?: string) => void,
): Promise<void> {
  const { databaseUrl, dir } = place;
  const started = performance.now();
  const seeded = await seed(databaseUrl, options.posts);
  const { posts, members, answers, comments, bytes } = seeded;
  say(
    `Seeded in ${((performance.now() - started) / 1000).toFixed(0)} s: ${thousands(members)} members, ${thousands(posts)} posts, ` +
      `${thousands(answers)} answers, ${thousands(comments)} comments, ${Math.round(bytes / 2 ** 20)} MiB`,
  );

  const ours = await place.startOurs();
  undo.push(() => ours.stop());
  const bare = await startBare(databaseUrl, dir);
  undo.push(() => bare.stop());
  const generator = await startGenerator();
  undo.push(() => generator.stop());

  const loads = scenarios(seeded);
  await assertSameFacts(loads, ours.url, bare.url);
  say("Both servers, REST and tRPC return the same facts.");

  const { connections, seconds, rounds } = options;
  say(
    `\n${connections} connections, ${seconds} s for each server and call in ${rounds} alternating rounds, after a warm-up\n`,
  );
  for (const load of loads) printComparison(load.name, await compare(load, { ours, bare }, generator, options), say);

  say("\nSingle requests to our server, one at a time:\n");
  printPages(await timePages(ours.url, seeded, options.pageRepeats), say);

  const call = loads[0]?.facesOf(0)[0]?.rest;
  if (options.storm > 0 && call) {
    const { storm: signIns, stormSeconds } = options;
    const target = { url: ours.url, databaseUrl, generator, call };
    printStorm(await signInStorm({ ...target, signIns, seconds: stormSeconds }), say);
  }
}

// npm run bench: our server against a bare one, or with --size against itself in a large community, in one run on one
// machine. It reports; it never fails because of a time.
import { availableParallelism, cpus, loadavg, totalmem } from "node:os";
import { runSized } from "./large/run.ts";
import { type BenchOptions, FULL_PACE, readOptions, readSized, USAGE } from "./options.ts";
import { runScript, scratchDatabase, type Undo } from "./script.ts";
import { benchServers } from "./servers.run.ts";
import { startOurs } from "./servers.ts";

const say = (line = "") => console.log(line);

async function main(options: BenchOptions, undo: Undo): Promise<void> {
  const [cpu] = cpus();
  const gib = Math.round(totalmem() / 2 ** 30);
  say(`${availableParallelism()} cores (${cpu?.model}), ${gib} GiB, Node ${process.version}`);
  say(`Machine load before the run: ${loadavg()[0]?.toFixed(2)} (anything above 0.3 is other work)`);

  const { dir, url: databaseUrl } = await scratchDatabase("bench", undo);
  const place = { databaseUrl, dir, startOurs: () => startOurs(databaseUrl, dir) };
  await benchServers(place, { ...options, ...FULL_PACE }, undo, say);
}

await runScript(async (undo) => {
  const args = process.argv.slice(2);
  const sized = readSized(args);
  if (sized) await runSized(sized, undo, say);
  else await main(readOptions(args), undo);
}, USAGE);

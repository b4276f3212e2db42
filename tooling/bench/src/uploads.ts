// npm run bench:uploads: twenty uploads of 100 MB at once, and what the server's memory does meanwhile.
import { availableParallelism, cpus, loadavg } from "node:os";
import { runScript, scratchDatabase, type Undo } from "./script.ts";
import { startOurs } from "./servers.ts";
import { signUp, uploadAtOnce } from "./uploads.load.ts";

const UPLOADS = 20;
const ROUNDS = 2;
const mib = (bytes: number) => `${Math.round(bytes / 2 ** 20)} MiB`;
const ms = (values: readonly number[], share: number) => {
  const sorted = [...values].sort((a, b) => a - b);
  return `${(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(0)} ms`;
};

async function main(undo: Undo): Promise<void> {
  const { dir, url: databaseUrl } = await scratchDatabase("uploads", undo);
  const server = await startOurs(databaseUrl, dir);
  undo.push(() => server.stop());

  console.log(
    `${availableParallelism()} cores (${cpus()[0]?.model}), Node ${process.version}, load ${loadavg()[0]?.toFixed(2)}`,
  );
  const headers = await signUp(server.url);
  for (let round = 1; round <= ROUNDS; round++) {
    const load = await uploadAtOnce(server, headers, { uploads: UPLOADS, mebibytes: 100 });
    const { before, peak, seconds, times, pages } = load;
    console.log(
      `Round ${round}: ${UPLOADS} uploads of 100 MiB at once in ${seconds.toFixed(1)} s (${mib((UPLOADS * 100 * 2 ** 20) / seconds)}/s)`,
    );
    console.log(
      `  first after ${ms(times, 0)}, last after ${ms(times, 1)}; a feed page meanwhile p50 ${ms(pages, 0.5)}, p99 ${ms(pages, 0.99)}`,
    );
    console.log(`  resident memory of the server ${mib(before)} before, ${mib(peak)} at most`);
  }
}

await runScript(main);

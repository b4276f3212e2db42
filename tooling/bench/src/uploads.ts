// npm run bench:uploads: the server's memory during twenty concurrent uploads of 100 MB.
import { availableParallelism, cpus, loadavg } from "node:os";
import { runScript, scratchDatabase, type Undo } from "./script.ts";
import { type ServerProcess, startOurs } from "./servers.ts";
import { signUp, type UploadLoad, uploadAtOnce } from "./uploads.load.ts";

const mib = (bytes: number) => `${Math.round(bytes / 2 ** 20)} MiB`;
const ms = (values: readonly number[], share: number) => {
  const sorted = [...values].sort((a, b) => a - b);
  return `${(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(0)} ms`;
};

export interface UploadsBenchOptions {
  readonly uploads: number;
  /** Of each upload. */
  readonly mebibytes: number;
  readonly rounds: number;
}

/** @returns the result of each round */
export async function benchUploads(
  server: ServerProcess,
  { uploads, mebibytes, rounds }: UploadsBenchOptions,
  say: (line: string) => void,
): Promise<UploadLoad[]> {
  const members = [await signUp(server.url), await signUp(server.url)];
  const loads: UploadLoad[] = [];
  for (let round = 1; round <= rounds; round++) {
    const load = await uploadAtOnce(server, members, { uploads, mebibytes });
    const { before, peak, seconds, times, pages } = load;
    say(
      `Round ${round}: ${uploads} uploads of ${mebibytes} MiB in ${seconds.toFixed(1)} s (${mib((uploads * mebibytes * 2 ** 20) / seconds)}/s)`,
    );
    say(
      `  first after ${ms(times, 0)}, last after ${ms(times, 1)}; a feed page meanwhile p50 ${ms(pages, 0.5)}, p99 ${ms(pages, 0.99)}`,
    );
    say(`  resident memory of the server ${mib(before)} before, ${mib(peak)} at most`);
    loads.push(load);
  }
  return loads;
}

async function main(undo: Undo): Promise<void> {
  const { dir, url: databaseUrl } = await scratchDatabase("uploads", undo);
  const server = await startOurs(databaseUrl, dir);
  undo.push(() => server.stop());
  console.log(
    `${availableParallelism()} cores (${cpus()[0]?.model}), Node ${process.version}, load ${loadavg()[0]?.toFixed(2)}`,
  );
  await benchUploads(server, { uploads: 20, mebibytes: 100, rounds: 2 }, console.log);
}

if (import.meta.main) await runScript(main);

import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { migrate } from "@bbux/db";
import { type EmbeddedPostgres, startEmbedded } from "@bbux/db/embedded";
import type { Sized } from "../options.ts";
import type { Undo } from "../script.ts";
import { startOurs } from "../servers.ts";
import { bringUpToDate, build, prepare } from "./build.ts";
import { createFillingPool } from "./copy.ts";
import { type Measured, measure, type Side, type Times } from "./measure.ts";
import { explainEverything, type PagePlans, readPlans } from "./plans.ts";

const SMALL = 10_000;

interface Place {
  /** The directory of the data sets, existing or new. */
  readonly dir: string;
  readonly undo: Undo;
  readonly say: (line?: string) => void;
}

/**
 * npm run bench -- --size 1m: alternately measures the same pages in a community of 10,000 posts and in a large one, with the
 * plans of the large one. Both are databases of one server, filled unless they exist already.
 */
export async function runSized(options: Sized, undo: Undo, say: Place["say"]): Promise<void> {
  const place = { dir: choosePlace(options.keep, undo), undo, say };
  await fillWhatIsMissing(place, [SMALL, options.posts]);

  const postgres = await startEmbedded({ dataDir: place.dir });
  undo.push(() => postgres.stop());
  const urls = [SMALL, options.posts].map((posts) => databaseUrl(postgres, posts));
  for (const url of new Set(urls)) await bringUpToDate(url);
  const [small, large] = [
    await startSide(place, urls[0] ?? "", SMALL),
    await startSide(place, urls[1] ?? "", options.posts),
  ];
  say(`Machine load before measuring: ${loadavg()[0]?.toFixed(2)}\n`);
  printMeasured(await measure(small, large, options.only), options.posts, say);

  if (options.plans === undefined) return;
  const stop = await explainEverything(urls[1] ?? "");
  undo.push(stop);
  const explained = await startSide(place, urls[1] ?? "", options.posts);
  writeFileSync(
    resolve(options.plans),
    plansText(await readPlans(explained, postgres.home, options.only), options.posts),
  );
  say(`\nPlans: ${options.plans}`);
}

function choosePlace(keep: string | undefined, undo: Undo): string {
  const dir = keep === undefined ? mkdtempSync(join(tmpdir(), "bbux-bench-")) : resolve(keep);
  if (!existsSync(dir)) mkdirSync(dir, { recursive: true });
  // The database's user must be able to traverse to its own directory.
  chmodSync(dir, 0o711);
  if (keep === undefined) undo.push(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

const databaseName = (posts: number) => `bench_${posts}`;

function databaseUrl({ url }: EmbeddedPostgres, posts: number): string {
  const target = new URL(url);
  target.pathname = `/${databaseName(posts)}`;
  return target.href;
}

/** Fills databases that aren't complete, as marked by their comment. Filling doesn't wait for the disk. */
async function fillWhatIsMissing({ dir, undo, say }: Place, sizes: readonly number[]): Promise<void> {
  const postgres = await startEmbedded({ dataDir: dir, durable: false });
  const stop = () => postgres.stop();
  undo.push(stop);
  const pool = createFillingPool(postgres.url, 1);
  for (const posts of new Set(sizes)) {
    const name = databaseName(posts);
    const { rows } = await pool.query<{ done: string | null }>(
      "select shobj_description(oid, 'pg_database') as done from pg_database where datname = $1",
      [name],
    );
    if (rows[0]?.done === "filled") continue;
    if (rows[0]) await pool.query(`drop database ${name}`);
    await pool.query(`create database ${name}`);
    say(`Filling ${name}`);
    await migrate(databaseUrl(postgres, posts));
    await build(databaseUrl(postgres, posts), posts, say);
    await pool.query(`comment on database ${name} is 'filled'`);
  }
  await pool.end();
  await postgres.stop();
}

async function startSide({ dir, undo }: Place, url: string, posts: number): Promise<Side> {
  const built = await prepare(url, posts);
  const server = await startOurs(url, dir);
  undo.push(() => server.stop());
  return { url: server.url, built };
}

export function printMeasured(measured: readonly Measured[], posts: number, say: Place["say"]): void {
  const n = (value: number) => value.toFixed(1);
  say(`| p10 / p50 / p95 ms | 10 000 posts | ${grouped(posts)} posts | ratio p10 / p50 |`);
  say("|---|---|---|---|");
  const columns = ({ p10, p50, p95 }: Times) => [p10, p50, p95].map(n).join(" / ");
  for (const { name, small, large, ratio, failed } of measured) {
    const figures = `${columns(small)} | ${columns(large)} | ${ratio.p10.toFixed(2)} / ${ratio.p50.toFixed(2)}`;
    say(`| ${name} | ${failed === undefined ? figures : `answered ${failed} | | `} |`);
  }
}

const grouped = (value: number) => value.toLocaleString("en").replaceAll(",", " ");

export function plansText(pages: readonly PagePlans[], posts: number): string {
  const sections = pages.map(
    ({ name, plans }) => `## ${name}\n\n${plans.map((plan) => `\`\`\`\n${plan}\n\`\`\``).join("\n\n")}\n`,
  );
  return `# Plans at ${grouped(posts)} posts\n\n${sections.join("\n")}`;
}

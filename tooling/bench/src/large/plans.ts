import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createFillingPool } from "./copy.ts";
import { createAsk, requestOf, type Side } from "./measure.ts";
import { probesOf } from "./probes.ts";

/** By then PostgreSQL has chosen between custom and generic plans. */
const ASKED_BEFORE = 12;

/** The plans of a page's statements, as PostgreSQL ran them for the real server. */
export interface PagePlans {
  readonly name: string;
  readonly plans: readonly string[];
}

interface Node {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  "Subplan Name"?: string;
  "Actual Rows"?: number;
  "Actual Loops"?: number;
  "Shared Hit Blocks"?: number;
  "Shared Read Blocks"?: number;
  "Temp Written Blocks"?: number;
  "Rows Removed by Filter"?: number;
  "Heap Fetches"?: number;
  Plans?: Node[];
}

/** Makes PostgreSQL log the plan of every statement in this database; the returned function ends that. */
export async function explainEverything(url: string): Promise<() => Promise<void>> {
  const database = new URL(url).pathname.slice(1);
  const settings = {
    session_preload_libraries: "auto_explain",
    "auto_explain.log_min_duration": "0",
    "auto_explain.log_analyze": "on",
    "auto_explain.log_buffers": "on",
    "auto_explain.log_timing": "off",
    "auto_explain.log_format": "json",
    "auto_explain.log_parameter_max_length": "0",
  };
  const pool = createFillingPool(url, 1);
  for (const [name, value] of Object.entries(settings))
    await pool.query(`alter database ${database} set ${name} = '${value}'`);
  return async () => {
    for (const name of Object.keys(settings)) await pool.query(`alter database ${database} reset ${name}`);
    await pool.end();
  };
}

/**
 * Requests each page until its plan has settled, and reads the last one from PostgreSQL's log. Start the server of `side`
 * after {@link explainEverything}.
 * @param home the directory of PostgreSQL's log
 */
export async function readPlans(side: Side, home: string, only: RegExp): Promise<PagePlans[]> {
  const log = join(home, "postgres.log");
  const { ask, close } = createAsk();
  const pages: PagePlans[] = [];
  for (const probe of probesOf(side.built).filter(({ name }) => only.test(name))) {
    for (let n = 0; n < ASKED_BEFORE; n++) await ask(...requestOf(side, probe, n));
    const from = statSync(log).size;
    await ask(...requestOf(side, probe, ASKED_BEFORE));
    await sleep(50);
    const written = readFileSync(log).subarray(from).toString("utf8");
    pages.push({ name: probe.name, plans: plansIn(written) });
  }
  close();
  return pages;
}

/** Each entry of auto_explain: the duration, then the plan as JSON, whose lines after the first are indented by a tab. */
function plansIn(log: string): string[] {
  const entries = log.matchAll(/duration: ([\d.]+) ms {2}plan:\n((?:\t.*\n)+)/g);
  return [...entries].flatMap(([, ms = "", text = ""]) => {
    const plan = JSON.parse(text) as { "Query Text": string; Plan: Node };
    // The session lookup is the same everywhere, and jobs run alongside.
    if (/"?sessions"?|pgboss\./.test(plan["Query Text"])) return [];
    return [`${Number(ms).toFixed(1)} ms\n${lines(plan.Plan, 1).join("\n")}`];
  });
}

function lines(node: Node, depth: number): string[] {
  const loops = node["Actual Loops"] ?? 0;
  if (loops === 0) return [];
  const rows = node["Actual Rows"] ?? 0;
  const facts = [
    `rows ${Number.isInteger(rows) ? rows : rows.toFixed(1)}`,
    loops > 1 ? `loops ${loops}` : "",
    `buffers ${(node["Shared Hit Blocks"] ?? 0) + (node["Shared Read Blocks"] ?? 0)}`,
    node["Temp Written Blocks"] ? `temp ${node["Temp Written Blocks"]}` : "",
    node["Rows Removed by Filter"] ? `filtered ${node["Rows Removed by Filter"]}` : "",
    node["Heap Fetches"] ? `heap fetches ${node["Heap Fetches"]}` : "",
  ].filter(Boolean);
  const on = [node["Index Name"] ?? node["Relation Name"]].filter(Boolean).map((name) => ` ${name}`);
  const label = node["Subplan Name"] ? `${node["Subplan Name"]}: ` : "";
  return [
    `${"  ".repeat(depth)}${label}${node["Node Type"]}${on.join("")} (${facts.join(", ")})`,
    ...(node.Plans ?? []).flatMap((child) => lines(child, depth + 1)),
  ];
}

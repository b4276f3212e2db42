import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import type { Services } from "@bbux/api";
import { runScript, scratchDatabase, type Undo } from "@bbux/bench/script";
import { createGateway, createLocalSigner, createPlatformWallet } from "@bbux/chain";
import { connect } from "@bbux/db";
import { startTestChain } from "@bbux/local-chain/testing";
import { readEnv } from "@bbux/server/env";
import { createServices } from "@bbux/server/services";
import { createLocalSignals } from "@bbux/server/signals";
import { type Clock, settle } from "./attack.community.ts";
import { ATTACKED, type Attack, attack, attackTable, PLANS } from "./attacks.ts";
import { simulateOnChain } from "./chain-year.ts";
import { chart } from "./chart.ts";
import { createChance } from "./random.ts";
import { outcome, type Run, table } from "./report.ts";
import { SCENARIOS, type Scenario } from "./scenarios.ts";
import { SEED, simulate } from "./year.ts";

/*
 * npm run simulate [-- --days 365 --scenario low --out simulation.svg --restores 12 --seed 2026]: how treasury, reward rate, and supply
 * develop over a year of low, normal, and heavy use, and that rewards never exceed what was collected. Then, unless a scenario is named, how attacks on votes end. Then a year on the local
 * chain, in which the books are lost that many times and an earlier backup comes back; 0 leaves it out.
 */

/** How often the books are lost in a year, and of whom, unless it is said. */
const RESTORES = 12;
const ON_CHAIN = "normal";

/** Parses the arguments. @throws Error for an unknown one */
export function readOptions(args: readonly string[]) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      days: { type: "string" },
      scenario: { type: "string" },
      out: { type: "string" },
      restores: { type: "string" },
      seed: { type: "string" },
    },
  });
  const days = Number(values.days ?? 365);
  if (!Number.isInteger(days) || days < 1 || days > 3_650)
    throw new Error("--days must be a whole number from 1 to 3650");
  const scenarios: readonly Scenario[] = SCENARIOS.filter(({ name }) => name === (values.scenario ?? name));
  if (scenarios.length === 0)
    throw new Error(`--scenario must be one of ${SCENARIOS.map(({ name }) => name).join(", ")}`);
  const restores = Number(values.restores ?? Math.min(RESTORES, days - 1));
  if (!Number.isInteger(restores) || restores < 0 || restores >= days)
    throw new Error("--restores must be a whole number below --days");
  const seed = Number(values.seed ?? SEED);
  if (!Number.isInteger(seed)) throw new Error("--seed must be a whole number");
  return { days, scenarios, out: resolve(values.out ?? "simulation.svg"), restores, seed };
}

async function main(undo: Undo): Promise<void> {
  const { days, scenarios, out, restores, seed } = readOptions(process.argv.slice(2));
  const runs: Run[] = [];
  for (const scenario of scenarios) {
    // Each has its own database, so that the communities stay separate.
    const one: Undo = [];
    try {
      console.log(`\nSimulating ${days} days, ${scenario.name} …`);
      const began = performance.now();
      runs.push({ scenario, days: await runOne(await scratchDatabase("simulation", one), scenario, days, one) });
      const run = runs.at(-1);
      if (run) console.log(`${table(run)}\n${((performance.now() - began) / 1_000).toFixed(1)} s`);
    } finally {
      for (const step of one.reverse()) await step();
    }
  }
  writeFileSync(out, chart(runs));
  console.log(`\nChart: ${out}`);
  if (scenarios.length === SCENARIOS.length) await runAttacks(undo);
  if (restores === 0) return;
  const scenario = scenarios.find(({ name }) => name === ON_CHAIN) ?? scenarios[0];
  if (scenario) await runOnChain(scenario, { days, restores, seed }, undo);
}

/** @throws Error when anything is wrong at the end */
async function runOnChain(
  scenario: Scenario,
  options: { readonly days: number; readonly restores: number; readonly seed: number },
  undo: Undo,
): Promise<void> {
  const { days, restores, seed } = options;
  console.log(`\nSimulating ${days} days on the local chain, ${scenario.name}, ${restores} restores (seed ${seed}) …`);
  const began = performance.now();
  const place = await scratchDatabase("simulation-chain", undo);
  const chain = await startTestChain();
  undo.push(() => chain.stop());
  const year = await simulateOnChain(place, chain, scenario, { ...options, say: console.log });
  console.log(`${outcome(year)}\n${((performance.now() - began) / 1_000).toFixed(1)} s`);
  if (year.findings.length > 0) throw new Error(`${year.findings.length} findings:\n${year.findings.join("\n")}`);
}

/** @param place a migrated database for this alone, and a folder for its files */
export async function runOne(place: Place, scenario: Scenario, days: number, undo: Undo): Promise<Run["days"]> {
  const { services, clock } = openPlatform(place, undo, { from: -days * 86_400_000 });
  return simulate(services, clock, scenario, { days });
}

/** Plays each attack on a community of its own (docs/adr/0039). @throws Error if one succeeds that mustn't */
async function runAttacks(undo: Undo): Promise<void> {
  console.log("\nPlaying attacks on votes …");
  const began = performance.now();
  const { services, clock } = openPlatform(await scratchDatabase("attacks", undo), undo, { env: ATTACKED });
  const town = await settle(services, clock);
  const attacks: Attack[] = [];
  for (const plan of PLANS) attacks.push(await attack(town, plan, { chance: createChance(SEED), rounds: plan.days }));
  console.log(`${attackTable(attacks)}\n${((performance.now() - began) / 1_000).toFixed(1)} s`);
  const won = attacks.slice(0, -1).filter(({ settlement, refund }) => [settlement, refund].includes("the attacker"));
  if (won.length > 0) throw new Error(`An attack succeeded: ${won.map(({ name }) => name).join(", ")}`);
}

interface Place {
  readonly dir: string;
  readonly url: string;
}

/** A platform without a chain, and its clock. @param options.from where the clock begins, in milliseconds from now */
function openPlatform(
  { dir, url }: Place,
  undo: Undo,
  { from = 0, env = {} }: { readonly from?: number; readonly env?: Record<string, string> },
): { readonly services: Services; readonly clock: Clock } {
  const db = connect({ url, max: 10 });
  undo.push(() => db.destroy());
  let shift = from;
  const chainUrl = "http://127.0.0.1:1";
  const wallet = createPlatformWallet(new Uint8Array(32).fill(1));
  const services = createServices({
    env: readEnv({
      NODE_ENV: "test",
      DATA_DIR: dir,
      RATE_LIMITS: "off",
      EMAIL_VERIFICATION: "off",
      LOG_LEVEL: "silent",
      ...env,
    }),
    sessionSecret: "nothing is sealed in a simulation",
    db,
    signer: createLocalSigner(wallet),
    viewKeys: wallet.viewKeys(),
    enqueue: async () => undefined,
    signals: createLocalSignals(),
    chain: {
      gateway: createGateway({ url: chainUrl }),
      rpc: { url: chainUrl, cluster: "local", local: true, explorer: null },
    },
    now: () => new Date(Date.now() + shift),
  });
  const travel = (milliseconds: number) => {
    shift += milliseconds;
  };
  return { services, clock: { travel } };
}

if (import.meta.main) await runScript(main);

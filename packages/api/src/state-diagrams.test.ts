import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { postStatus, proposal, REFUND_STATUSES } from "@bbux/contract";
import { createTestDatabase, type TestDatabase } from "@bbux/db/testing";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "../../..");
/** Columns with a state diagram, and their states in the contract, if it has them. */
const DRAWN: Readonly<Record<string, readonly string[] | null>> = {
  "withdrawals.state": null,
  "payment_attempts.state": null,
  "sweeps.state": null,
  "payment_nonces.state": null,
  "cold_transfers.state": null,
  "control_proofs.state": null,
  "wallet_keys.state": null,
  "deposit_requests.status": null,
  "waiting_deposits.state": null,
  "posts.status": postStatus.options,
  "posts.bounty_status": null,
  "refund_requests.status": REFUND_STATUSES,
  "refund_requests.appeal_status": null,
  "proposals.status": proposal.shape.status.options,
};

interface Diagram {
  readonly title: string;
  readonly states: ReadonlySet<string>;
  readonly reached: ReadonlySet<string>;
  readonly labels: readonly string[];
  /** As `from > to`; `[*]` is no state yet. */
  readonly arrows: ReadonlySet<string>;
}

const sorted = (names: Iterable<string>) => [...new Set(names)].sort();

/** Parses one diagram; fails on a line that is neither a transition nor the name of a state. */
function parse(source: string): Diagram {
  const [, title = "", body = ""] = source.match(/^---\ntitle: (\S+)\n---\nstateDiagram-v2\n([\s\S]+)$/) ?? [];
  const states = new Set<string>();
  const reached = new Set<string>();
  const labels: string[] = [];
  const arrows = new Set<string>();
  for (const line of body.trim().split("\n")) {
    const [, from, to, name, label] = line.match(/^\s*(?:(\S+) --> ([\w[*\]]+)|(\w+))(?:: (.+))?$/) ?? [];
    if (from === undefined && name === undefined) throw new Error(`${title}: can't read ${line}`);
    for (const state of [from, to, name]) if (state !== undefined && state !== "[*]") states.add(state);
    if (to !== undefined) reached.add(to);
    if (from !== undefined && to !== "[*]" && from !== to) arrows.add(`${from} > ${to}`);
    if (from !== undefined && to !== "[*]") labels.push(label ?? "");
  }
  return { title, states, reached, labels, arrows };
}

const diagrams = globSync("packages/api/src/**/README.md", { cwd: ROOT })
  .map((file) => readFileSync(join(ROOT, file), "utf8"))
  .flatMap((text) => [...text.matchAll(/```mermaid\n([\s\S]*?)```/g)])
  .map(([, source = ""]) => parse(source));
const drawn = (title: string) => {
  const [found] = diagrams.filter((diagram) => diagram.title === title);
  if (!found) throw new Error(`No README draws ${title}`);
  return found;
};

let base: TestDatabase;
beforeAll(async () => {
  base = await createTestDatabase();
});
afterAll(() => base.drop());

/** Reads the values that the check constraint on one column lists. */
async function statesInDatabase(title: string): Promise<string[]> {
  const [table = "", column = ""] = title.split(".");
  const { rows } = await sql<{ definition: string }>`
    select pg_get_constraintdef(c.oid) as definition from pg_constraint c
      join pg_attribute a on a.attrelid = c.conrelid and c.conkey = array[a.attnum]
     where c.contype = 'c' and c.conrelid = ${table}::regclass and a.attname = ${column}`.execute(base.ownerDb);
  return sorted(rows.flatMap(({ definition }) => [...definition.matchAll(/'(\w+)'/g)].map(([, value = ""]) => value)));
}

describe("the state diagrams in the READMEs", () => {
  it("draw each column with states once", () => {
    expect(diagrams.map(({ title }) => title).sort()).toEqual(Object.keys(DRAWN).sort());
  });

  it.each(Object.keys(DRAWN))("show exactly the states that the database allows in %s", async (title) => {
    const allowed = await statesInDatabase(title);
    expect(allowed.length).toBeGreaterThan(1);
    expect(sorted(drawn(title).states)).toEqual(allowed);
    const published = DRAWN[title];
    if (published) expect(sorted(published)).toEqual(allowed);
  });

  it("show exactly the changes that the database allows, where it knows them", async () => {
    const { rows } = await sql<{ entity: string; arrows: string[] }>`
      select entity, array_agg(state || ' > ' || next) as arrows from state_transitions group by entity`.execute(
      base.db,
    );
    const checked = rows.map(({ entity, arrows }) => {
      const title = Object.keys(DRAWN).find((each) => each.startsWith(`${entity}.`)) ?? entity;
      // Most columns are never without a state, so only their inserts start one.
      const isNullable = arrows.some((arrow) => arrow.startsWith("[*]"));
      const shown = [...drawn(title).arrows].filter((arrow) => isNullable || !arrow.startsWith("[*]"));
      expect(sorted(shown), title).toEqual(sorted(arrows));
      return title;
    });
    // Which status a post shows is for its readers and moves no money.
    expect(sorted([...checked, "posts.status"])).toEqual(sorted(Object.keys(DRAWN)));
  });

  it("lead to every state, except one that is documented but never stored", () => {
    const unreached = diagrams.flatMap(({ title, states, reached }) =>
      [...states].filter((state) => !reached.has(state)).map((state) => `${title} ${state}`),
    );
    expect(unreached).toEqual(["refund_requests.status APPROVED"]);
  });

  it("name exported commands and existing jobs only", () => {
    const code = globSync("{packages/api,apps/server}/src/**/*.ts", { cwd: ROOT })
      .filter((file) => !file.endsWith(".test.ts"))
      .map((file) => readFileSync(join(ROOT, file), "utf8"))
      .join("\n");
    const labels = diagrams.flatMap((diagram) => diagram.labels);
    const commands = sorted(labels.flatMap((label) => [...label.matchAll(/(\w+)\(\)/g)].map(([, name = ""]) => name)));
    const jobs = sorted(labels.flatMap((label) => [...label.matchAll(/job ([\w-]+)/g)].map(([, name = ""]) => name)));
    expect(commands.length).toBeGreaterThan(10);
    expect(jobs.length).toBeGreaterThan(3);
    expect(commands.filter((name) => !new RegExp(`export (async )?function ${name}\\b`).test(code))).toEqual([]);
    expect(jobs.filter((name) => !code.includes(`"${name}"`))).toEqual([]);
  });
});

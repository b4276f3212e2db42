/** @module-tag proof */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { allowUnbacked } from "@bbux/db";
import { rounds } from "@bbux/db/testing/form";
import { createTestApp } from "@bbux/server/testing";
import { expect, it } from "vitest";
import { settle } from "./attack.community.ts";
import { ATTACKED, type Attack, attack, attackTable, PLANS } from "./attacks.ts";
import { SIMULATED } from "./members.ts";
import { createChance } from "./random.ts";
import { SEED } from "./year.ts";

const HONEST = "the honest answer";
const GOVERNANCE = join(import.meta.dirname, "../../../docs/GOVERNANCE.md");

/** The rows of the table of attacks. */
function tableIn(text: string): string[] {
  const lines = text.split("\n");
  const rows = lines.slice(lines.findIndex((line) => line.startsWith("| accounts |")));
  return rows.slice(0, rows.indexOf(""));
}

it("many fresh accounts, and farmed ones, change neither a settlement nor a refund of 100 BBUX, unless each is established and kept apart", async () => {
  const t = await createTestApp({ env: ATTACKED });
  try {
    await allowUnbacked(t.database.ownerDb, SIMULATED);
    const town = await settle(t.services, t);
    const options = { chance: createChance(SEED), rounds: rounds(5, 15) };
    const attacks: Attack[] = [];
    for (const plan of PLANS) {
      const accounts = plan.days === 0 ? rounds(30, plan.accounts) : rounds(7, plan.accounts);
      attacks.push(await attack(town, { ...plan, accounts }, options));
    }
    const established = rounds(7, 20);
    expect(attacks.map(({ settlement, refund, ...one }) => [one.established, settlement, refund])).toEqual([
      [0, HONEST, HONEST],
      [0, HONEST, HONEST],
      [0, HONEST, HONEST],
      [established, HONEST, HONEST],
      [established, "the attacker", "the attacker"],
    ]);
    expect(attackTable(attacks)).toContain("takes 4 established accounts; to decide a refund, 5");
    expect(t.services.limitsByTrust).toBe(true);
    // The short form has fewer accounts, of which all or none are established, too.
    const atFullSize = attacks.map((one, nth) => {
      const accounts = PLANS[nth]?.accounts ?? 0;
      return { ...one, accounts, established: one.established === one.accounts ? accounts : one.established };
    });
    expect(tableIn(readFileSync(GOVERNANCE, "utf8"))).toEqual(tableIn(attackTable(atFullSize)));
  } finally {
    await t.close();
  }
});

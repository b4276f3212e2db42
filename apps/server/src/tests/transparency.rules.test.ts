import { DECISIONS, FEE_IN_FORCE, LEGS } from "@bbux/client/verify";
import { createTestDatabase, type TestDatabase } from "@bbux/db/testing";
import { TRANSFER_KINDS } from "@bbux/ledger";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";

// The verifier can't use the platform's code, so it has a table of its own.

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ max: 1 });
});
afterAll(() => database.drop());

it("the verifier allows each transfer of the ledger what the ledger allows it, and no other transfer", async () => {
  const known = await Promise.all(
    Object.entries(TRANSFER_KINDS).map(async ([kind, { from, to }]) => {
      const { rows } = await sql<{ type: string }>`select transparency_type(${kind}) as type`.execute(database.ownerDb);
      // The fee on a bounty is an entry of its own.
      const given = kind === "bounty_placed" ? to.filter((account) => account !== "treasury") : [...to];
      return [rows[0]?.type, { from: [...from], to: given }] as const;
    }),
  );
  expect({ ...LEGS }).toEqual({
    ...Object.fromEntries(known),
    GOVERNANCE_FEE: { from: ["member"], to: ["treasury"] },
  });
});

it("the verifier knows the decisions that the log accepts, and no transfer is one", async () => {
  const { rows } = await sql<{ body: string }>`
    select prosrc as body from pg_proc where proname = 'transparency_write'`.execute(database.ownerDb);
  const [, listed = ""] = /p_type not in \(([^)]*)\)/.exec(rows[0]?.body ?? "") ?? [];
  expect([...listed.matchAll(/'([A-Z_]+)'/g)].map(([, type]) => type).sort()).toEqual([...DECISIONS].sort());
  const write = (type: string) =>
    database.db.transaction().execute(async (trx) => {
      await sql`select transparency_write(${type}, 0, '', 'A decision')`.execute(trx);
      throw new Error("rolled back");
    });
  for (const type of DECISIONS) await expect(write(type), type).rejects.toThrow("rolled back");
  for (const type of [...Object.keys(LEGS), FEE_IN_FORCE])
    await expect(write(type), type).rejects.toThrow("not a line");
});

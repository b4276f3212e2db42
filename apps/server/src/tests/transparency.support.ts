import { type Failpoint, makeCheckpoint, sealLog } from "@bbux/api";
import { DAY_MS, UNIT } from "@bbux/contract";
import { allowUnbacked } from "@bbux/db";
import { bountyPaid, bountyPlaced, deposit, post, stakeAdded, withdrawalHeld } from "@bbux/ledger";
import { sql } from "kysely";
import { createTestApp, type TestApp } from "../testing.ts";
import { call, ok } from "./support.ts";

export interface Books {
  readonly t: TestApp;
  /** Throws at this point, once. */
  crashAt(point: Failpoint): void;
  /** Makes some of every kind of transaction, in the books only: 9 lines. */
  live(): Promise<void>;
  /** Seals, and makes the checkpoint of another day. */
  nextDay(): Promise<void>;
  /** The log as a file, by line. */
  download(query?: string): Promise<string[]>;
}

export class Crash extends Error {}

/** @param env variables, such as the witnesses of the log */
export async function startBooks(env: Record<string, string> = {}): Promise<Books> {
  let armed: Failpoint | null = null;
  const t = await createTestApp({
    env,
    async failpoint(point) {
      if (point !== armed) return;
      armed = null;
      throw new Crash(point);
    },
  });
  const { db } = t.database;
  await allowUnbacked(t.database.ownerDb, { causes: "", reason: "a log of every kind of line" });
  let n = 0;
  return {
    t,
    crashAt(point) {
      armed = point;
    },
    async live() {
      const cause = `${++n}`;
      const [anna, bert, escrow] = [`${n}001`, `${n}002`, `${n}003`];
      await deposit(db, { cause, member: anna, amount: 100n * UNIT + BigInt(n) });
      await deposit(db, { cause: `${cause}b`, member: bert, amount: 3n });
      await post(db, bountyPlaced({ cause, member: anna, escrow, amount: 10n * UNIT, fee: UNIT / 2n }));
      await post(db, stakeAdded({ cause, member: anna, amount: 20n * UNIT }));
      await post(db, withdrawalHeld({ cause, member: anna, hold: `${n}004`, amount: UNIT }));
      await post(db, bountyPaid({ cause, escrow, member: bert, amount: 10n * UNIT }));
      await post(db, stakeAdded({ cause: `${cause}b`, member: bert, amount: UNIT }));
      await db.transaction().execute(async (trx) => {
        await sql`select transparency_write('APPEAL_DECIDED', 0, ${`refund:${cause}`}, 'An appeal was granted: “ja” → ✓')`.execute(
          trx,
        );
      });
    },
    async nextDay() {
      t.travel(DAY_MS);
      await sealLog(t.services);
      await makeCheckpoint(t.services);
    },
    async download(query = "") {
      const answer = await call(t, "GET", `/transparency/log.ndjson${query}`);
      if (answer.statusCode !== 200) throw new Error(answer.body);
      const lines = answer.body.split("\n");
      if (lines.pop() !== "") throw new Error("The last line has no end");
      return lines;
    },
  };
}

/** The caller's proof from the API. */
export async function proofOf(t: TestApp, as: Parameters<typeof call>[3] & object) {
  return ok(await call(t, "GET", "/transparency/proof", as)).proof;
}

import type { Database } from "@bbux/db";
import type { Random } from "@bbux/db/testing/form";
import { deposited, post, withdrawalRefunded } from "@bbux/ledger";
import { sql } from "kysely";
import { expected } from "./expected.ts";
import { JOBS } from "./jobs.ts";
import { sell } from "./steps.ts";
import type { Universe } from "./universe.ts";

const SOL = 1_000_000_000n;
/** Signed and sent, booked, and once more for what comes in between. */
const PASSES = 3;
/** The ledger, a guard of states, or a trigger refuses. */
const REFUSALS = /^(LG00\d|P0001|23\d{3}|42501)$/;

/** A stolen process tries to give itself money with its own login. The database has to refuse. */
export async function abuse(universe: Universe, random: Random): Promise<void> {
  const attack = random.one([mint, takeFromOthers, payAgain, giveBackTwice]);
  universe.schedule.trace.push(`  ${attack.name}`);
  if (attack === payAgain) await payOne(universe, random);
  try {
    await universe.db.transaction().execute((trx) => attack(trx, universe, random));
  } catch (error) {
    const cause = error instanceof Error && error.name === "LedgerError" ? error.cause : error;
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
    if (!REFUSALS.test(code)) throw error;
  }
}

/** A deposit that no payment backs. */
async function mint(trx: Database, { people }: Universe, random: Random): Promise<void> {
  const { id: member, address } = random.one(people);
  await post(trx, deposited({ member, amount: 3n * SOL, cause: `forged-${random.next(1e9)}:${address}`, refs: {} }));
}

/** A bounty that one member pays another directly. The ledger's package would refuse it, so it is called without. */
async function takeFromOthers(trx: Database, { people }: Universe, random: Random): Promise<void> {
  const cause = `forged-${random.next(1e9)}`;
  await sql`
    select ledger_post('bounty_paid', ${cause}, ${`bounty_paid:${cause}`}, 'Bounty paid', '{}', array['member', 'member'],
                       array[${people[0]?.id}, ${people[1]?.id}], array[-1000000, 1000000]::bigint[])`.execute(trx);
}

/** Pays a withdrawal, if nothing is wrong. */
async function payOne(universe: Universe, random: Random): Promise<void> {
  const [process] = universe.processes;
  await sell(universe, process, random);
  for (let pass = 0; pass < PASSES; pass++) {
    await JOBS.payments?.(process).catch(expected);
    universe.pass(3, 6);
  }
}

/** A withdrawal that was paid waits again. */
async function payAgain(trx: Database): Promise<void> {
  await sql`
    update withdrawals set state = 'REQUESTED' where id = (
      select id from withdrawals where state = 'FINALIZED' order by id limit 1)`.execute(trx);
}

/** A withdrawal that goes on is given back beside it. */
async function giveBackTwice(trx: Database): Promise<void> {
  const { rows } = await sql<{ id: string; member: string; amount: string }>`
    select id::text, user_id::text as member, amount::text from withdrawals
     where state in ('REQUESTED', 'SIGNED', 'SENT') order by id limit 1`.execute(trx);
  const [open] = rows;
  if (!open) return;
  const { id, member } = open;
  await post(
    trx,
    withdrawalRefunded({
      hold: id,
      member,
      amount: BigInt(open.amount),
      reserved: 0n,
      networkFee: 0n,
      cause: id,
      refs: {},
    }),
  );
}

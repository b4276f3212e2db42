import { UNIT } from "@bbux/contract";
import { allowUnbacked, type Database } from "@bbux/db";
import { rollUp } from "@bbux/ledger";
import { sql } from "kysely";

const FIRST = 1_000_000_000;
/** Members per statement. */
const BATCH_SIZE = 5_000;

/**
 * Members who staked at noon of a day, all through the ledger's own postings: each got 100 BBUX and staked 0.01 to 10 of it, and
 * one in ten has voted. The treasury gets enough for years.
 * @param owner connected as the owner, because no command writes members and votes like this
 */
export async function seedStakers(owner: Database, count: number, staked: Date): Promise<void> {
  for (let from = 0; from < count; from += BATCH_SIZE) {
    const [first, last] = [FIRST + from, FIRST + Math.min(count, from + BATCH_SIZE) - 1];
    await owner.transaction().execute(async (trx) => {
      await sql`
        insert into users (id, username, solana_address)
        select id, 'member' || id, 'address' || id from generate_series(${first}::bigint, ${last}::bigint) as id`.execute(
        trx,
      );
      await deposit(trx, first, last);
      await stake(trx, first, last, staked);
    });
  }
  await fillTreasury(owner, BigInt(count) * UNIT);
  await vote(owner, count, staked);
  await settle(owner);
}

/** Runs what a live platform's jobs do every second and minute; otherwise their backlog is read over and over. */
export async function settle(owner: Database): Promise<void> {
  await rollUp(owner);
  for (;;) {
    const { rows } = await sql<{ sealed: number }>`select transparency_seal(10000) as sealed`.execute(owner);
    if (!rows[0]?.sealed) break;
  }
  await sql`vacuum analyze`.execute(owner);
}

async function deposit(trx: Database, first: number, last: number): Promise<void> {
  const [plus, minus] = [(100n * UNIT).toString(), (-100n * UNIT).toString()];
  await sql`
    select count(p.transfer_id) from generate_series(${first}::bigint, ${last}::bigint) as id, lateral ledger_post('deposit',
      'bench:' || id, 'bench:' || id, 'SOL received', '{}', array['external', 'member'], array['solana', id::text],
      array[${minus}, ${plus}]::bigint[]) as p`.execute(trx);
}

async function stake(trx: Database, first: number, last: number, at: Date): Promise<void> {
  await sql`
    with chosen as materialized (
      select id, (id % 1000 + 1) * 10000000 as amount from generate_series(${first}::bigint, ${last}::bigint) as id
    ), posted as materialized (
      select c.id, c.amount, p.transfer_id from chosen c, lateral ledger_post('stake_added', c.id || ':1', 'stake:' || c.id,
        'Staked', jsonb_build_object('member', c.id::text), array['member', 'stake'], array[c.id::text, c.id::text],
        array[-c.amount, c.amount]) as p
    ), held as (
      insert into stakes (user_id, amount, version, updated_at) select id, amount, 1, ${at} from posted
    )
    insert into stake_changes (user_id, version, amount, stake_after, transfer_id, created_at)
    select id, 1, amount, amount, transfer_id, ${at} from posted`.execute(trx);
}

async function fillTreasury(owner: Database, amount: bigint): Promise<void> {
  const [plus, minus] = [amount.toString(), (-amount).toString()];
  await sql`
    select ledger_post('deposit', 'bench:giver', 'bench:giver', 'SOL received', '{}', array['external', 'member'],
      array['solana', ${String(FIRST)}], array[${minus}, ${plus}]::bigint[])`.execute(owner);
  await allowUnbacked(owner, { kind: "balance_forfeited", causes: "bench", reason: "a measurement" });
  await sql`
    select ledger_post('balance_forfeited', 'bench', 'bench', 'Left to the treasury', '{}', array['member', 'treasury'],
      array[${String(FIRST)}, 'platform'], array[${minus}, ${plus}]::bigint[])`.execute(owner);
}

async function vote(owner: Database, count: number, at: Date): Promise<void> {
  await sql`
    with proposal as (
      insert into proposals (user_id, type, title, proposal, staked_at_open, quorum_stake, created_at, closes_at, updated_at)
      values (${FIRST}, 'SIGNAL', 'More chess', 'A room for chess', 0, 0, ${at}, ${at}::timestamptz + interval '7 days', ${at})
      returning id
    )
    insert into proposal_votes (proposal_id, voter_id, support, stake, reputation, power, created_at)
    select p.id, s.user_id, true, s.amount, 0, s.amount, ${at} from proposal p, stakes s
     where s.user_id % 10 = 0 and s.user_id < ${FIRST + count}`.execute(owner);
}

import { payRewards, type RewardedDay, type Services } from "@bbux/api";
import { UNIT } from "@bbux/contract";
import { allowUnbacked } from "@bbux/db";
import { audit, balanceOf, deposit, post } from "@bbux/ledger";
import { sql } from "kysely";
import { expect } from "vitest";
import { type Caller, memberCaller } from "../caller.ts";
import { createTestApp, type TestApp } from "../testing.ts";

/** A platform with stakers, whose clock stands still unless told otherwise. */
export interface StakingWorld {
  readonly t: TestApp;
  readonly services: Services;
  at(time: string): void;
  member(name: string, balance?: bigint): Promise<Staker>;
  /** Adds BBUX to the treasury, like a fee. */
  collect(amount: bigint): Promise<void>;
  run(): Promise<RewardedDay[]>;
}

export interface Staker {
  readonly id: string;
  readonly call: Caller;
  /** The same member through a process whose clock differs. */
  byClock(time: string): Staker;
  stake(amount: number): Promise<unknown>;
  unstake(amount: number): Promise<unknown>;
}

export async function startStaking(options: Parameters<typeof createTestApp>[0] = {}): Promise<StakingWorld> {
  const t = await createTestApp(options);
  await allowUnbacked(t.database.ownerDb, {
    kind: "balance_forfeited",
    causes: "",
    reason: "the treasury's funds in tests",
  });
  let now = new Date("2026-03-01T12:00:00Z");
  const services: Services = { ...t.services, now: () => now, databaseNow: async () => now };
  let causes = 0;
  const pays = async (member: string, amount: bigint) => {
    await deposit(services.db, { member, amount, cause: `staking:${++causes}` });
  };
  const world: StakingWorld = {
    t,
    services,
    at(time) {
      now = new Date(time);
    },
    async member(name, balance = 100n * UNIT) {
      const { id } = await t.database.ownerDb
        .insertInto("users")
        .values({ username: name, email: `${name}@example.org`, solana_address: `address of ${name}` })
        .returning("id")
        .executeTakeFirstOrThrow();
      if (balance > 0n) await pays(id, balance);
      return stakerOf(services, id, name);
    },
    async collect(amount) {
      const giver = await world.member(`giver${causes}`, amount);
      await post(services.db, {
        kind: "balance_forfeited",
        cause: giver.id,
        reason: "A fee",
        legs: [
          { account: "member", owner: giver.id, amount: -amount },
          { account: "treasury", owner: "platform", amount },
        ],
      });
    },
    run: () => payRewards(services),
  };
  return world;
}

function stakerOf(services: Services, id: string, username: string): Staker {
  const call = memberCaller(services, id, username);
  return {
    id,
    call,
    byClock: (time) => stakerOf({ ...services, now: () => new Date(time) }, id, username),
    stake: (amount) => call.governance.stake({ amount }),
    unstake: (amount) => call.governance.unstake({ amount }),
  };
}

/** What was paid for a day, in base units by member. */
export async function paidOn({ t }: Pick<StakingWorld, "t">, day: string): Promise<Record<string, string>> {
  const { rows } = await sql<{ member: string; amount: string }>`
    select a.owner as member, sum(e.amount)::text as amount
      from ledger_transfers f join ledger_entries e on e.transfer_id = f.id
      join ledger_accounts a on a.id = e.account_id and a.kind = 'member'
     where f.kind = 'rewards_paid' and f.refs ->> 'day' = ${day}
     group by a.owner order by a.owner::bigint`.execute(t.database.ownerDb);
  return Object.fromEntries(rows.map(({ member, amount }) => [member, amount]));
}

/** The state of a day's row, amounts in base units. */
export async function dayRow({ t }: Pick<StakingWorld, "t">, day: string) {
  const { rows } = await sql<
    Record<"state" | "due" | "allotted" | "paid" | "staked", string> & { members: number; rate: number }
  >`
    select state, due::text, allotted::text, paid::text, staked::text, paid_members as members, total_rate as rate
      from reward_days where day = ${day}::date`.execute(t.database.ownerDb);
  return rows[0];
}

/**
 * Asserts the invariants: the ledger's own audit, an empty pool once every day is done, every stake matching its account and
 * changes, and every day's payments matching its row.
 */
export async function stakesAreSound({ t }: Pick<StakingWorld, "t">): Promise<void> {
  const db = t.database.ownerDb;
  expect((await audit(db)).problems).toEqual([]);
  const { rows } = await sql<{ what: string; id: string }>`
    select 'stake' as what, s.user_id::text as id from stakes s
     where s.amount is distinct from coalesce((
         select balance from ledger_accounts where kind = 'stake' and owner = s.user_id::text), 0)
        or s.amount is distinct from coalesce((select sum(amount) from stake_changes c where c.user_id = s.user_id), 0)
        or s.version is distinct from (select count(*)::int from stake_changes c where c.user_id = s.user_id)
    union all
    select 'order', a.user_id || ':' || a.version from stake_changes a join stake_changes b using (user_id)
     where a.version < b.version and a.created_at > b.created_at
    union all
    select 'day', d.day::text from reward_days d
     where d.paid is distinct from (
         select coalesce(sum(p.amount), 0) from reward_payments p where p.day = d.day and p.user_id <= d.paid_up_to)
        or d.paid is distinct from (
         select coalesce(sum(e.amount), 0) from ledger_transfers f join ledger_entries e on e.transfer_id = f.id and e.amount > 0
          where f.kind = 'rewards_paid' and f.refs ->> 'day' = d.day::text)
        or d.paid > d.allotted`.execute(db);
  expect(rows).toEqual([]);
  const { rows: open } = await sql`select from reward_days where state = 'OPEN'`.execute(db);
  if (open.length === 0) expect(await balanceOf(db, "pool", "rewards")).toBe(0n);
}

/** Ada, Bob, and Cy have 100 each, some of it staked; others hold as much again. */
export async function stakers(world: StakingWorld, stakes: readonly number[] = [10, 20, 30]): Promise<Staker[]> {
  const members = await Promise.all(stakes.map((_, n) => world.member(["ada", "bob", "cyd"][n] ?? `member${n}`)));
  for (const [n, member] of members.entries()) if (stakes[n]) await member.stake(stakes[n]);
  return members;
}

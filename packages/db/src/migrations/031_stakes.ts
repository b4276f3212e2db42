import { type Kysely, sql } from "kysely";

/**
 * Stakes: what members have staked for votes and rewards. The ledger has an account of kind `stake` for each; these tables
 * record since when, for the daily reward (docs/DECISIONS.md 1.7) and for voting power. Amounts are in base units, rates in
 * parts per million per day.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function ledger_open_account() returns trigger language plpgsql as $$
    begin
      if char_length(new.owner) not between 1 and 200 then
        raise exception 'no account %: the owner is empty or too long', new.kind using errcode = 'LG003';
      end if;
      if new.kind in ('member', 'escrow', 'pool', 'hold', 'suspense', 'equity', 'stake') then
        if new.id > 0 and new.balance = 0 and new.version = 0 then return new; end if;
      elsif new.kind in ('treasury', 'external') then
        if new.id < 0 and new.balance is null and new.version is null then return new; end if;
      end if;
      raise exception 'no account % % with balance %', new.kind, new.owner, new.balance using errcode = 'LG003';
    end $$
  `.execute(db);

  // The row that staking and unstaking lock. `version` counts its changes.
  await sql`
    create table stakes (
      user_id bigint primary key references users,
      amount bigint not null default 0 check (amount >= 0),
      version integer not null default 0,
      updated_at timestamptz not null
    )`.execute(db);
  await sql`
    create table stake_changes (
      user_id bigint not null references stakes,
      version integer not null,
      amount bigint not null check (amount <> 0),
      stake_after bigint not null check (stake_after >= 0),
      transfer_id bigint not null unique references ledger_transfers,
      created_at timestamptz not null,
      primary key (user_id, version)
    )`.execute(db);
  await sql`create index stake_changes_time on stake_changes (created_at)`.execute(db);

  await totals(db);

  // One row per rewarded UTC day, with the rate and how it came about. BEGUN while it is being calculated: from then on, no
  // change of a stake counts toward the day. OPEN while members are being paid.
  await sql`
    create table reward_days (
      day date primary key,
      state text not null check (state in ('BEGUN', 'OPEN', 'DONE')),
      base_rate integer not null default 0,
      activity_bonus integer not null default 0,
      treasury_bonus integer not null default 0,
      governance_bonus integer not null default 0,
      participation_penalty integer not null default 0,
      total_rate integer not null default 0,
      max_rate integer not null default 0,
      volume numeric(38, 0) not null default 0,
      treasury numeric(38, 0) not null default 0,
      staked numeric(38, 0) not null default 0,
      circulating numeric(38, 0) not null default 0,
      stakers integer not null default 0,
      due numeric(38, 0) not null default 0,
      allotted bigint not null default 0 check (allotted >= 0 and allotted <= due),
      paid bigint not null default 0 check (paid <= allotted),
      paid_members integer not null default 0,
      paid_up_to bigint not null default 0,
      started_at timestamptz not null,
      finished_at timestamptz
    )`.execute(db);
  // Each member's share of the day's allotment, written in one statement when the day begins, and paid once the run has passed
  // the member (`paid_up_to`). 0 for members who left before that. No foreign keys: one would check the day a hundred thousand
  // times in the transaction that writes it, and the other would lock every member's row.
  await sql`
    create table reward_payments (
      day date not null,
      user_id bigint not null,
      stake bigint not null check (stake > 0),
      rate integer not null check (rate > 0),
      due bigint not null check (due > 0),
      amount bigint not null check (amount between 0 and due),
      primary key (day, user_id)
    )`.execute(db);
  await sql`create index reward_payments_member on reward_payments (user_id, day desc)`.execute(db);

  // The latest published report is read with the same schema as new ones.
  await sql`
    update reserve_reports set report = jsonb_set(report, '{liabilities,stakes}', '"0"')
     where not (report -> 'liabilities') ? 'stakes'`.execute(db);

  await sql`grant select, insert, update on stakes, reward_days to bbux_app`.execute(db);
  await sql`grant select, insert on stake_changes, reward_payments to bbux_app`.execute(db);
  await sql`grant update (amount) on reward_payments to bbux_app`.execute(db);
}

/** The total stake and the number of stakers, kept like the other totals (migration 023), after everything else that staking locks. */
async function totals(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table platform_counts drop constraint platform_counts_name_check,
      add check (name in ('active', 'answered', 'answers', 'bounties', 'members', 'rewards', 'staked', 'stakers'))`.execute(
    db,
  );
  await sql`
    create function total_stakes() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
    declare
      came numeric := (select coalesce(sum(amount), 0) from added);
      stakers bigint := (select count(*) from added where amount > 0);
    begin
      if tg_op = 'UPDATE' then
        came := came - (select coalesce(sum(amount), 0) from removed);
        stakers := stakers - (select count(*) from removed where amount > 0);
      end if;
      insert into platform_counts (name, shard, n)
      select name, pg_backend_pid() % 8, n from (values ('staked', came), ('stakers', stakers)) as c (name, n)
       where n <> 0 order by name
      on conflict (name, shard) do update set n = platform_counts.n + excluded.n;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger stakes_totalled_on_insert after insert on stakes
    referencing new table as added for each statement execute function total_stakes()`.execute(db);
  await sql`
    create trigger stakes_totalled_on_update after update on stakes
    referencing old table as removed new table as added for each statement execute function total_stakes()`.execute(db);
}

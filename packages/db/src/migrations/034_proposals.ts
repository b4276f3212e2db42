import { type Kysely, sql } from "kysely";

/**
 * Proposals and their votes. A vote's weight is stored with it and never changes: the voter's stake when voting opened, or the
 * current stake if it is smaller, times the weight of their reputation at that time (docs/adr/0012). That stake is locked while
 * the proposal is open. Powers and stakes are in base units.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table proposals (
      id bigint primary key default nextval('ids'),
      user_id bigint not null references users,
      type text not null check (type in ('SIGNAL', 'POLICY', 'PARAMETER')),
      title text not null,
      proposal text not null,
      discussion_url text,
      parameter text,
      value bigint,
      status text not null default 'OPEN' check (status in ('OPEN', 'PASSED', 'REJECTED', 'EXECUTED')),
      outcome text check (outcome in ('MAJORITY', 'NO_MAJORITY', 'NO_QUORUM')),
      staked_at_open numeric(38, 0) not null,
      quorum_stake numeric(38, 0) not null,
      stake_voted numeric(38, 0) not null default 0,
      power_for numeric(38, 0) not null default 0,
      power_against numeric(38, 0) not null default 0,
      votes_for integer not null default 0,
      votes_against integer not null default 0,
      created_at timestamptz not null,
      closes_at timestamptz not null,
      decided_at timestamptz,
      executed_at timestamptz,
      executed_by bigint references users,
      execution_note text,
      -- Voters are notified in batches: up to this member so far, and all of them once told_at is set.
      told_up_to bigint not null default 0,
      told_at timestamptz,
      updated_at timestamptz not null,
      check ((type = 'PARAMETER') = (parameter is not null and value is not null)),
      check ((status = 'OPEN') = (decided_at is null)),
      check ((status = 'EXECUTED') = (executed_at is not null))
    )`.execute(db);
  await sql`create index proposals_newest on proposals (created_at desc, id desc)`.execute(db);
  await sql`create index proposals_user on proposals (user_id, created_at desc)`.execute(db);
  await sql`create index proposals_open on proposals (closes_at) where status = 'OPEN'`.execute(db);
  await sql`create index proposals_untold on proposals (decided_at) where status <> 'OPEN' and told_at is null`.execute(
    db,
  );
  await sql`
    create table proposal_votes (
      proposal_id bigint not null references proposals,
      voter_id bigint not null references users,
      support boolean not null,
      stake bigint not null check (stake > 0),
      reputation integer not null,
      power bigint not null check (power > 0),
      created_at timestamptz not null,
      primary key (proposal_id, voter_id)
    )`.execute(db);
  await sql`create index proposal_votes_voter on proposal_votes (voter_id, created_at desc)`.execute(db);
  await sql`grant select, insert, update on proposals to bbux_app`.execute(db);
  await sql`grant select, insert on proposal_votes to bbux_app`.execute(db);
  await sql`alter table parameter_changes add foreign key (proposal_id) references proposals`.execute(db);
}

import { type Kysely, sql } from "kysely";

/**
 * The log itself. A line is first written to a queue, in the transaction it describes; `transparency_seal` gives it a position
 * and hash and moves it to the chain, which is append-only. Only the functions of this migration write either.
 */
export async function createTransparencyLog(db: Kysely<unknown>): Promise<void> {
  // changes: by kind of account, in base units as strings; they sum to zero. subject: the public thing that was decided.
  // No key, check, or index, because every posting would pay for them. The writing code ensures correctness, and the audit checks.
  await sql`
    create table transparency_pending (
      id bigint generated always as identity,
      type text not null,
      amount numeric(38, 0) not null,
      fee_amount numeric(38, 0) not null default 0,
      changes jsonb not null default '{}',
      subject text not null default '',
      description text not null,
      transfer_id bigint,
      created_at timestamptz not null default date_trunc('milliseconds', clock_timestamp())
    ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000)`.execute(db);
  await sql`
    create table transparency_sealed (
      seq bigint primary key,
      prev_hash bytea not null,
      hash bytea not null,
      id bigint not null unique,
      type text not null,
      amount numeric(38, 0) not null,
      fee_amount numeric(38, 0) not null,
      changes jsonb not null,
      subject text not null,
      description text not null,
      transfer_id bigint,
      created_at timestamptz not null
    )`.execute(db);
  // The lines that the governance page lists, which exclude deposits.
  await sql`
    create index transparency_sealed_governance on transparency_sealed (id desc) where type in (
      'BOUNTY_PLACED', 'BOUNTY_CLAIMED', 'BOUNTY_REFUNDED', 'GOVERNANCE_FEE', 'REWARD_DISTRIBUTED', 'STAKE_ADDED', 'STAKE_REMOVED',
      'APPEAL_DECIDED', 'PROPOSAL_SUBMITTED', 'PROPOSAL_PASSED', 'PROPOSAL_REJECTED', 'PROPOSAL_EXECUTED', 'PARAMETER_CHANGED')`.execute(
    db,
  );
  // Everything; seq is null for lines not sealed yet.
  await sql`
    create view transparency_log as
    select id, type, amount, fee_amount, changes, subject, description, transfer_id, created_at, seq from transparency_sealed
    union all
    select id, type, amount, fee_amount, changes, subject, description, transfer_id, created_at, null from transparency_pending`.execute(
    db,
  );

  await createFunctions(db);
  await createGuards(db);
  await sql`grant select on transparency_pending, transparency_sealed, transparency_log to bbux_app`.execute(db);
  const app = sql`transparency_write(text, numeric, text, text), transparency_seal(integer)`;
  await sql`revoke all on function ${app} from public`.execute(db);
  await sql`grant execute on function ${app} to bbux_app`.execute(db);
}

async function createGuards(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function transparency_refuse() returns trigger language plpgsql as $$
    begin
      raise exception '% on % refused: it is only ever added to', tg_op, tg_table_name using errcode = 'LG004';
    end $$`.execute(db);
  await sql`
    create trigger append_only before update or delete or truncate on transparency_sealed
    for each statement execute function transparency_refuse()`.execute(db);
  await sql`
    create trigger append_only before update or truncate on transparency_pending
    for each statement execute function transparency_refuse()`.execute(db);
  // Lines leave the queue for the chain unchanged.
  await sql`
    create function transparency_only_sealed() returns trigger language plpgsql as $$
    begin
      if not exists (
        select from public.transparency_sealed s
         where s.id = old.id
           and (s.type, s.amount, s.fee_amount, s.changes, s.subject, s.description, s.created_at)
               = (old.type, old.amount, old.fee_amount, old.changes, old.subject, old.description, old.created_at)
           and s.transfer_id is not distinct from old.transfer_id)
      then
        raise exception 'DELETE on transparency_pending refused: it is only ever added to' using errcode = 'LG004';
      end if;
      return old;
    end $$`.execute(db);
  await sql`
    create trigger only_sealed before delete on transparency_pending
    for each row execute function transparency_only_sealed()`.execute(db);
}

async function createFunctions(db: Kysely<unknown>): Promise<void> {
  // Decisions, which move no money. A closed list, so that nothing can look like a money movement without being one.
  await sql`
    create function transparency_write(p_type text, p_amount numeric, p_subject text, p_description text) returns bigint
    language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
    declare
      line bigint;
    begin
      if p_type not in ('APPEAL_DECIDED', 'PROPOSAL_SUBMITTED', 'PROPOSAL_PASSED', 'PROPOSAL_REJECTED', 'PROPOSAL_EXECUTED',
                        'PARAMETER_CHANGED')
         or p_amount < 0 or p_subject ~ '[[:cntrl:]]' or char_length(p_subject) > 100
         or p_description ~ '[[:cntrl:]]' or char_length(p_description) not between 1 and 300
      then
        raise exception 'not a line of the transparency log: % %', p_type, p_subject using errcode = 'check_violation';
      end if;
      insert into public.transparency_pending (type, amount, subject, description)
      values (p_type, p_amount, p_subject, p_description) returning id into line;
      return line;
    end $$`.execute(db);

  // What is hashed, easy to reproduce in any language: eleven lines, amounts in base units (docs/TRANSPARENCY.md).
  await sql`
    create function transparency_hash(l transparency_pending, p_seq bigint, p_prev bytea) returns bytea
    language plpgsql stable as $$
    begin
      return sha256(convert_to(
        'bbux-log-v1' || E'\n' || p_seq || E'\n' || encode(p_prev, 'hex') || E'\n' || l.id || E'\n' || l.type || E'\n' || l.amount || E'\n'
          || l.fee_amount || E'\n'
          || coalesce((select string_agg(key || ':' || value, ',' order by key collate "C") from jsonb_each_text(l.changes)), '')
          || E'\n' || l.subject || E'\n' || l.description || E'\n'
          || to_char(l.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'UTF8'));
    end $$`.execute(db);

  // One writer at a time; a concurrent call does nothing. Lines go by id, which respects causality: a line that depends on
  // another was written after that one committed, so its id is larger, and whoever sees it sees both.
  await sql`
    create function transparency_seal(p_limit integer) returns integer
    language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
    declare
      line public.transparency_pending;
      head_seq bigint;
      head_hash bytea;
      next_hash bytea;
      ids bigint[] := '{}';
      befores bytea[] := '{}';
      hashes bytea[] := '{}';
    begin
      if not pg_try_advisory_xact_lock(hashtextextended('transparency', 0)) then return 0; end if;
      -- A separate statement, so that it sees what the previous writer committed.
      select s.seq, s.hash into head_seq, head_hash from public.transparency_sealed s order by s.seq desc limit 1;
      if not found then
        head_seq := 0;
        head_hash := decode(repeat('00', 32), 'hex');
      end if;
      for line in select * from public.transparency_pending p order by p.id limit p_limit loop
        next_hash := public.transparency_hash(line, head_seq + cardinality(ids) + 1, head_hash);
        ids := ids || line.id;
        befores := befores || head_hash;
        hashes := hashes || next_hash;
        head_hash := next_hash;
      end loop;
      if cardinality(ids) = 0 then return 0; end if;
      insert into public.transparency_sealed (
        seq, prev_hash, hash, id, type, amount, fee_amount, changes, subject, description, transfer_id, created_at)
      select head_seq + x.nth, x.before, x.hash, p.id, p.type, p.amount, p.fee_amount, p.changes, p.subject, p.description,
             p.transfer_id, p.created_at
        from unnest(ids, befores, hashes) with ordinality as x (id, before, hash, nth)
        join public.transparency_pending p on p.id = x.id;
      delete from public.transparency_pending p where p.id = any (ids);
      return cardinality(ids);
    end $$`.execute(db);
}

import { type Kysely, sql } from "kysely";

/**
 * The log itself. A line is written without its place in the chain; `transparency_seal` gives it place and hash, once.
 * Nothing else of it ever changes, and nobody but the two functions writes it.
 */
export async function createTransparencyLog(db: Kysely<unknown>): Promise<void> {
  // changes: by kind of account, base units; they sum to zero. subject: the public thing that was decided about.
  await sql`
    create table transparency_log (
      id bigint generated always as identity primary key,
      type text not null check (type ~ '^[A-Z][A-Z_]{2,39}$'),
      amount numeric(38, 0) not null check (amount >= 0),
      fee_amount numeric(38, 0) not null default 0 check (fee_amount >= 0),
      changes jsonb not null default '{}',
      subject text not null default '' check (subject !~ '[\n\r]' and char_length(subject) <= 100),
      description text not null check (description !~ '[\n\r]' and char_length(description) between 1 and 300),
      transfer_id bigint references ledger_transfers,
      created_at timestamptz not null default date_trunc('milliseconds', clock_timestamp()),
      seq bigint unique,
      prev_hash bytea,
      hash bytea,
      check ((seq is null) = (prev_hash is null) and (seq is null) = (hash is null))
    )`.execute(db);
  await sql`create index transparency_log_unsealed on transparency_log (created_at, id) where seq is null`.execute(db);
  // What the governance page lists: not every deposit.
  await sql`
    create index transparency_log_governance on transparency_log (id desc) where type in (
      'BOUNTY_PLACED', 'BOUNTY_CLAIMED', 'BOUNTY_REFUNDED', 'GOVERNANCE_FEE', 'REWARD_DISTRIBUTED', 'STAKE_ADDED', 'STAKE_REMOVED',
      'APPEAL_DECIDED', 'PROPOSAL_SUBMITTED', 'PROPOSAL_PASSED', 'PROPOSAL_REJECTED', 'PROPOSAL_EXECUTED', 'PARAMETER_CHANGED')`.execute(
    db,
  );

  await sql`
    create function transparency_refuse() returns trigger language plpgsql as $$
    begin
      raise exception '% on % refused: it is only ever added to', tg_op, tg_table_name using errcode = 'LG004';
    end $$`.execute(db);
  await sql`
    create function transparency_only_sealed() returns trigger language plpgsql as $$
    begin
      if old.seq is not null or new.seq is null
         or (to_jsonb(new) - '{seq,prev_hash,hash}'::text[]) is distinct from (to_jsonb(old) - '{seq,prev_hash,hash}'::text[])
      then
        raise exception 'UPDATE on transparency_log refused: it is only ever added to' using errcode = 'LG004';
      end if;
      return new;
    end $$`.execute(db);
  await sql`
    create trigger append_only before delete or truncate on transparency_log
    for each statement execute function transparency_refuse()`.execute(db);
  await sql`
    create trigger only_sealed before update on transparency_log
    for each row execute function transparency_only_sealed()`.execute(db);

  await createFunctions(db);
  await sql`grant select on transparency_log to bbux_app`.execute(db);
  await sql`
    revoke all on function transparency_write(text, numeric, text, text), transparency_seal(integer) from public`.execute(
    db,
  );
  await sql`
    grant execute on function transparency_write(text, numeric, text, text), transparency_seal(integer),
      transparency_text(transparency_log, bigint, bytea) to bbux_app`.execute(db);
}

async function createFunctions(db: Kysely<unknown>): Promise<void> {
  // What moves no money: a decision.
  await sql`
    create function transparency_write(p_type text, p_amount numeric, p_subject text, p_description text) returns bigint
    language sql security definer set search_path = pg_catalog, pg_temp as $$
      insert into public.transparency_log (type, amount, subject, description)
      values (p_type, p_amount, p_subject, p_description) returning id
    $$`.execute(db);

  // What is hashed, for readers in any language: eleven lines, amounts in base units (docs/TRANSPARENCY.md).
  await sql`
    create function transparency_text(l transparency_log, p_seq bigint, p_prev bytea) returns text
    language sql stable set search_path = pg_catalog, pg_temp as $$
      select concat_ws(E'\n', 'bbux-log-v1', p_seq::text, encode(p_prev, 'hex'), (l).id::text, (l).type, (l).amount::text,
        (l).fee_amount::text,
        coalesce((select string_agg(key || ':' || value, ',' order by key collate "C") from jsonb_each_text((l).changes)), ''),
        (l).subject, (l).description,
        to_char((l).created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    $$`.execute(db);

  // One writer at a time. In the order in which things happened: what depends on another was written after it.
  await sql`
    create function transparency_seal(p_limit integer) returns integer
    language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
    declare
      line public.transparency_log;
      head_seq bigint := 0;
      head_hash bytea := decode(repeat('00', 32), 'hex');
      next_hash bytea;
      sealed integer := 0;
    begin
      perform pg_advisory_xact_lock(hashtextextended('transparency', 0));
      select l.seq, l.hash into head_seq, head_hash
        from public.transparency_log l where l.seq is not null order by l.seq desc limit 1;
      if not found then
        head_seq := 0;
        head_hash := decode(repeat('00', 32), 'hex');
      end if;
      for line in
        select * from public.transparency_log l where l.seq is null order by l.created_at, l.id limit p_limit
      loop
        next_hash := sha256(convert_to(public.transparency_text(line, head_seq + 1, head_hash), 'UTF8'));
        update public.transparency_log l set seq = head_seq + 1, prev_hash = head_hash, hash = next_hash where l.id = line.id;
        head_seq := head_seq + 1;
        head_hash := next_hash;
        sealed := sealed + 1;
      end loop;
      return sealed;
    end $$`.execute(db);
}

import { type Kysely, sql } from "kysely";

/**
 * The log itself. A line is written without its place in the chain; `transparency_seal` gives it place and hash, once.
 * Nothing else of it ever changes, and nobody but the functions of this migration writes it.
 */
export async function createTransparencyLog(db: Kysely<unknown>): Promise<void> {
  // changes: by kind of account, base units as strings; they sum to zero. subject: the public thing that was decided about.
  // No checks, no keys: every posting would pay for them. What writes a line makes it right, and the audit looks.
  await sql`
    create table transparency_log (
      id bigint generated always as identity,
      type text not null,
      amount numeric(38, 0) not null,
      fee_amount numeric(38, 0) not null default 0,
      changes jsonb not null default '{}',
      subject text not null default '',
      description text not null,
      transfer_id bigint,
      created_at timestamptz not null default date_trunc('milliseconds', clock_timestamp()),
      seq bigint,
      prev_hash bytea,
      hash bytea
    ) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02)`.execute(db);
  await sql`create unique index transparency_log_seq on transparency_log (seq) where seq is not null`.execute(db);
  await sql`create index transparency_log_unsealed on transparency_log (id) where seq is null`.execute(db);
  // What the governance page lists: not every deposit.
  await sql`
    create index transparency_log_governance on transparency_log (id desc) where type in (
      'BOUNTY_PLACED', 'BOUNTY_CLAIMED', 'BOUNTY_REFUNDED', 'GOVERNANCE_FEE', 'REWARD_DISTRIBUTED', 'STAKE_ADDED', 'STAKE_REMOVED',
      'APPEAL_DECIDED', 'PROPOSAL_SUBMITTED', 'PROPOSAL_PASSED', 'PROPOSAL_REJECTED', 'PROPOSAL_EXECUTED', 'PARAMETER_CHANGED')`.execute(
    db,
  );

  await createFunctions(db);
  await createGuards(db);
  await sql`grant select on transparency_log to bbux_app`.execute(db);
  const app = sql`transparency_write(text, numeric, text, text), transparency_seal(integer)`;
  await sql`revoke all on function ${app} from public`.execute(db);
  await sql`grant execute on function ${app}, transparency_text(transparency_log, bigint, bytea) to bbux_app`.execute(
    db,
  );
}

async function createGuards(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function transparency_refuse() returns trigger language plpgsql as $$
    begin
      raise exception '% on % refused: it is only ever added to', tg_op, tg_table_name using errcode = 'LG004';
    end $$`.execute(db);
  await sql`
    create trigger append_only before delete or truncate on transparency_log
    for each statement execute function transparency_refuse()`.execute(db);
  // The one change: a line that has no place yet gets the next one. Its hash is computed here, whoever asks for it.
  await sql`
    create function transparency_only_sealed() returns trigger language plpgsql
    set search_path = pg_catalog, pg_temp as $$
    declare
      head bytea;
    begin
      if old.seq is not null or new.seq is null or new.seq < 1
         or (new.id, new.type, new.amount, new.fee_amount, new.changes, new.subject, new.description, new.transfer_id, new.created_at)
            is distinct from
            (old.id, old.type, old.amount, old.fee_amount, old.changes, old.subject, old.description, old.transfer_id, old.created_at)
      then
        raise exception 'UPDATE on transparency_log refused: it is only ever added to' using errcode = 'LG004';
      end if;
      if new.seq = 1 then
        head := decode(repeat('00', 32), 'hex');
      else
        select l.hash into head from public.transparency_log l where l.seq = new.seq - 1;
        if head is null then
          raise exception 'UPDATE on transparency_log refused: no entry %', new.seq - 1 using errcode = 'LG004';
        end if;
      end if;
      new.prev_hash := head;
      new.hash := sha256(convert_to(public.transparency_text(new, new.seq, head), 'UTF8'));
      return new;
    end $$`.execute(db);
  await sql`
    create trigger only_sealed before update on transparency_log
    for each row execute function transparency_only_sealed()`.execute(db);
}

async function createFunctions(db: Kysely<unknown>): Promise<void> {
  // What moves no money: a decision. A closed list, so that nothing can look like money and move none.
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
      insert into public.transparency_log (type, amount, subject, description)
      values (p_type, p_amount, p_subject, p_description) returning id into line;
      return line;
    end $$`.execute(db);

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

  // One writer at a time; who comes while another seals does nothing. In the order of the ids, which is the order of things:
  // what depends on another was written after that had committed, so its number is larger, and who sees it sees both.
  await sql`
    create function transparency_seal(p_limit integer) returns integer
    language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
    declare
      line bigint;
      head bigint;
      sealed integer := 0;
    begin
      if not pg_try_advisory_xact_lock(hashtextextended('transparency', 0)) then return 0; end if;
      -- A statement of its own: it sees what the writer before has committed.
      select coalesce(max(l.seq), 0) into head from public.transparency_log l where l.seq is not null;
      for line in select l.id from public.transparency_log l where l.seq is null order by l.id limit p_limit loop
        head := head + 1;
        update public.transparency_log l set seq = head where l.id = line and l.seq is null;
        sealed := sealed + 1;
      end loop;
      return sealed;
    end $$`.execute(db);
}

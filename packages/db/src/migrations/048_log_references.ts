import { type Kysely, sql } from "kysely";

/**
 * Lines of the public log that can be checked against each other: those of one bounty or withdrawal name the same reference, and
 * the fees in force are lines themselves (docs/adr/0018).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await referToAccounts(db);
  await stateFees(db);
}

/**
 * As in migration 036, plus the subject: the account that held the money, by its number in the ledger, which tells no one whose
 * it is. The account is read from the entries, because only they know its number.
 */
async function referToAccounts(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function transparency_log_transfer(
      p_transfer bigint, p_kind text, p_account_kinds text[], p_amounts bigint[],
      p_at timestamptz default date_trunc('milliseconds', clock_timestamp())
    ) returns void language plpgsql as $$
    declare
      legs constant integer := cardinality(p_amounts);
      kinds text[] := '{}';
      sums bigint[] := '{}';
      changes jsonb;
      place integer;
      moved bigint := 0;
      fee bigint := 0;
      line_type constant text := public.transparency_type(p_kind);
      words constant text := public.transparency_words(line_type);
      about text := '';
    begin
      if p_kind ~ '^(bounty|withdrawal|network_fee)_' then
        select a.kind || ':' || a.id into about
          from public.ledger_entries e join public.ledger_accounts a on a.id = e.account_id
         where e.transfer_id = p_transfer and a.kind in ('escrow', 'hold') order by e.line limit 1;
        about := coalesce(about, '');
      end if;
      if legs = 2 and p_account_kinds[1] <> p_account_kinds[2] then
        changes := jsonb_build_object(p_account_kinds[1], p_amounts[1]::text, p_account_kinds[2], p_amounts[2]::text);
        moved := abs(p_amounts[1]);
      elsif p_kind = 'bounty_placed' and p_account_kinds = '{member,escrow,treasury}' and p_amounts[2] > 0 and p_amounts[3] > 0 then
        moved := p_amounts[2];
        fee := p_amounts[3];
        changes := jsonb_build_object('member', (-moved)::text, 'escrow', moved::text);
      else
        for i in 1..legs loop
          place := array_position(kinds, p_account_kinds[i]);
          if place is null then
            kinds := kinds || p_account_kinds[i];
            sums := sums || p_amounts[i];
          else
            sums[place] := sums[place] + p_amounts[i];
          end if;
        end loop;
        if p_kind = 'bounty_placed' or p_kind = 'withdrawal_settled' then
          place := array_position(kinds, 'treasury');
          if sums[place] > 0 then fee := sums[place]; end if;
        end if;
        if p_kind = 'bounty_placed' and fee > 0 then
          sums[place] := 0;
          place := array_position(kinds, 'member');
          sums[place] := sums[place] + fee;
        end if;
        changes := jsonb_object(kinds, sums::text[]);
        for i in 1..cardinality(sums) loop
          if sums[i] > 0 then
            moved := moved + sums[i];
          elsif sums[i] = 0 then
            changes := changes - kinds[i];
          end if;
        end loop;
      end if;
      if p_kind = 'bounty_placed' and fee > 0 then
        insert into public.transparency_pending (type, amount, fee_amount, changes, subject, description, transfer_id, created_at)
        values (line_type, moved, fee, changes, about, words, p_transfer, p_at),
               ('GOVERNANCE_FEE', fee, 0, jsonb_build_object('member', (-fee)::text, 'treasury', fee::text),
                about, public.transparency_words('GOVERNANCE_FEE'), p_transfer, p_at);
      else
        insert into public.transparency_pending (type, amount, fee_amount, changes, subject, description, transfer_id, created_at)
        values (line_type, moved, fee, changes, about, words, p_transfer, p_at);
      end if;
    end $$`.execute(db);
}

/**
 * The fee that the log last stated, and a function that every command asks for the fee it takes. The shared lock keeps the fee
 * in force until the caller's transaction ends, so that no line in the log takes a fee that a line before it has changed.
 */
async function stateFees(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table fees_stated (
      name text primary key check (name in ('bountyFee', 'withdrawalFee')),
      value bigint not null check (value between 0 and 1000)
    )`.execute(db);
  await sql`
    create function fee_in_force(p_name text, p_default bigint) returns bigint
    language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
    declare
      fee bigint;
      stated bigint;
      is_shared boolean := false;
      is_exclusive boolean := false;
    begin
      loop
        select c.value into fee from public.parameter_changes c where c.name = p_name order by c.id desc limit 1;
        fee := coalesce(fee, p_default);
        select s.value into stated from public.fees_stated s where s.name = p_name;
        exit when is_exclusive or (is_shared and stated = fee);
        if stated = fee then
          perform pg_advisory_xact_lock_shared(hashtextextended('fees', 0));
          is_shared := true;
        else
          perform pg_advisory_xact_lock(hashtextextended('fees', 0));
          is_exclusive := true;
        end if;
      end loop;
      if stated is distinct from fee then
        insert into public.fees_stated (name, value) values (p_name, fee)
        on conflict (name) do update set value = excluded.value;
        insert into public.transparency_pending (type, amount, subject, description)
        values ('FEE_IN_FORCE', 0, p_name || ':' || fee,
                case p_name when 'bountyFee' then 'The fee on a bounty is ' else 'The fee on a withdrawal is ' end
                  || trim_scale(fee::numeric / 100) || '%');
      end if;
      return fee;
    end $$`.execute(db);
  await sql`grant select on fees_stated to bbux_app`.execute(db);
  await sql`revoke all on function fee_in_force(text, bigint) from public`.execute(db);
  await sql`grant execute on function fee_in_force(text, bigint) to bbux_app`.execute(db);
}

import { type Kysely, type RawBuilder, sql } from "kysely";

/**
 * Every transfer of the ledger writes its line of the transparency log in the same statement, so that the log adds up to the
 * books. A line says what moved between which kinds of account and names nobody.
 */
export async function logTransfers(db: Kysely<unknown>): Promise<void> {
  await createWords(db);

  // The fee on a bounty has its own line; a withdrawal's fee is part of the withdrawal's line. It loops over arrays, and not at all
  // in frequent cases, because a query would multiply the cost of a posting. Called only by ledger_post, with its rights and search path.
  await sql`
    create function transparency_log_transfer(
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
    begin
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
        insert into public.transparency_pending (type, amount, fee_amount, changes, description, transfer_id, created_at)
        values (line_type, moved, fee, changes, words, p_transfer, p_at),
               ('GOVERNANCE_FEE', fee, 0, jsonb_build_object('member', (-fee)::text, 'treasury', fee::text),
                public.transparency_words('GOVERNANCE_FEE'), p_transfer, p_at);
      else
        insert into public.transparency_pending (type, amount, fee_amount, changes, description, transfer_id, created_at)
        values (line_type, moved, fee, changes, words, p_transfer, p_at);
      end if;
    end $$`.execute(db);
  await sql`
    revoke all on function transparency_log_transfer(bigint, text, text[], bigint[], timestamptz) from public`.execute(
    db,
  );

  await postWithLog(db);
  await logEarlier(db);
}

/**
 * In PL/pgSQL, which caches what it has prepared, while a SQL CASE is set up again for each line. Frequent kinds come
 * first.
 */
async function createWords(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function transparency_type(p_kind text) returns text language plpgsql immutable as $$
    begin
      case p_kind
        when 'bounty_placed' then return 'BOUNTY_PLACED';
        when 'bounty_paid' then return 'BOUNTY_CLAIMED';
        when 'bounty_returned' then return 'BOUNTY_REFUNDED';
        when 'rewards_paid' then return 'REWARD_DISTRIBUTED';
        when 'treasury_allotted' then return 'REWARDS_ALLOTTED';
        when 'pool_returned' then return 'REWARDS_LEFT_OVER';
        else
          if p_kind !~ '^[a-z][a-z_]{2,39}$' then
            raise exception 'no kind of transfer: %', p_kind using errcode = 'LG003';
          end if;
          return upper(p_kind);
      end case;
    end $$`.execute(db);
  await sql`
    create function transparency_words(p_type text) returns text language plpgsql immutable as $$
    begin
      case p_type
        when 'BOUNTY_PLACED' then return 'A bounty was placed in escrow';
        when 'BOUNTY_CLAIMED' then return 'A bounty was paid to an answer';
        when 'BOUNTY_REFUNDED' then return 'A bounty went back to who placed it';
        when 'GOVERNANCE_FEE' then return 'The fee on a bounty went to the treasury';
        when 'REWARD_DISTRIBUTED' then return 'Staking rewards were paid';
        when 'STAKE_ADDED' then return 'BBUX was staked';
        when 'STAKE_REMOVED' then return 'BBUX was unstaked';
        when 'REWARDS_ALLOTTED' then return 'The treasury set aside a day of staking rewards';
        when 'REWARDS_LEFT_OVER' then return 'What rounding left of a day of rewards went back to the treasury';
        when 'DEPOSIT' then return 'SOL arrived and became BBUX';
        when 'DEPOSIT_UNCLAIMED' then return 'SOL arrived that nobody is known to own';
        when 'SUSPENSE_ASSIGNED' then return 'SOL of an unknown sender was assigned to its owner';
        when 'FLOAT_RECORDED' then return 'SOL of the operator was recorded as its float for network fees';
        when 'FLOAT_FUNDED' then return 'The operator''s float for network fees was funded';
        when 'WITHDRAWAL_HELD' then return 'BBUX was set aside for a withdrawal';
        when 'WITHDRAWAL_SETTLED' then return 'A withdrawal was paid out';
        when 'WITHDRAWAL_REFUNDED' then return 'A withdrawal was given back';
        when 'NETWORK_FEE_RESERVED' then return 'A network fee was set aside';
        when 'NETWORK_FEE_RELEASED' then return 'A network fee was not needed';
        when 'NETWORK_FEE_PAID' then return 'A network fee was paid';
        when 'BALANCE_FORFEITED' then return 'A closed account left its balance to the treasury';
        else return initcap(replace(p_type, '_', ' '));
      end case;
    end $$`.execute(db);
}

/** As in migration 010, plus the log. */
async function postWithLog(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function ledger_post(
      p_kind text, p_cause text, p_key text, p_reason text, p_refs jsonb,
      p_account_kinds text[], p_owners text[], p_amounts bigint[],
      out transfer_id bigint, out replayed boolean
    )
    language plpgsql security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan as $$
    declare
      legs constant integer := cardinality(p_amounts);
      accounts bigint[];
      account bigint;
      next integer;
      total bigint := 0;
    begin
      if char_length(p_cause) not between 1 and 200 or char_length(p_key) not between 1 and 300
         or char_length(p_reason) not between 1 and 500 or jsonb_typeof(p_refs) <> 'object' or legs < 2
      then
        raise exception 'cause, key, reason or refs of a % are empty or too long', p_kind using errcode = 'LG003';
      end if;
      insert into public.ledger_transfers as t (kind, cause, idempotency_key, reason, refs, lines)
      values (p_kind, p_cause, p_key, p_reason, p_refs, legs)
      on conflict do nothing returning t.id into transfer_id;
      replayed := transfer_id is null;
      if replayed then
        transfer_id := public.ledger_replay(p_kind, p_cause, p_key, p_refs, p_account_kinds, p_owners, p_amounts);
        return;
      end if;

      for i in 1..legs loop
        select a.id into account from public.ledger_accounts a where a.kind = p_account_kinds[i] and a.owner = p_owners[i];
        accounts[i] := account;
        total := total + p_amounts[i];
      end loop;
      if total is distinct from 0 then
        raise exception 'the legs sum to %', total using errcode = 'LG003';
      end if;
      -- Missing accounts are opened in one order everywhere, so that two transfers that open the same accounts don't deadlock.
      while array_position(accounts, null) is not null loop
        next := null;
        for i in 1..legs loop
          if accounts[i] is null
             and (next is null or (p_account_kinds[i], p_owners[i]) < (p_account_kinds[next], p_owners[next]))
          then
            next := i;
          end if;
        end loop;
        insert into public.ledger_accounts as a (kind, owner, balance, version)
        values (p_account_kinds[next], p_owners[next], 0, 0)
        on conflict on constraint ledger_accounts_kind_owner do nothing returning a.id into account;
        if account is null then
          select a.id into account from public.ledger_accounts a
           where a.kind = p_account_kinds[next] and a.owner = p_owners[next];
        end if;
        accounts[next] := account;
      end loop;

      insert into public.ledger_entries (transfer_id, line, lines, account_id, amount)
      select ledger_post.transfer_id, l.line, legs, l.account_id, l.amount
        from unnest(accounts, p_amounts) with ordinality as l (account_id, amount, line)
       order by l.account_id;
      -- Under the accounts' locks, so that lines of one account are in the order of its entries.
      perform public.transparency_log_transfer(ledger_post.transfer_id, p_kind, p_account_kinds, p_amounts);
    end $$
  `.execute(db);
}

/**
 * Logs what was posted before the log existed. A transfer's time is when its transaction began, which may have waited for an
 * account since, so a line comes after those whose entries precede its own in any account, whatever their times.
 */
async function logEarlier(db: Kysely<unknown>): Promise<void> {
  await sql`
    create temporary table earlier on commit drop as
    select t.id, t.kind, t.created_at as at, e.kinds, e.amounts
      from ledger_transfers t
      join (select transfer_id, array_agg(a.kind order by e.line) as kinds, array_agg(e.amount order by e.line) as amounts
              from ledger_entries e join ledger_accounts a on a.id = e.account_id group by transfer_id) e
        on e.transfer_id = t.id`.execute(db);
  await sql`create unique index on earlier (id)`.execute(db);
  await sql`
    create temporary table follows on commit drop as
    select e.transfer_id as id, before.transfer_id as before
      from ledger_entries e
      join ledger_entries before on before.account_id = e.account_id and before.version = e.version - 1
     where e.transfer_id <> before.transfer_id`.execute(db);
  await sql`create index on follows (before)`.execute(db);
  await sql`analyze earlier, follows`.execute(db);
  // Lines of one transaction share a time and stay in id order. Moving one may push others.
  for (let moved: readonly string[] | null = null; moved === null || moved.length > 0; ) {
    const pushing: RawBuilder<unknown> = moved === null ? sql`true` : sql`f.before = any(${moved}::bigint[])`;
    const pushed = await sql<{ id: string }>`
      update earlier e set at = x.at + interval '1 microsecond'
        from (select f.id, max(b.at) as at from follows f join earlier b on b.id = f.before join earlier a on a.id = f.id
               where ${pushing} and (b.at, b.id) > (a.at, a.id) group by f.id) x
       where x.id = e.id returning e.id::text`.execute(db);
    moved = pushed.rows.map(({ id }) => id);
  }
  await sql`
    select transparency_log_transfer(id, kind, kinds, amounts, date_trunc('milliseconds', at))
      from (select * from earlier order by at, id) as e`.execute(db);
  await sql`select transparency_seal(2147483647)`.execute(db);
}

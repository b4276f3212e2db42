import { type Kysely, sql } from "kysely";

/**
 * The ledger's functions. Their SQLSTATEs: LG001 the key was used for another transfer, LG002 the cause already has its
 * transfer, LG003 not a valid transfer (unbalanced, unknown account), LG004 an attempt to change the past.
 */
export async function createLedgerFunctions(db: Kysely<unknown>): Promise<void> {
  // Exact even with postings in flight: a row of ledger_pending is either visible, and then removed and added in one statement,
  // or not committed yet, and stays. It compares no ids or transaction numbers, so commit order doesn't matter.
  // The lock comes first, so that the statement after it sees what an earlier roll-up left.
  await sql`
    create function ledger_roll_up(p_account bigint default null) returns bigint
    language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
    declare
      rolled bigint;
    begin
      perform 1 from public.ledger_snapshots s
        where p_account is null or s.account_id = p_account order by s.account_id for no key update;
      with taken as (
        delete from public.ledger_pending p where p_account is null or p.account_id = p_account
        returning p.account_id, p.amount
      ), sums as (
        select t.account_id, sum(t.amount) as amount, count(*) as entries from taken t group by t.account_id
      ), added as (
        update public.ledger_snapshots s
           set balance = s.balance + x.amount, entries = s.entries + x.entries, rolled_up_at = now()
          from sums x where s.account_id = x.account_id
      )
      select coalesce(sum(entries), 0) into rolled from sums;
      return rolled;
    end $$
  `.execute(db);

  // The reason is prose and may be reworded between attempts; everything else identifies the transfer.
  await sql`
    create function ledger_replay(
      p_kind text, p_cause text, p_key text, p_refs jsonb, p_account_kinds text[], p_owners text[], p_amounts bigint[]
    ) returns bigint language plpgsql as $$
    declare
      earlier public.ledger_transfers;
    begin
      select * into earlier from public.ledger_transfers t where t.idempotency_key = p_key;
      if not found then
        raise exception 'there is a % for % already', p_kind, p_cause using errcode = 'LG002';
      end if;
      if (earlier.kind, earlier.cause, earlier.refs, earlier.lines::integer)
           is distinct from (p_kind, p_cause, p_refs, cardinality(p_amounts))
         or exists (
           select l.kind, l.owner, l.amount, l.line
             from unnest(p_account_kinds, p_owners, p_amounts) with ordinality as l (kind, owner, amount, line)
           except
           select a.kind, a.owner, e.amount, e.line
             from public.ledger_entries e join public.ledger_accounts a on a.id = e.account_id
            where e.transfer_id = earlier.id
         )
      then
        raise exception 'the key % belongs to another transfer', p_key using errcode = 'LG001';
      end if;
      return earlier.id;
    end $$
  `.execute(db);

  // Lock order: accounts by ascending id, which is the order in which the entries are inserted (docs/DECISIONS.md 1.12).
  await sql`
    create function ledger_post(
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
    end $$
  `.execute(db);

  const post = "ledger_post(text, text, text, text, jsonb, text[], text[], bigint[])";
  await sql`
    revoke all on function ledger_roll_up(bigint), ${sql.raw(post)},
      ledger_replay(text, text, text, jsonb, text[], text[], bigint[]) from public
  `.execute(db);
  await sql`grant execute on function ledger_roll_up(bigint), ${sql.raw(post)} to bbux_app`.execute(db);
}

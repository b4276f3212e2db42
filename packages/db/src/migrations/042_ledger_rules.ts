import { type Kysely, sql } from "kysely";

/** What each kind of transfer may take from and give to, as in `packages/ledger/src/kinds.ts`; a test compares the two. */
const KINDS: Readonly<Record<string, readonly [debits: string, credits: string]>> = {
  deposit: ["external", "member"],
  deposit_unclaimed: ["external", "suspense"],
  suspense_assigned: ["suspense", "member"],
  float_recorded: ["suspense", "equity"],
  float_funded: ["external", "equity"],
  loss_recorded: ["equity", "external"],
  gain_recorded: ["external", "equity"],
  withdrawal_held: ["member", "hold"],
  network_fee_reserved: ["equity", "hold"],
  network_fee_released: ["hold", "equity"],
  withdrawal_settled: ["hold,equity", "external,treasury,equity"],
  withdrawal_refunded: ["hold,equity", "member,external,equity"],
  network_fee_paid: ["hold,equity", "external,equity"],
  bounty_placed: ["member", "escrow,treasury"],
  bounty_paid: ["escrow", "member"],
  bounty_returned: ["escrow", "member"],
  balance_forfeited: ["member", "treasury"],
  treasury_allotted: ["treasury", "pool"],
  stake_added: ["member", "stake"],
  stake_removed: ["stake", "member"],
  rewards_paid: ["pool", "member"],
  pool_returned: ["pool", "treasury"],
};

/**
 * The database enforces legality for every role: transfers only between the kinds of account that their kind allows, and no changes
 * to rows in a final state. Differences between chain and books that an operator has investigated get transfer kinds of their own.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createKinds(db);
  await checkLegs(db);
  await createWords(db);
  await createCorrections(db);
  await createTransitions(db);
  // Restored books may know that an address was swept before they know what arrived there.
  await sql`alter table wallets drop constraint wallets_booked_check`.execute(db);
}

async function createKinds(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table ledger_transfer_kinds (
      kind text primary key,
      debits text[] not null,
      credits text[] not null
    )`.execute(db);
  for (const [kind, [debits, credits]] of Object.entries(KINDS)) {
    await sql`
      insert into ledger_transfer_kinds values (${kind}, ${debits.split(",")}::text[], ${credits.split(",")}::text[])`.execute(
      db,
    );
  }
  await sql`grant select on ledger_transfer_kinds to bbux_app`.execute(db);
}

/** As in migration 036, plus the check of the legs. */
async function checkLegs(db: Kysely<unknown>): Promise<void> {
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
      debited text[];
      credited text[];
    begin
      if char_length(p_cause) not between 1 and 200 or char_length(p_key) not between 1 and 300
         or char_length(p_reason) not between 1 and 500 or jsonb_typeof(p_refs) <> 'object' or legs < 2
      then
        raise exception 'cause, key, reason or refs of a % are empty or too long', p_kind using errcode = 'LG003';
      end if;
      select k.debits, k.credits into debited, credited from public.ledger_transfer_kinds k where k.kind = p_kind;
      if not found then
        raise exception 'no kind of transfer: %', p_kind using errcode = 'LG003';
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
        if p_account_kinds[i] <> all (case when p_amounts[i] < 0 then debited else credited end) then
          raise exception 'a % may not % an account of kind %', p_kind,
            case when p_amounts[i] < 0 then 'debit' else 'credit' end, p_account_kinds[i] using errcode = 'LG003';
        end if;
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

/** What the public log says about the new kinds. */
async function createWords(db: Kysely<unknown>): Promise<void> {
  await sql`alter function transparency_words(text) rename to transparency_words_036`.execute(db);
  await sql`
    create function transparency_words(p_type text) returns text language plpgsql immutable as $$
    begin
      case p_type
        when 'LOSS_RECORDED' then return 'SOL was lost and the operator''s float made it up';
        when 'GAIN_RECORDED' then return 'SOL that nothing explains became the operator''s float';
        else return public.transparency_words_036(p_type);
      end case;
    end $$`.execute(db);
}

/** Why an operator booked a loss or a gain. The posting's cause is its id. */
async function createCorrections(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table reserve_corrections (
      id bigint primary key default nextval('ids'),
      kind text not null check (kind in ('loss_recorded', 'gain_recorded')),
      amount bigint not null check (amount > 0),
      reason text not null check (reason <> ''),
      slot bigint not null,
      created_at timestamptz not null
    )`.execute(db);
  await sql`grant select, insert on reserve_corrections to bbux_app`.execute(db);
}

/** Per table: the column with the state, and each state with those that may follow it. One that nothing follows is an end. */
const STATES: Readonly<Record<string, readonly [column: string, next: Readonly<Record<string, readonly string[]>>]>> = {
  withdrawals: [
    "state",
    {
      REQUESTED: ["SIGNED", "REFUNDED"],
      SIGNED: ["SENT", "FINALIZED", "REQUESTED", "REFUNDED"],
      SENT: ["FINALIZED", "REQUESTED", "REFUNDED"],
      FINALIZED: [],
      REFUNDED: [],
    },
  ],
  payment_attempts: [
    "state",
    {
      SIGNED: ["SENT", "REPLACED", "FINALIZED", "FAILED", "CANCELED", "EXPIRED"],
      SENT: ["REPLACED", "FINALIZED", "FAILED", "CANCELED", "EXPIRED"],
      REPLACED: ["FINALIZED", "FAILED", "CANCELED", "EXPIRED"],
      FINALIZED: [],
      FAILED: [],
      CANCELED: [],
      EXPIRED: [],
    },
  ],
  sweeps: ["state", { OPEN: ["DONE", "GIVEN_UP"], DONE: [], GIVEN_UP: [] }],
  payment_nonces: ["state", { WANTED: ["READY", "LOST"], READY: ["LOST"], LOST: [] }],
  deposit_requests: ["status", { pending: ["completed", "failed"], completed: [], failed: [] }],
};

/** Rows of these may be changed while they wait, and never again once they have ended. */
async function createTransitions(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table state_transitions (
      entity text not null,
      state text not null,
      next text not null,
      primary key (entity, state, next)
    )`.execute(db);
  await sql`grant select on state_transitions to bbux_app`.execute(db);
  await sql`
    create function require_transition() returns trigger language plpgsql as $$
    declare
      state_before constant text := to_jsonb(old) ->> tg_argv[0];
      state_after constant text := to_jsonb(new) ->> tg_argv[0];
    begin
      if not exists (select from public.state_transitions t where t.entity = tg_table_name and t.state = state_before) then
        if new is distinct from old then
          raise exception '% % is %, which is final', tg_table_name, old.id, state_before using errcode = 'LG004';
        end if;
      elsif state_after <> state_before and not exists (
        select from public.state_transitions t
         where t.entity = tg_table_name and t.state = state_before and t.next = state_after) then
        raise exception '% % may not go from % to %', tg_table_name, old.id, state_before, state_after
          using errcode = 'LG004';
      end if;
      return new;
    end $$`.execute(db);
  await sql`
    create function refuse_deletion() returns trigger language plpgsql as $$
    begin
      raise exception '% % is a record, which nothing deletes', tg_table_name, old.id using errcode = 'LG004';
    end $$`.execute(db);
  for (const [table, [column, next]] of Object.entries(STATES)) {
    for (const [state, followers] of Object.entries(next)) {
      for (const follower of followers) {
        await sql`insert into state_transitions values (${table}, ${state}, ${follower})`.execute(db);
      }
    }
    await sql`
      create trigger ${sql.id(`${table}_transition`)} before update on ${sql.table(table)}
      for each row execute function require_transition(${sql.lit(column)})`.execute(db);
    await sql`
      create trigger ${sql.id(`${table}_kept`)} before delete on ${sql.table(table)}
      for each row execute function refuse_deletion()`.execute(db);
  }
}

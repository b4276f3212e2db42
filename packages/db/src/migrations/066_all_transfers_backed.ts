import { type Kysely, sql } from "kysely";
import { COLD_BACKED } from "./062_cold_wallet.ts";

/** The hold of an attempt's subject, its fee on one side and the operator's float on the other. */
const feeOf = (direction: "" | "-") => `legs = jsonb_build_object(
    'hold:' || coalesce(a.withdrawal_id, a.sweep_id, a.created_nonce_id, a.cold_transfer_id), ${direction}a.network_fee,
    'equity:operator', -(${direction}a.network_fee))`;
/** Which of the two kinds it is follows from the accounts that each may debit. */
const STAKED = `select from public.stake_changes c where c.transfer_id = new.id and c.user_id || ':' || c.version = new.cause
      and legs = jsonb_build_object('member:' || c.user_id, -c.amount, 'stake:' || c.user_id, c.amount)`;

const REWARDS_OF = "'rewards:' || to_char(d.day, 'YYYY-MM-DD')";

/** As in migration 054, for the kinds that move BBUX within the books. */
const BACKED: Readonly<Record<string, string>> = {
  suspense_assigned: `select from public.suspense_items s where s.id = cause_id and s.resolved_at is not null
      and legs = jsonb_build_object('suspense:' || s.id, -s.amount, 'member:' || coalesce(s.assigned_to::text, ''), s.amount)`,
  float_recorded: `select from public.suspense_items s where s.id = cause_id and s.resolved_at is not null and s.assigned_to is null
      and legs = jsonb_build_object('suspense:' || s.id, -s.amount, 'equity:operator', s.amount)`,
  withdrawal_held: `select from public.withdrawals w where w.id = cause_id and w.state in ('REQUESTED', 'SIGNED')
      and legs = jsonb_build_object('member:' || w.user_id, -w.amount, 'hold:' || w.id, w.amount)`,
  network_fee_reserved: `select from public.payment_attempts a where a.signature = new.cause and a.state <> 'EXPIRED' and ${feeOf("")}`,
  network_fee_released: `select from public.payment_attempts a where a.signature = new.cause and a.state = 'EXPIRED' and ${feeOf("-")}`,
  // The fee is the one that the log stated last, which stays in force until this transaction ends (migration 048).
  bounty_placed: `select from public.posts p
    cross join lateral (select coalesce((legs -> 'treasury:platform')::bigint, 0) as amount) as fee
    where p.id = cause_id and p.bounty_status <> 'NONE'
      and legs = jsonb_strip_nulls(jsonb_build_object('member:' || p.author_id, -(p.bounty_amount + fee.amount),
        'escrow:' || p.id, p.bounty_amount, 'treasury:platform', nullif(fee.amount, 0)))
      and not exists (select from public.fees_stated f
        where f.name = 'bountyFee' and fee.amount <> div(p.bounty_amount::numeric * f.value + 9999, 10000))`,
  bounty_paid: `select from public.posts p join public.answers a on a.id = p.accepted_answer_id and a.post_id = p.id
    where p.id = cause_id and p.bounty_status = 'PAID' and a.author_id <> p.author_id
      and legs = jsonb_build_object('escrow:' || p.id, -p.bounty_amount, 'member:' || a.author_id, p.bounty_amount)`,
  bounty_returned: `select from public.posts p where p.id = cause_id and p.bounty_status = 'REFUNDED'
      and legs = jsonb_build_object('escrow:' || p.id, -p.bounty_amount, 'member:' || p.author_id, p.bounty_amount)`,
  // Everything that the member had.
  balance_forfeited: `select from public.users u join public.ledger_accounts m on m.kind = 'member' and m.owner = u.id::text
    where u.id = cause_id and u.deleted_at is not null and m.balance = 0
      and legs - array['member:' || u.id, 'treasury:platform'] = '{}'`,
  stake_added: STAKED,
  stake_removed: STAKED,
  treasury_allotted: `select from public.reward_days d where ${REWARDS_OF} = new.cause and d.state = 'OPEN'
      and legs = jsonb_build_object('treasury:platform', -d.allotted, 'pool:rewards', d.allotted)`,
  // All members from the first one up to where the day has been paid, each with the own amount, and none of them a second time:
  // the pool would have paid more than the day says.
  rewards_paid: `select from public.reward_days d
    join public.ledger_accounts pool on pool.kind = 'pool' and pool.owner = 'rewards'
    cross join lateral (
      select jsonb_object_agg('member:' || p.user_id, p.amount) as amounts from public.reward_payments p
       where p.day = d.day and p.amount > 0 and p.user_id between first_member and d.paid_up_to) as due
    where ${REWARDS_OF} || ':' || first_member = new.cause and d.state = 'OPEN'
      and legs - 'pool:rewards' = due.amounts and pool.balance = d.allotted - d.paid`,
  pool_returned: `select from public.reward_days d where ${REWARDS_OF} = new.cause and d.state = 'DONE'
      and legs = jsonb_build_object('pool:rewards', d.paid - d.allotted, 'treasury:platform', d.allotted - d.paid)`,
};

/** What a posting follows stays as it is: changed later, it would send what is held to another member, or another amount. */
const TERMS: Readonly<Record<string, readonly string[]>> = {
  withdrawals: ["user_id", "amount", "fee", "net_amount", "destination", "reference"],
  payment_attempts: [
    "withdrawal_id",
    "sweep_id",
    "created_nonce_id",
    "cold_transfer_id",
    "signature",
    "lamports",
    "network_fee",
  ],
  suspense_items: ["signature", "address", "amount"],
  answers: ["post_id", "author_id"],
};

/**
 * Nothing moves within the books either without the row that says why: a bounty goes only to the author of the accepted answer, a
 * hold only to its withdrawal. A kind without a rule here can't be posted.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await nameAssignees(db);
  await keepTerms(db);
  await countRewards(db);
  await requireBacking(db);
}

/** To whom an item was assigned was only prose; null for the operator's float. */
async function nameAssignees(db: Kysely<unknown>): Promise<void> {
  await sql`alter table suspense_items add column assigned_to bigint references users`.execute(db);
  await sql`
    update suspense_items s set assigned_to = a.owner::bigint
      from ledger_transfers t join ledger_entries e on e.transfer_id = t.id
      join ledger_accounts a on a.id = e.account_id and a.kind = 'member'
     where t.kind = 'suspense_assigned' and t.cause = s.id::text`.execute(db);
  await sql`alter table suspense_items add check (assigned_to is null or resolved_at is not null)`.execute(db);
}

async function keepTerms(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function refuse_other_terms() returns trigger language plpgsql as $$
    begin
      raise exception '% %: what a posting follows stays as it is', tg_table_name, old.id using errcode = 'LG004';
    end $$`.execute(db);
  const keep = async (table: string, name: string, columns: readonly string[], since = sql`true`) => {
    const of = (row: string) => sql.join(columns.map((column) => sql.ref(`${row}.${column}`)));
    await sql`
      create trigger ${sql.id(`${table}_${name}_kept`)} before update of ${sql.join(columns.map((column) => sql.id(column)))}
      on ${sql.table(table)} for each row when (${since} and row(${of("old")}) is distinct from row(${of("new")}))
      execute function refuse_other_terms()`.execute(db);
  };
  for (const [table, columns] of Object.entries(TERMS)) await keep(table, "terms", columns);
  await keep("posts", "winner", ["accepted_answer_id"], sql`old.bounty_status = 'PAID'`);
  await keep(
    "suspense_items",
    "resolution",
    ["resolution", "resolved_at", "assigned_to"],
    sql`old.resolved_at is not null`,
  );
}

/** A day's sum follows its payments, from the member paid last to the next, and ends with the day. */
async function countRewards(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function require_reward_payments() returns trigger language plpgsql as $$
    begin
      if new.day <> old.day or old.state = 'DONE' or new.paid_up_to < old.paid_up_to
         or (old.state = 'OPEN' and new.allotted <> old.allotted)
         or new.paid - old.paid <> (
           select coalesce(sum(p.amount), 0) from public.reward_payments p
            where p.day = old.day and p.user_id > old.paid_up_to and p.user_id <= new.paid_up_to)
      then
        raise exception 'the rewards of % are not what was paid of them', old.day using errcode = 'LG004';
      end if;
      return new;
    end $$`.execute(db);
  await sql`
    create trigger reward_days_counted before update on reward_days
    for each row execute function require_reward_payments()`.execute(db);
}

/** As in migration 054, for all kinds, and each with a statement of its own, so that only that one is prepared and run. */
async function requireBacking(db: Kysely<unknown>): Promise<void> {
  const rules = Object.entries({ ...COLD_BACKED, ...BACKED });
  const cases = rules.map(([kind, row]) => `when '${kind}' then is_backed := exists (${row});`);
  await sql`
    create or replace function ledger_require_backing() returns trigger
    language plpgsql security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan as $$
    declare
      cause_id constant bigint := case when new.cause ~ '^[1-9][0-9]{0,17}$' then new.cause::bigint end;
      first_member constant bigint := substring(new.cause from '^rewards:.*:([1-9][0-9]{0,17})$')::bigint;
      legs jsonb;
      is_backed boolean := false;
    begin
      select jsonb_object_agg(l.account, l.amount) into legs from (
        select a.kind || ':' || a.owner as account, sum(e.amount) as amount
          from public.ledger_entries e join public.ledger_accounts a on a.id = e.account_id
         where e.transfer_id = new.id group by 1) as l;
      case new.kind ${sql.raw(cases.join("\n"))} else null; end case;
      if is_backed is not true
         and not exists (select from public.ledger_waivers w where w.kind = new.kind and starts_with(new.cause, w.causes))
      then
        raise exception 'nothing backs the % of %', new.kind, new.cause using errcode = 'LG005';
      end if;
      return null;
    end $$`.execute(db);
  await sql`drop trigger ledger_transfers_backed on ledger_transfers`.execute(db);
  await sql`
    create constraint trigger ledger_transfers_backed after insert on ledger_transfers deferrable initially deferred
    for each row execute function ledger_require_backing()`.execute(db);
}

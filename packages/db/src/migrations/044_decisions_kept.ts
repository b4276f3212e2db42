import { type Kysely, sql } from "kysely";

interface Decided {
  /** Each state with those that may follow it; `[*]` is none yet, and one that nothing follows is an end. */
  readonly next: Readonly<Record<string, readonly string[]>>;
  /** The columns that never change again once the state is an end. */
  readonly kept: readonly string[];
}

const APPEAL = [
  "appeal_reason",
  "appealed_at",
  "appeal_expires_at",
  "appeal_decided_at",
  "appeal_decided_by",
  "appeal_note",
];
const REQUEST = ["post_id", "user_id", "reason", "amount", "required_votes", "approve_votes", "reject_votes"];
const TALLY = ["stake_voted", "power_for", "power_against", "votes_for", "votes_against", "staked_at_open"];
const PROPOSAL = ["user_id", "type", "title", "proposal", "parameter", "value", "quorum_stake", ...TALLY];

const DECIDED: Readonly<Record<string, Decided>> = {
  "posts.bounty_status": {
    next: { NONE: [], ESCROWED: ["PAID", "REFUNDED"], PAID: [], REFUNDED: [] },
    kept: ["author_id", "bounty_amount", "bounty_expires_at", "settles_at"],
  },
  "refund_requests.status": {
    next: {
      PENDING: ["COMPLETED", "REJECTED", "EXPIRED"],
      REJECTED: ["COMPLETED"],
      EXPIRED: ["COMPLETED"],
      COMPLETED: [],
    },
    kept: [...REQUEST, "created_at", "expires_at", "decided_at", "updated_at", "appeal_status", ...APPEAL],
  },
  "refund_requests.appeal_status": {
    next: { "[*]": ["OPEN"], OPEN: ["GRANTED", "DENIED", "LAPSED"], GRANTED: [], DENIED: [], LAPSED: [] },
    kept: APPEAL,
  },
  "proposals.status": {
    next: { OPEN: ["PASSED", "REJECTED"], PASSED: ["EXECUTED"], REJECTED: [], EXECUTED: [] },
    // Voters are notified after the decision, which `told_up_to` and `told_at` record.
    kept: [
      ...PROPOSAL,
      "outcome",
      "created_at",
      "closes_at",
      "decided_at",
      "executed_at",
      "executed_by",
      "execution_note",
    ],
  },
};

/**
 * Bounties, refund requests, appeals and proposals change as their diagrams show, and what was decided stays as it was, for every
 * role (docs/DECISIONS.md 1.3, 1.5). Migration 042 does the same for payments.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function require_decision() returns trigger language plpgsql as $$
    declare
      entity_changed constant text := tg_table_name || '.' || tg_argv[0];
      was constant jsonb := to_jsonb(old);
      becomes constant jsonb := to_jsonb(new);
      state_before constant text := coalesce(was ->> tg_argv[0], '[*]');
      state_after constant text := coalesce(becomes ->> tg_argv[0], '[*]');
    begin
      if state_after <> state_before and not exists (
        select from public.state_transitions t
         where t.entity = entity_changed and t.state = state_before and t.next = state_after) then
        raise exception '% of % may not go from % to %', entity_changed, old.id, state_before, state_after
          using errcode = 'LG004';
      end if;
      if not exists (select from public.state_transitions t where t.entity = entity_changed and t.state = state_before) then
        for i in 1..tg_nargs - 1 loop
          if (was -> tg_argv[i]) is distinct from (becomes -> tg_argv[i]) then
            raise exception '% of % is %, which is final: % stays', entity_changed, old.id, state_before, tg_argv[i]
              using errcode = 'LG004';
          end if;
        end loop;
      end if;
      return new;
    end $$`.execute(db);
  for (const [entity, { next, kept }] of Object.entries(DECIDED)) {
    for (const [state, followers] of Object.entries(next)) {
      for (const follower of followers) {
        await sql`insert into state_transitions values (${entity}, ${state}, ${follower})`.execute(db);
      }
    }
    const [table = "", column = ""] = entity.split(".");
    const columns = [column, ...kept];
    // Counters of a post change all the time, and its bounty hardly ever.
    await sql`
      create trigger ${sql.id(`${table}_${column}_decided`)} before update of ${sql.join(columns.map((one) => sql.id(one)))}
      on ${sql.table(table)} for each row execute function require_decision(${sql.join(columns.map((one) => sql.lit(one)))})
    `.execute(db);
  }
  await keepBounties(db);
  for (const table of ["refund_requests", "proposals"]) {
    await sql`
      create trigger ${sql.id(`${table}_kept`)} before delete on ${sql.table(table)}
      for each row execute function refuse_deletion()`.execute(db);
  }
}

/** What is in escrow is what the post says, until it is paid or returned. */
async function keepBounties(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function refuse_other_bounty() returns trigger language plpgsql as $$
    begin
      raise exception 'the bounty of post % was placed: its amount and asker stay', old.id using errcode = 'LG004';
    end $$`.execute(db);
  await sql`
    create trigger posts_bounty_placed before update of bounty_amount, author_id on posts for each row
    when (old.bounty_status = 'ESCROWED'
          and (old.bounty_amount, old.author_id) is distinct from (new.bounty_amount, new.author_id))
    execute function refuse_other_bounty()`.execute(db);
}

import type { Database } from "@bbux/db";
import { sql } from "kysely";
import { keptTotalsSql } from "./reads.sql.ts";

export type AuditFinding =
  /** A transfer with missing or extra entries, or whose entries don't sum to zero. */
  | "UNBALANCED_TRANSFER"
  /** An entry whose transfer or account does not exist. */
  | "ORPHAN_ENTRY"
  /** An account whose balance isn't the sum of its entries. */
  | "BALANCE_DRIFT"
  /** An account whose entries aren't numbered 1, 2, 3 … up to its version. */
  | "VERSION_GAP"
  /** An entry whose running balance differs from the sum of the entries up to it. */
  | "RUNNING_BALANCE_DRIFT"
  /** An account that is below zero and must not be. */
  | "NEGATIVE_BALANCE"
  /** A hot account whose snapshot and pending amounts don't add up to its entries. */
  | "SNAPSHOT_DRIFT"
  /** The balances of all accounts don't sum to zero. */
  | "TOTAL_NOT_ZERO"
  /** The kept total of a kind of account isn't the sum of its accounts. */
  | "TOTALS_DRIFT";

export interface AuditReport {
  /** At most 100 per kind. Empty when the books are correct. */
  readonly problems: readonly { readonly finding: AuditFinding; readonly subject: string; readonly detail: string }[];
}

/**
 * Recomputes the books from the entries and reports every difference (docs/FAULTS.md). A single statement sees one
 * consistent snapshot while postings go on. It reads everything, which takes seconds for millions of entries.
 */
export async function audit(db: Database): Promise<AuditReport> {
  const { rows } = await sql<{ finding: AuditFinding; subject: string; detail: string }>`
    with
    per_transfer as (
      select transfer_id, count(*) as lines, sum(amount) as total from ledger_entries group by transfer_id
    ),
    per_account as (
      select account_id, sum(amount) as total, count(*) as entries, count(distinct version) as versions,
             min(version) as first, max(version) as last
        from ledger_entries group by account_id
    ),
    running as (
      select account_id, version, balance_after,
             sum(amount) over (partition by account_id order by version) as total
        from ledger_entries where version is not null
    ),
    findings as (
      select 'UNBALANCED_TRANSFER' as finding, t.id::text as subject,
             format('%s of %s lines, sum %s', coalesce(p.lines, 0), t.lines, coalesce(p.total, 0)) as detail
        from ledger_transfers t left join per_transfer p on p.transfer_id = t.id
       where p.lines is distinct from t.lines or p.total <> 0
      union all
      select 'ORPHAN_ENTRY', e.transfer_id || ' line ' || e.line, 'account ' || e.account_id
        from ledger_entries e
       where not exists (select from ledger_accounts a where a.id = e.account_id)
          or not exists (select from ledger_transfers t where t.id = e.transfer_id)
      union all
      select 'BALANCE_DRIFT', a.kind || ' ' || a.owner, format('balance %s, entries %s', a.balance, coalesce(p.total, 0))
        from ledger_accounts a left join per_account p on p.account_id = a.id
       where a.balance is not null and a.balance is distinct from coalesce(p.total, 0)
      union all
      select 'VERSION_GAP', a.kind || ' ' || a.owner,
             format('version %s, entries %s numbered %s to %s', a.version, coalesce(p.entries, 0), p.first, p.last)
        from ledger_accounts a left join per_account p on p.account_id = a.id
       where a.version is not null
         and (a.version, coalesce(p.entries, 0), coalesce(p.versions, 0), coalesce(p.last, 0))
             is distinct from (a.version, a.version, a.version, a.version)
      union all
      select 'RUNNING_BALANCE_DRIFT', a.kind || ' ' || a.owner || ' version ' || r.version,
             format('states %s, entries %s', r.balance_after, r.total)
        from running r join ledger_accounts a on a.id = r.account_id
       where r.balance_after is distinct from r.total
      union all
      select 'NEGATIVE_BALANCE', kind || ' ' || owner, balance::text
        from ledger_balances where balance < 0 and kind <> 'external'
      union all
      select 'SNAPSHOT_DRIFT', b.kind || ' ' || b.owner, format('balance %s, entries %s', b.balance, coalesce(p.total, 0))
        from ledger_balances b
        join ledger_accounts a on a.id = b.account_id and a.balance is null
        left join per_account p on p.account_id = b.account_id
       where b.balance is distinct from coalesce(p.total, 0)
      union all
      select 'TOTAL_NOT_ZERO', 'all accounts', sum(balance)::text from ledger_balances having sum(balance) <> 0
      union all
      select 'TOTALS_DRIFT', coalesce(k.kind, s.kind), format('kept %s, accounts %s', coalesce(k.total, 0), coalesce(s.total, 0))
        from (select kind, sum(amount) as total from ${keptTotalsSql()} as parts group by kind) k
        full join (select kind, sum(balance) as total from ledger_balances group by kind) s on s.kind = k.kind
       where coalesce(k.total, 0) <> coalesce(s.total, 0)
    ),
    numbered as (
      select *, row_number() over (partition by finding order by subject) as nth from findings
    )
    select finding, subject, detail from numbered where nth <= 100 order by finding, subject
  `.execute(db);
  return { problems: rows };
}

import type { Database } from "@bbux/db";
import { sql } from "kysely";
import type { AccountKind, OrdinaryAccountKind, TransferKind } from "./kinds.ts";

export interface StatementLine {
  readonly transferId: string;
  readonly kind: TransferKind;
  readonly cause: string;
  readonly reason: string;
  readonly refs: Readonly<Record<string, string>>;
  /** Base units; a credit is positive. */
  readonly amount: bigint;
  /** The account's balance when this line was posted. */
  readonly balanceAfter: bigint;
  /** The other lines of the transfer. */
  readonly counterparts: readonly { readonly kind: AccountKind; readonly owner: string; readonly amount: bigint }[];
  readonly createdAt: Date;
}

export interface StatementPage {
  readonly lines: readonly StatementLine[];
  /** Pass it as `before` for the next page. Undefined on the last page. */
  readonly next: string | undefined;
}

interface Row {
  transfer_id: string;
  kind: TransferKind;
  cause: string;
  reason: string;
  refs: Record<string, string>;
  amount: string;
  balance_after: string;
  version: string;
  counterparts: { kind: AccountKind; owner: string; amount: string }[];
  created_at: Date;
}

/**
 * Lists an account's lines, newest first, by the account's gap-free numbering: old pages are as fast as new
 * ones, and new lines never shift them.
 * @param args.before `next` of the previous page; leave it out for the newest lines
 */
export async function statement(
  db: Database,
  args: {
    readonly kind: OrdinaryAccountKind;
    readonly owner: string;
    readonly before?: string | undefined;
    readonly limit: number;
  },
): Promise<StatementPage> {
  const { kind, owner, before, limit } = args;
  const { rows } = await sql<Row>`
    select e.transfer_id, t.kind, t.cause, t.reason, t.refs, e.amount, e.balance_after, e.version, t.created_at,
           (select jsonb_agg(jsonb_build_object('kind', a.kind, 'owner', a.owner, 'amount', o.amount::text) order by o.line)
              from ledger_entries o join ledger_accounts a on a.id = o.account_id
             where o.transfer_id = e.transfer_id and o.line <> e.line) as counterparts
      from ledger_entries e join ledger_transfers t on t.id = e.transfer_id
     where e.account_id = (select id from ledger_accounts where kind = ${kind} and owner = ${owner})
       and e.version < coalesce(${before ?? null}::bigint, 9223372036854775807)
     order by e.version desc
     limit ${limit + 1}
  `.execute(db);
  const page = rows.slice(0, limit);
  return { lines: page.map(toLine), next: rows.length > limit ? page.at(-1)?.version : undefined };
}

function toLine(row: Row): StatementLine {
  return {
    transferId: row.transfer_id,
    kind: row.kind,
    cause: row.cause,
    reason: row.reason,
    refs: row.refs,
    amount: BigInt(row.amount),
    balanceAfter: BigInt(row.balance_after),
    counterparts: row.counterparts.map((other) => ({ ...other, amount: BigInt(other.amount) })),
    createdAt: row.created_at,
  };
}

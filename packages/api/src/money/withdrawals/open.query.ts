import type { Database } from "@bbux/db";
import { sql } from "kysely";
import { chainState } from "../chain/index.ts";

export type OpenState = "REQUESTED" | "SIGNED" | "SENT";

export interface OpenWithdrawals {
  readonly stopped: { readonly at: Date; readonly because: string } | null;
  readonly byState: readonly {
    readonly state: OpenState;
    readonly count: number;
    /** What arrives at the destinations, in base units. */
    readonly netAmount: bigint;
    readonly oldest: Date;
  }[];
  /** The oldest, at most 20. */
  readonly oldest: readonly {
    readonly id: string;
    readonly username: string;
    readonly state: OpenState;
    readonly netAmount: bigint;
    readonly destination: string;
    /** Of the open transaction, if there is one. */
    readonly signature: string | null;
    readonly createdAt: Date;
  }[];
}

/** Returns withdrawals that aren't final, and whether payments are stopped. */
export async function openWithdrawals(db: Database): Promise<OpenWithdrawals> {
  const { withdrawalsStopped } = await chainState(db);
  const byState = await sql<{ state: OpenState; count: number; net: string; oldest: Date }>`
    select state, count(*)::int as count, sum(net_amount)::text as net, min(created_at) as oldest
      from withdrawals where state in ('REQUESTED', 'SIGNED', 'SENT') group by state order by state`.execute(db);
  const oldest = await sql<{
    id: string;
    username: string;
    state: OpenState;
    net: string;
    destination: string;
    signature: string | null;
    created_at: Date;
  }>`
    select w.id::text, u.username, w.state, w.net_amount::text as net, w.destination, p.signature, w.created_at
      from withdrawals w join users u on u.id = w.user_id
      left join payment_attempts p on p.withdrawal_id = w.id and p.state in ('SIGNED', 'SENT')
     where w.state in ('REQUESTED', 'SIGNED', 'SENT') order by w.created_at, w.id limit 20`.execute(db);
  return {
    stopped: withdrawalsStopped,
    byState: byState.rows.map(({ net, ...row }) => ({ ...row, netAmount: BigInt(net) })),
    oldest: oldest.rows.map(({ net, created_at, ...row }) => ({
      ...row,
      netAmount: BigInt(net),
      createdAt: created_at,
    })),
  };
}

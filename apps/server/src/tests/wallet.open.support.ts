import type { Services } from "@bbux/api";
import { sql } from "kysely";

/** Lists what is still open as JSON, a line each, for an error message. */
export async function whatIsOpen({ db }: Pick<Services, "db">): Promise<string> {
  const { rows } = await sql<{ found: string }>`
    select to_jsonb(w)::text as found from withdrawals w where state not in ('FINALIZED', 'REFUNDED')
    union all select to_jsonb(s)::text from sweeps s where state = 'OPEN'
    union all select to_jsonb(c)::text from cold_transfers c where state = 'OPEN'
    union all select (to_jsonb(p) - 'bytes')::text from payment_attempts p where state in ('SIGNED', 'SENT', 'REPLACED')
    union all select to_jsonb(n)::text from payment_nonces n where value is not null or state <> 'READY'
    union all select to_jsonb(a)::text from alerts a where closed_at is null`.execute(db);
  return rows.map(({ found }) => `\n${found}`).join("");
}

import type { Database } from "@bbux/db";
import { audit } from "@bbux/ledger";
import { type RawBuilder, sql } from "kysely";

/** What must never be found, by name (docs/FAULTS.md). Each query returns the ids of violations. */
const NEVER: Readonly<Record<string, RawBuilder<{ id: string }>>> = {
  "a hold of a withdrawal, sweep or nonce that has ended": sql`
    select b.owner as id from ledger_balances b
     where b.kind = 'hold' and b.balance <> 0
       and not exists (select from withdrawals w where w.id::text = b.owner and w.state in ('REQUESTED', 'SIGNED', 'SENT'))
       and not exists (select from sweeps s where s.id::text = b.owner and s.state = 'OPEN')
       and not exists (select from payment_nonces n where n.id::text = b.owner and n.state = 'WANTED')`,
  "a nonce that is held for nothing, or an open attempt without its nonce": sql`
    select n.id::text from payment_nonces n where n.value is not null and not exists (
      select from payment_attempts p where p.nonce_id = n.id and p.nonce_value = n.value and p.state in ('SIGNED', 'SENT'))
       and not exists (select from withdrawals w where w.id = n.withdrawal_id and w.state = 'REQUESTED')
       and not exists (select from sweeps s where s.id = n.sweep_id and s.state = 'OPEN')
    union all
    select p.id::text from payment_attempts p
     where p.nonce_id is not null and p.state in ('SIGNED', 'SENT', 'REPLACED') and not exists (
      select from payment_nonces n where n.id = p.nonce_id and n.value = p.nonce_value)`,
  "a withdrawal whose hold is not its amount and what is reserved for the network": sql`
    select w.id::text from withdrawals w
     where w.state in ('REQUESTED', 'SIGNED', 'SENT') and w.amount + coalesce((
         select sum(p.network_fee) from payment_attempts p where p.withdrawal_id = w.id and p.state in ('SIGNED', 'SENT', 'REPLACED')), 0)
       is distinct from (select balance from ledger_balances b where b.kind = 'hold' and b.owner = w.id::text)`,
  "a final withdrawal that is not posted once, or one that is posted and not final": sql`
    select w.id::text from withdrawals w
     where (w.state = 'FINALIZED') <> exists (
       select from ledger_transfers t where t.kind = 'withdrawal_settled' and t.cause = w.id::text)`,
  "a refund that was not posted, or one that was posted for what is not refunded": sql`
    select w.id::text from withdrawals w
     where (w.state = 'REFUNDED') <> exists (
       select from ledger_transfers t where t.kind = 'withdrawal_refunded' and t.cause = w.id::text)`,
  "a refund of what has landed": sql`
    select w.id::text from withdrawals w join payment_attempts p on p.withdrawal_id = w.id
     where w.state = 'REFUNDED' and p.state = 'FINALIZED'`,
  "a state of a withdrawal without its attempt, or with one too many": sql`
    select w.id::text from withdrawals w
      left join payment_attempts p on p.withdrawal_id = w.id and p.state in ('SIGNED', 'SENT')
     group by w.id having (w.state in ('SIGNED', 'SENT'))::int <> count(p.id)`,
  "a deposit that is credited otherwise than its transfer says": sql`
    select d.id::text from deposits d
      left join ledger_entries e on e.transfer_id = d.transfer_id and e.amount = d.amount
      left join ledger_accounts a on a.id = e.account_id and a.kind = 'member' and a.owner = d.user_id::text
     where a.id is null`,
  "a signature that is credited and in suspense": sql`
    select d.id::text from deposits d join suspense_items i using (signature, address)`,
};

/** Audits the ledger, and the states of deposits and withdrawals against it. Empty if all is right. */
export async function booksAreRight(db: Database): Promise<string[]> {
  const found = (await audit(db)).problems.map(({ finding, subject, detail }) => `${finding}: ${subject} ${detail}`);
  for (const [what, query] of Object.entries(NEVER)) {
    const { rows } = await query.execute(db);
    found.push(...rows.map(({ id }) => `${what}: ${id}`));
  }
  return found;
}

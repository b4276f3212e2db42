import { legsSql, transfersSql } from "@bbux/ledger";
import { sql } from "kysely";
import type { BooksCheck } from "./books-check.ts";

const taken = sql`(select -sum(leg.amount) from ${legsSql()} as leg where leg.transfer_id = t.id and leg.kind = 'equity')`;

/**
 * What cold wallets hold by the books is the sum of their movements, and each movement has the row that explains it: a move that is
 * done, an item of suspense, a posted fee.
 */
export const coldBooks: BooksCheck = sql`
  select 'COLD_BOOKS' as finding, c.address as subject, format('says %s, its movements come to %s', c.booked, coalesce(m.sum, 0)) as detail
    from cold_wallets c left join (select address, sum(amount) as sum from cold_movements group by address) m using (address)
   where c.booked <> coalesce(m.sum, 0)
  union all
  select 'COLD_BOOKS', 'cold transfer ' || t.id, format('%s of %s to %s, booked %s at %s', t.state, t.amount, t.address, m.amount, m.address)
    from cold_transfers t left join cold_movements m on m.cold_transfer_id = t.id
   where case t.state when 'DONE' then (m.amount, m.address) is distinct from (t.amount, t.address) else m.id is not null end
  union all
  select 'COLD_BOOKS', m.signature, format('%s of %s, suspense item %s of %s', m.kind, m.amount, i.id, i.amount)
    from cold_movements m join suspense_items i on i.id = m.suspense_id
   where (i.amount, i.address) is distinct from (m.amount, m.address)
  union all
  select 'COLD_BOOKS', coalesce(m.signature, t.cause), format('fee of %s, posted %s', m.fee, ${taken})
    from (select signature, sum(fee) as fee from cold_movements where fee > 0 group by signature) m
    full join (select * from ${transfersSql()} as all_transfers where kind = 'cold_fee_paid') t on t.cause = m.signature
   where m.fee is distinct from ${taken}`;

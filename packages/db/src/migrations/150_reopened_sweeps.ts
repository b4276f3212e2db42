import { type Kysely, sql } from "kysely";

/**
 * A worker could give up a sweep that another had just sent, and then nothing could end it: it is open again, and the next pass
 * books it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sweeps disable trigger sweeps_transition`.execute(db);
  await sql`
    update sweeps s set state = 'OPEN'
     where s.state = 'GIVEN_UP'
       and exists (select from payment_attempts p where p.sweep_id = s.id and p.state in ('SIGNED', 'SENT', 'REPLACED'))
       and not exists (select from sweeps o where o.user_id = s.user_id and o.state = 'OPEN')`.execute(db);
  await sql`alter table sweeps enable trigger sweeps_transition`.execute(db);
}

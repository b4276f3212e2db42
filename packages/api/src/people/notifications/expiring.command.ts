import { DAY_MS, formatAmount } from "@bbux/contract";
import { sql } from "kysely";
import type { Services } from "../../platform/context/index.ts";
import { withEffects } from "../../platform/transactions/index.ts";
import { notify } from "./notify.command.ts";

const BATCH_SIZE = 100;

interface Expiring {
  readonly id: string;
  readonly asker: string;
  readonly title: string;
  readonly amount: string;
  readonly expires: string;
}

/**
 * Notifies askers whose bounty expires within a day, once per bounty. Skips posts that are locked, for example by
 * another run, because the next run comes within the hour.
 * @returns how many were notified
 */
export async function notifyExpiring(services: Pick<Services, "db" | "signals" | "now">): Promise<number> {
  const at = services.now();
  let notified = 0;
  let after = { expires: at.toISOString(), id: "0" };
  for (;;) {
    const page = await withEffects(services, async (trx, effects) => {
      const { rows } = await sql<Expiring>`
        select p.id::text as id, p.author_id::text as asker, p.title, p.bounty_amount::text as amount,
          to_char(p.bounty_expires_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as expires
        from posts p
        where p.deleted_at is null and p.bounty_status = 'ESCROWED' and p.status = 'OPEN'
          and (p.bounty_expires_at, p.id) > (${after.expires}::timestamptz, ${after.id}::bigint)
          and p.bounty_expires_at <= ${new Date(at.getTime() + DAY_MS)}
          and not exists (select from notifications n
            where n.bundle_key = 'expiring:' || p.id and n.user_id = p.author_id)
        order by p.bounty_expires_at, p.id limit ${BATCH_SIZE} for no key update of p skip locked`.execute(trx);
      for (const { id, asker, title, amount } of rows) {
        const names = await notify(trx, effects, {
          to: [asker],
          kind: "bounty_expiring",
          bundle: `expiring:${id}`,
          level: 1,
          data: { subject: title, amount: formatAmount(BigInt(amount)) },
          url: `/posts/${id}`,
          at,
        });
        notified += names.length;
      }
      return rows;
    });
    const last = page.at(-1);
    if (!last || page.length < BATCH_SIZE) return notified;
    after = last;
  }
}

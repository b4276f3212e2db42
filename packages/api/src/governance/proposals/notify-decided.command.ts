import type { Proposal } from "@bbux/contract";
import { sql } from "kysely";
import { notify } from "../../people/notifications/index.ts";
import type { Services } from "../../platform/context/index.ts";
import { withEffects } from "../../platform/transactions/index.ts";

/** Voters notified in one transaction. */
const BATCH_SIZE = 1_000;

interface Untold {
  readonly id: string;
  readonly userId: string;
  readonly title: string;
  readonly status: Proposal["status"];
  readonly outcome: NonNullable<Proposal["outcome"]>;
  readonly toldUpTo: string;
}

/**
 * Notifies the proposer and the voters of the decision, in batches. Progress is stored with each batch, so an
 * interrupted run resumes and two concurrent runs notify nobody twice.
 * @param options.batchSize voters notified in one transaction
 */
export async function notifyDecided(
  services: Pick<Services, "db" | "signals" | "now">,
  { batchSize = BATCH_SIZE } = {},
): Promise<void> {
  for (;;) {
    const isDone = await withEffects(services, async (trx, effects) => {
      const { rows } = await sql<Untold>`
        select id::text, user_id::text as "userId", title, status, outcome, told_up_to::text as "toldUpTo" from proposals
         where status <> 'OPEN' and told_at is null
         order by decided_at, proposals.id limit 1 for no key update skip locked`.execute(trx);
      const [proposal] = rows;
      if (!proposal) return true;
      const { id, toldUpTo } = proposal;
      const { rows: voters } = await sql<{ id: string }>`
        select voter_id::text as id from proposal_votes where proposal_id = ${id} and voter_id > ${toldUpTo}::bigint
         order by voter_id limit ${batchSize}`.execute(trx);
      const at = services.now();
      const first = toldUpTo === "0" ? [proposal.userId] : [];
      await notify(trx, effects, {
        kind: "proposal",
        bundle: `proposal:${id}`,
        level: 1,
        url: `/governance/proposals/${id}`,
        at,
        to: [...first, ...voters.map((voter) => voter.id)],
        data: { subject: proposal.title, became: proposal.status === "REJECTED" ? "rejected" : "passed" },
      });
      const last = voters.at(-1)?.id ?? toldUpTo;
      await trx
        .updateTable("proposals")
        .set({ told_up_to: last, told_at: voters.length < batchSize ? at : null })
        .where("id", "=", id)
        .execute();
      return false;
    });
    if (isDone) return;
  }
}

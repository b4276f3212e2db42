import { post, stakeAdded } from "@bbux/ledger";
import { stakes } from "./governance.ts";
import { units } from "./write-posts.ts";
import { type Submitted, writeProposals } from "./write-proposals.ts";
import { writeRefunds } from "./write-refunds.ts";
import { ago, type Known, need, type Story, type Trx } from "./written.ts";

/** Writes stakes, proposals and refund requests, with the same rows as the product's commands. */
export async function writeGovernance(trx: Trx, known: Known, story: Story): Promise<Submitted> {
  await writeStakes(trx, known);
  const submitted = await writeProposals(trx, known);
  const asked = await writeRefunds(trx, known, story);
  return {
    events: [...submitted.events, ...asked.events],
    news: [...submitted.news, ...asked.news],
    weigh: submitted.weigh,
  };
}

async function writeStakes(trx: Trx, { now, users }: Known): Promise<void> {
  for (const { member: username, amount: decimal, daysAgo } of stakes) {
    const [member, amount, at] = [need(users, username), units(decimal), ago(now, daysAgo)];
    const { transferId } = await post(trx, stakeAdded({ member, amount, cause: `${member}:1`, refs: { member } }));
    await trx.insertInto("stakes").values({ user_id: member, amount, version: 1, updated_at: at }).execute();
    await trx
      .insertInto("stake_changes")
      .values({
        user_id: member,
        version: 1,
        amount,
        stake_after: amount,
        transfer_id: transferId,
        created_at: at,
      })
      .execute();
  }
}

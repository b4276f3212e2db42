import { post, stakeAdded } from "@bbux/ledger";
import { stakes } from "./governance.ts";
import { units } from "./write-posts.ts";
import { writeProposals } from "./write-proposals.ts";
import { writeRefunds } from "./write-refunds.ts";
import { ago, type Known, need, type Story, type Told, type Trx } from "./written.ts";

/** Writes stakes, proposals and refund requests, with the same rows as the product's commands. */
export async function writeGovernance(trx: Trx, known: Known, story: Story): Promise<Told> {
  stake(trx, known);
  const submitted = await writeProposals(trx, known);
  const asked = await writeRefunds(trx, known, story);
  return { events: [...submitted.events, ...asked.events], news: [...submitted.news, ...asked.news] };
}

function stake(trx: Trx, { now, users, moves }: Known): void {
  for (const { member: username, amount: decimal, daysAgo } of stakes) {
    const [member, amount, at] = [need(users, username), units(decimal), ago(now, daysAgo)];
    moves.push({ at, run: () => addStake(trx, member, amount, at) });
  }
}

async function addStake(trx: Trx, member: string, amount: bigint, at: Date): Promise<void> {
  const { transferId } = await post(trx, stakeAdded({ member, amount, cause: `${member}:1`, refs: { member } }));
  await trx.insertInto("stakes").values({ user_id: member, amount, version: 1, updated_at: at }).execute();
  await trx
    .insertInto("stake_changes")
    .values({ user_id: member, version: 1, amount, stake_after: amount, transfer_id: transferId, created_at: at })
    .execute();
}

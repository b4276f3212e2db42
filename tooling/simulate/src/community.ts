import type { Services } from "@bbux/api";
import { addTag } from "@bbux/api/operator";
import { balanceOfMember, createMember, type Market, type Member, units } from "./members.ts";
import type { Chance } from "./random.ts";
import type { Scenario } from "./scenarios.ts";

/** A bounty whose asker hasn't accepted the answer yet. */
export interface OpenBounty {
  readonly postId: string;
  readonly answerId: string;
  readonly asker: Member;
  readonly acceptAfter: number;
}

/** A community whose members ask, answer, buy and sell as a scenario says. */
export interface Community {
  readonly scenario: Scenario;
  readonly chance: Chance;
  readonly members: readonly Member[];
  readonly market: Market;
}

const TAG = "simulated";

/** Has everyone join, buy, and stake. @param running the services of the platform that runs */
export async function begin(
  running: () => Services,
  { scenario, chance, market }: Omit<Community, "members">,
): Promise<Community> {
  await addTag(running().db, { name: TAG });
  const members: Member[] = [];
  for (let n = 0; n < scenario.members; n++) members.push(await createMember(running, `${scenario.name}-${n}`));
  for (const member of members) await market.buy(member, units(scenario.deposit));
  await market.settle();
  const stake = { amount: Number((scenario.deposit * scenario.staked).toFixed(4)) };
  for (const member of members) await member.call.governance.stake(stake);
  return { scenario, chance, members, market };
}

/** What members do on a day. @returns the bounties that are open at its end */
export async function liveThrough(
  services: Services,
  community: Community,
  open: readonly OpenBounty[],
  day: number,
): Promise<OpenBounty[]> {
  const left = await acceptDue(open, day);
  const asked = await askForBounties(services, community, day);
  await trade(services, community);
  return [...left, ...asked];
}

/** When an asker decides, after so many days. */
export function decides(chance: Chance, day: number): number {
  return day + Math.round(chance.between(1, 6));
}

async function askForBounties(
  services: Services,
  { scenario, chance, members }: Community,
  day: number,
): Promise<OpenBounty[]> {
  const [least, most] = scenario.bounty;
  const asked: OpenBounty[] = [];
  for (let n = chance.about(scenario.bounties); n > 0; n--) {
    const asker = chance.pick(members);
    const helper = chance.pick(members.filter((one) => one !== asker));
    const bountyAmount = Math.round(chance.between(least, most) * 100) / 100;
    if ((await balanceOfMember(services, asker)) < units(bountyAmount * 1.2)) continue;
    const title = `Question ${n} of day ${day}`;
    const { post } = await asker.call.posts.create({
      title,
      content: "How is this done?",
      tags: [TAG],
      hasBounty: true,
      bountyAmount,
    });
    const { answer } = await helper.call.answers.create({ postId: post.id, content: "Like this." });
    asked.push({ postId: post.id, answerId: answer.id, asker, acceptAfter: decides(chance, day) });
  }
  return asked;
}

/** Accepts answers where the asker has decided. @returns the others */
async function acceptDue(open: readonly OpenBounty[], day: number): Promise<OpenBounty[]> {
  for (const { asker, postId, answerId } of open.filter(({ acceptAfter }) => acceptAfter <= day)) {
    await asker.call.answers.accept({ postId, answerId });
  }
  return open.filter(({ acceptAfter }) => acceptAfter > day);
}

async function trade(services: Services, { scenario, chance, members, market }: Community): Promise<void> {
  const { buys, bought, sells, sold } = scenario;
  if (chance.happens(buys)) await market.buy(chance.pick(members), units(chance.between(1, bought)));
  if (!chance.happens(sells)) return;
  const seller = chance.pick(members);
  const amount = ((await balanceOfMember(services, seller)) * BigInt(Math.round(sold * 100))) / 100n;
  if (amount >= units(0.01)) await market.sell(seller, amount);
}

import { decideDueRefunds, notifySettlements, settleBounties } from "@bbux/api";
import { DAY_MS, ESTABLISHED, HOUR_MS, PARAMETERS, REFUNDS, REPUTATION } from "@bbux/contract";
import {
  type Contribution,
  contribute,
  countEstablished,
  join,
  ownNetwork,
  praise,
  TAG,
  type Town,
} from "./attack.community.ts";
import { bookedMarket, type Member, units } from "./members.ts";
import type { Chance } from "./random.ts";

/** Accounts of one person, who wants a bounty. */
export interface Plan {
  readonly name: string;
  readonly accounts: number;
  /** How long they are members before they vote, and contribute meanwhile. */
  readonly days: number;
  /** How many upvotes each gets from established members in that time, on average. */
  readonly liked: number;
  /** Whether they use one network for all. */
  readonly together: boolean;
}

/** Who got a bounty. */
type Outcome = "the honest answer" | "the asker" | "the attacker";

export interface Attack extends Plan {
  readonly established: number;
  /** The answers that they wrote to become so. */
  readonly answers: number;
  /** Of a bounty that is settled by votes, and of one that the attacker asked back though its answer was good. */
  readonly settlement: Outcome;
  readonly refund: Outcome;
}

/** The attacks of the table in docs/GOVERNANCE.md. The last is what remains possible, at its price. */
export const PLANS: readonly Plan[] = [
  { name: "fresh accounts", accounts: 200, days: 0, liked: 0, together: false },
  { name: "farmed among themselves", accounts: 20, days: 60, liked: 0, together: false },
  { name: "farmed, with a few upvotes of others", accounts: 20, days: 60, liked: 3, together: false },
  { name: "established, in one network", accounts: 20, days: 60, liked: 20, together: true },
  { name: "established, each kept apart", accounts: 20, days: 60, liked: 20, together: false },
];

/** The settings that the attacks are played with: the defaults of production, with the limits of trust levels. */
export const ATTACKED = { ESTABLISHED_POINTS: "50", SETTLEMENT_REVIEW_FROM: "10", RATE_LIMITS: "on" };

const BOUNTY = 100;
/** Longer than any bounty takes to end. */
const MOST_DAYS = 40;
const NEEDED = Number(PARAMETERS.establishedPoints.default);
const REQUIRED = Number(PARAMETERS.requiredVotes.default);
/** Established members who like the honest answer, and who vote against the refund. */
const FRIENDS = 3;
const REASON = "The answers do not solve what was asked";

/**
 * Plays an attack against a settlement and a refund of 100 BBUX with the product's own procedures and jobs.
 * @param rounds how often the accounts contribute in their days
 */
export async function attack(
  town: Town,
  plan: Plan,
  options: { readonly chance: Chance; readonly rounds: number },
): Promise<Attack> {
  const { services } = town;
  const traces = ownNetwork();
  const accounts: Member[] = [];
  for (let n = 0; n < plan.accounts; n++) accounts.push(await join(town, plan.together ? traces : ownNetwork()));
  const answers = plan.days === 0 ? 0 : await farm(town, accounts, plan, options);
  const established = await countEstablished(services, accounts);
  const settlement = await attackSettlement(town, accounts);
  const refund = await attackRefund(town, accounts);
  return { ...plan, established, answers, settlement, refund };
}

/** They answer each other, and upvote all of it. Meanwhile the community likes some answers. @returns how many answers they wrote */
async function farm(
  { members, clock }: Town,
  accounts: readonly Member[],
  { days, liked }: Plan,
  { chance, rounds }: { readonly chance: Chance; readonly rounds: number },
): Promise<number> {
  for (let round = 0; round < rounds; round++) {
    for (const [nth, account] of accounts.entries()) {
      const written = await contribute(accounts[(nth + 1) % accounts.length] ?? account, account);
      await praise(written, [chance.pick(accounts.filter((one) => one !== account))]);
      const fans = new Set<Member>();
      for (let n = chance.about(liked / rounds); n > 0; n--) fans.add(chance.pick(members));
      await praise(written, [...fans]);
    }
    clock.travel((days * DAY_MS) / rounds);
  }
  return rounds * accounts.length;
}

/** One of them answers; the others vote for it, and against the honest answer. */
async function attackSettlement(town: Town, accounts: readonly Member[]): Promise<Outcome> {
  const [helper, ...others] = town.members;
  const [author, ...voters] = accounts;
  if (!helper || !author) throw new Error("Nobody to play this");
  const honest = await answerBounty(town.asker, helper);
  await praise(honest, others.slice(0, FRIENDS));
  const { answer } = await author.call.answers.create({ postId: honest.postId, content: "Like that." });
  await praise({ postId: honest.postId, answerId: answer.id }, voters);
  await praise(honest, voters, -1);
  return outcomeOf(town, honest, "the asker");
}

/** The asker is theirs: gets a good answer, doesn't accept it, and asks for the bounty back. */
async function attackRefund(town: Town, accounts: readonly Member[]): Promise<Outcome> {
  const { services, clock } = town;
  const [helper, ...others] = town.members;
  if (!helper) throw new Error("Nobody to play this");
  const crook = await join(town, ownNetwork());
  await bookedMarket(services, () => 0n).buy(crook, units(1_000));
  const honest = await answerBounty(crook, helper);
  const friends = others.slice(0, FRIENDS);
  await praise(honest, friends);
  const voters = [...accounts, ...friends];
  for (const voter of voters) await voter.call.bookmarks.toggle({ postId: honest.postId });
  clock.travel(DAY_MS + HOUR_MS);
  const { request } = await crook.call.refunds.request({ postId: honest.postId, reason: REASON });
  for (const voter of voters) await voter.call.refunds.get({ id: request.id });
  clock.travel(REFUNDS.reviewMinutes * 60_000);
  for (const voter of voters) {
    const vote = accounts.includes(voter) ? "approve" : "reject";
    // Most are refused; that is what the attack is about.
    await voter.call.refunds.vote({ id: request.id, vote, reason: REASON }).catch(requireRefusal);
  }
  return outcomeOf(town, honest, "the attacker");
}

function requireRefusal(error: unknown): void {
  if (!(error instanceof Error) || !("code" in error) || error.code === "INTERNAL_SERVER_ERROR") throw error;
}

async function answerBounty(asker: Member, helper: Member): Promise<Contribution> {
  const { post } = await asker.call.posts.create({
    title: "How is it done well?",
    content: "Tell me",
    tags: [TAG],
    hasBounty: true,
    bountyAmount: BOUNTY,
    bountyDuration: 1,
  });
  const { answer } = await helper.call.answers.create({ postId: post.id, content: "Like this." });
  return { postId: post.id, answerId: answer.id };
}

/** Lets days pass until the bounty is paid, or returned to whoever asked. */
async function outcomeOf({ services, clock, asker }: Town, honest: Contribution, returned: Outcome): Promise<Outcome> {
  for (let day = 0; day < MOST_DAYS; day++) {
    clock.travel(DAY_MS);
    await decideDueRefunds(services);
    await notifySettlements(services);
    await settleBounties(services);
    const { post } = await asker.call.posts.get({ id: honest.postId });
    if (post.bountyStatus === "REFUNDED") return returned;
    if (post.acceptedAnswerId === honest.answerId) return "the honest answer";
    if (post.acceptedAnswerId !== null) return "the attacker";
  }
  throw new Error("The bounty is stuck");
}

/** The table of docs/GOVERNANCE.md, and what the last attack takes. */
export function attackTable(attacks: readonly Attack[]): string {
  const rows = attacks.map(
    ({ name, accounts, days, established, settlement, refund }) =>
      `| ${accounts} ${name} | ${days} | ${established} | ${settlement} | ${refund} |`,
  );
  const head =
    "| accounts | days | established | settlement goes to | bounty whose refund is asked goes to |\n|---|---|---|---|---|";
  const upvotes = Math.ceil(NEEDED / REPUTATION.ANSWER_UPVOTED);
  const givers = Math.ceil(NEEDED / ESTABLISHED.perGiver);
  const apart = attacks.findLast(({ established, together }) => established > 0 && !together);
  const each = apart ? Math.ceil(apart.answers / apart.established) : 0;
  return `${head}\n${rows.join("\n")}

To outvote ${FRIENDS} established members takes ${FRIENDS + 1} established accounts; to decide a refund, ${REQUIRED}. Each takes ${ESTABLISHED.accountDays} days,
${upvotes} upvotes of answers by ${givers} or more established members${each ? ` (here by ${each} answers)` : ""}, and a network and a browser of its own.`;
}

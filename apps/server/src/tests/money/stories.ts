import { planSweeps, processPayments, watchRound } from "@bbux/api";
import { sql } from "kysely";
import { act, drainPayments } from "./act.ts";
import {
  appealRefund,
  changeStake,
  decideAppeal,
  govern,
  requestRefund,
  voteProposal,
  voteRefund,
} from "./governance.ts";
import { attempt } from "./jobs.ts";
import { answer, ask, send, withdraw } from "./members.ts";
import type { Step } from "./steps.ts";
import { FINAL, type World } from "./world.ts";

const HOUR = 3_600;

/**
 * A refund from request to outcome, because random steps rarely get that far. The raced action comes at the same time as the last
 * vote.
 */
export async function playRefund(world: World, story: Extract<Step, { do: "refundStory" }>): Promise<void> {
  const asker = world.people[story.who];
  const others = world.people.filter((person) => person !== asker && !person.closed);
  const [helper] = others;
  if (!asker || asker.closed || !helper) return;
  const before = world.bounties.length;
  await ask(world, asker, { cents: story.cents, days: 1 }, false);
  if (world.bounties.length === before) return;
  const which = world.bounties.length - 1;
  for (const person of others) await answer(world, person, world.posts.length - 1);
  await world.wait(25 * HOUR);
  await requestRefund(world, which);
  await world.wait(301);
  const refund = world.refunds.length - 1;
  const votes = others
    .slice(0, story.votes.length)
    .map((person, nth) => ({ person, approve: story.votes[nth] ?? false }));
  const last = votes.pop();
  for (const { person, approve } of votes) await voteRefund(world, person, { which: refund, approve });
  const rival: Step | null = story.rival && { ...rivals[story.rival], which: world.posts.length - 1 };
  await Promise.all([
    last && voteRefund(world, last.person, { which: refund, approve: last.approve }),
    rival && act(world, rival),
  ]);
  await world.wait(story.hours * HOUR);
  await govern(world, 2, attempt);
  if (!story.appeal) return;
  await appealRefund(world, refund);
  if (story.appeal !== "lapsed") await decideAppeal(world, { which: refund, grant: story.appeal === "granted" });
  await world.wait(8 * 24 * HOUR);
  await govern(world, 1, attempt);
}

const rivals = {
  accept: { do: "accept" },
  remove: { do: "remove" },
  close: { do: "moderate", what: "close" },
  hide: { do: "moderate", what: "hide" },
} as const;

/** Stakes, a proposal, votes, a locked stake, and the resulting fee. */
export async function playProposal(world: World, story: Extract<Step, { do: "proposalStory" }>): Promise<void> {
  const [one, other] = world.people.filter(({ closed }) => !closed);
  if (!one || !other) return;
  for (const person of [one, other]) await changeStake(world, person, { percent: 50, out: false }, false);
  const before = world.proposals.length;
  await act(world, { do: "propose", who: world.people.indexOf(one), basisPoints: story.basisPoints });
  if (world.proposals.length === before) return;
  const which = before;
  await Promise.all([
    voteProposal(world, one, { which, approve: story.approve }),
    voteProposal(world, other, { which, approve: true }),
    changeStake(world, one, { percent: 100, out: true }, false),
  ]);
  await world.wait(story.hours * HOUR);
  await govern(world, 2, attempt);
}

/** The most rounds until restored books have found everything: renewed nonces, and all addresses read twice. */
const ROUNDS = 10;
/** Seconds between them: the creation of a nonce account that has expired is given up at two looks, half a minute apart. */
const PAUSE = 31;

/** What is forgotten came from the chain or went there, because only that can be found again. */
export async function playRestore(world: World, story: Extract<Step, { do: "restoreStory" }>): Promise<void> {
  const { services } = world;
  const person = world.people[story.who];
  if (!person || person.closed) return;
  const [contents, asked] = [await world.backUp(), world.asked.length];
  await send(world, [{ to: person.address, lamports: story.lamports }]);
  await world.chain.advance(FINAL);
  const [goOn, isStill] = [async () => undefined, async () => true];
  await attempt(() => watchRound(services, goOn, isStill));
  if (story.sweeps) await attempt(() => planSweeps(services));
  await withdraw(world, person, { percent: story.percent, twice: false }, false);
  await attempt(() => processPayments(services));
  await world.chain.advance(story.slots);
  await world.restore(contents, { asked, isTold: story.how === "restored" });
  // A node that denies what was forgotten would keep the books from finding it, and the chain is compared with them after each step.
  await act(world, { do: "heal" });
  await world.behave();
  world.crashAt(null);
  await world.resume();
  for (let round = 0; !(await isOpen(world)); round++) {
    if (round === ROUNDS) throw new Error("restored books don't find out whether they are the newest");
    if (round > 0) await world.wait(PAUSE);
    await drainPayments(world);
  }
}

async function isOpen({ t }: World): Promise<boolean> {
  const { rows } = await sql`select from chain_state where fence_open and fence_identity = books_identity()`.execute(
    t.database.ownerDb,
  );
  return rows.length > 0;
}

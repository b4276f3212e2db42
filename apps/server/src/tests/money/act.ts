import {
  expireRequests,
  planSweeps,
  processPayments,
  publishReserves,
  recheckWaiting,
  scanHotWallet,
  watchExpected,
  watchRound,
} from "@bbux/api";
import { stopWithdrawals } from "@bbux/api/operator";
import { formatAmount } from "@bbux/contract";
import type { FaultName } from "./faults.ts";
import {
  appealRefund,
  changeStake,
  decideAppeal,
  govern,
  moderate,
  propose,
  requestRefund,
  upvote,
  voteProposal,
  voteRefund,
} from "./governance.ts";
import { attempt } from "./jobs.ts";
import { accept, answer, ask, call, close, confirm, nudge, relay, remove, send, withdraw } from "./members.ts";
import type { Simple, Step } from "./steps.ts";
import { playProposal, playRefund, playRestore } from "./stories.ts";
import { FINAL, type Person, type World } from "./world.ts";

/** Takes a step and records in the model what the platform says it has done. */
export async function act(world: World, step: Step): Promise<void> {
  switch (step.do) {
    case "slots":
      return world.chain.advance(step.slots);
    case "wait":
      await world.wait(step.seconds);
      return attempt(() => expireRequests(world.services));
    case "settle":
      return drainPayments(world, step.workers);
    case "govern":
      await world.wait(step.hours * 3_600);
      return govern(world, step.workers, attempt);
    case "refundStory":
      return playRefund(world, step);
    case "proposalStory":
      return playProposal(world, step);
    case "fault":
      world.fault = step.fault;
      return;
    case "outage":
      return outage(world, step);
    case "hiccup":
      return hiccup(world, step);
    case "report":
      return attempt(() => publishReserves(world.services));
    case "restoreStory":
      return playRestore(world, step);
    case "trouble":
      return trouble(world, step);
    case "heal":
      world.fault = null;
      world.trouble(null);
      return;
    case "crash":
      world.crashAt(step.at);
      return;
    case "emergency":
      if (step.stop) await stopWithdrawals(world.services, "to see what happens");
      else await world.resume();
      return;
    case "together":
      await Promise.all(step.steps.map((each) => actSimply(world, each, { alone: false })));
      return;
    default:
      return actSimply(world, step, { alone: true });
  }
}

/** One round of everything that runs on a schedule. */
export async function drainPayments(world: World, workers = 1): Promise<void> {
  const { services } = world;
  const goOn = async () => undefined;
  await world.chain.advance(FINAL);
  await attempt(() => watchRound(services, goOn, async () => true));
  await attempt(() => recheckWaiting(services));
  await attempt(() => scanHotWallet(services));
  await attempt(() => planSweeps(services));
  await work(world, workers);
  await world.chain.advance(FINAL);
  await work(world, workers);
}

/** Runs this many workers concurrently. */
async function work({ services }: World, workers: number): Promise<void> {
  await Promise.all(Array.from({ length: workers }, () => attempt(() => processPayments(services))));
}

/** Applies a fault for as long as it takes to give up a payment, repeatedly, with occasional worker passes. */
async function outage(world: World, step: Extract<Step, { do: "outage" }>): Promise<void> {
  const { services } = world;
  await world.outside(async () => {
    await attempt(() => planSweeps(services));
    if (step.sent) await attempt(() => processPayments(services));
  });
  if (step.inflow) await send(world, [{ to: services.platformWallet.address, lamports: 700_000_000n }]);
  world.fault = step.fault;
  for (let nth = 0; nth < step.expiries; nth++) {
    for (const seconds of [1, 95, 31]) {
      await world.wait(seconds);
      await world.misbehave();
      await attempt(() => processPayments(services));
    }
  }
}

async function hiccup(world: World, { fault, seconds }: { fault: FaultName; seconds: number }): Promise<void> {
  world.fault = fault;
  await world.misbehave();
  await attempt(() => processPayments(world.services));
  world.fault = null;
  await world.behave();
  await world.wait(seconds);
  await attempt(() => processPayments(world.services));
}

/** All jobs run during a trouble, which may last. */
async function trouble(world: World, { trouble: kind, seconds, lasts }: Extract<Step, { do: "trouble" }>) {
  await attempt(() => processPayments(world.services));
  world.trouble(kind);
  await world.wait(seconds);
  await drainPayments(world);
  if (!lasts) world.trouble(null);
}

/** However many confirm a deposit at the same time, it is credited once. */
async function confirmed(
  world: World,
  person: Person,
  step: Extract<Simple, { do: "confirm" }>,
  alone: boolean,
): Promise<void> {
  const others = {
    nobody: async () => undefined,
    itself: () => confirm(world, person, step, alone),
    watcher: () =>
      attempt(() =>
        watchRound(
          world.services,
          async () => undefined,
          async () => true,
        ),
      ),
  };
  await Promise.all([confirm(world, person, step, alone), others[step.beside]()]);
}

/** @param alone nothing else is happening, so the expected response is known */
async function actSimply(world: World, step: Simple, { alone }: { alone: boolean }): Promise<void> {
  const { services } = world;
  const person = "who" in step ? world.people[step.who] : undefined;
  if (person?.closed) return;
  switch (step.do) {
    case "transfer": {
      const payments = step.amounts.map(({ to, lamports }) => ({ to: world.people[to]?.address ?? "", lamports }));
      return send(world, payments);
    }
    case "inflow":
      return send(world, [{ to: services.platformWallet.address, lamports: step.lamports }]);
    case "work":
      return work(world, step.workers);
    case "watch":
      return attempt(async () => {
        if (step.what === "expected") await watchExpected(services, async () => undefined);
        else if (step.what === "round")
          await watchRound(
            services,
            async () => undefined,
            async () => true,
          );
        else await scanHotWallet(services);
      });
    case "sweep":
      return attempt(() => planSweeps(services));
    case "accept":
      return accept(world, step.which);
    case "remove":
      return remove(world, step.which);
    case "nudge":
      return nudge(world, step.which);
    case "refund":
      return requestRefund(world, step.which);
    case "appeal":
      return appealRefund(world, step.which);
    case "decideAppeal":
      return decideAppeal(world, step);
    case "moderate":
      return moderate(world, step);
  }
  if (!person) return;
  switch (step.do) {
    case "relay":
      return relay(world, person, step.lamports);
    case "request":
      await call(world, person, "POST", "/wallet/deposit", { amount: formatAmount(step.lamports) });
      return;
    case "confirm":
      return confirmed(world, person, step, alone);
    case "ask":
      return ask(world, person, step, alone);
    case "answer":
      return answer(world, person, step.which);
    case "withdraw":
      return withdraw(world, person, step, alone);
    case "upvote":
      return upvote(world, person, step.which);
    case "stake":
      return changeStake(world, person, step, alone);
    case "voteRefund":
      return voteRefund(world, person, step);
    case "propose":
      return propose(world, person, step.basisPoints);
    case "voteProposal":
      return voteProposal(world, person, step);
    case "close":
      return close(world, person, step.forfeit);
  }
}

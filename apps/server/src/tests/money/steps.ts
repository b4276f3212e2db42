import { FAILPOINTS } from "@bbux/api";
import fc from "fast-check";
import { FAULTS, type FaultName } from "./faults.ts";
import type { Trouble } from "./troubles.ts";

/** The number of members, not counting a moderator. */
export const PEOPLE = 4;

const names = Object.keys(FAULTS).filter((name): name is FaultName => name in FAULTS);
const who = fc.nat({ max: PEOPLE - 1 });
/** An index into whatever exists, modulo its number. */
const which = fc.nat({ max: 30 });

/** Lamports: ordinary amounts, dust, the limits of what can be requested, and far above. */
const lamports = fc.oneof(
  { weight: 8, arbitrary: fc.bigInt({ min: 1_000_000n, max: 3_000_000_000n }) },
  { weight: 1, arbitrary: fc.bigInt({ min: 1n, max: 999_999n }) },
  { weight: 1, arbitrary: fc.constantFrom(1_000_000n, 999_999n, 1_000_000_000_000n, 1_000_000_000_001n) },
);
const one = <Name extends string, Model extends object>(
  name: Name,
  model: { [K in keyof Model]: fc.Arbitrary<Model[K]> },
) =>
  fc
    .record<Model, keyof Model>(model, { requiredKeys: Object.keys(model) as (keyof Model)[], noNullPrototype: true })
    .map((facts) => ({ do: name, ...facts }));

const amounts = fc.array(fc.record({ to: who, lamports }, { noNullPrototype: true }), { minLength: 1, maxLength: 3 });
const parts = {
  transfer: one("transfer", { amounts }),
  relay: one("relay", { who, lamports }),
  request: one("request", { who, lamports }),
  /** Confirmed once, twice at the same time, or while a watcher checks. */
  confirm: one("confirm", {
    who,
    which,
    direct: fc.boolean(),
    beside: fc.constantFrom("nobody" as const, "itself" as const, "watcher" as const),
  }),
  inflow: one("inflow", { lamports }),
  ask: one("ask", {
    who,
    cents: fc.constantFrom(0, 1, 5, 100, 250, 100_000),
    days: fc.constantFrom(1, 1, 1, 7),
  }),
  answer: one("answer", { who, which }),
  accept: one("accept", { which }),
  remove: one("remove", { which }),
  /** Percent of the balance; above 100 exceeds it. */
  withdraw: one("withdraw", { who, percent: fc.constantFrom(1, 10, 33, 50, 100, 100, 101), twice: fc.boolean() }),
  upvote: one("upvote", { who, which }),
  /** Percent of what can be staked, or unstaked; above 100 exceeds it. */
  stake: one("stake", { who, percent: fc.constantFrom(0, 10, 33, 50, 100, 101), out: fc.boolean() }),
  refund: one("refund", { which }),
  voteRefund: one("voteRefund", { who, which, approve: fc.boolean() }),
  appeal: one("appeal", { which }),
  decideAppeal: one("decideAppeal", { which, grant: fc.boolean() }),
  moderate: one("moderate", {
    which,
    what: fc.constantFrom("hide" as const, "restore" as const, "hide answer" as const, "close" as const),
  }),
  propose: one("propose", { who, basisPoints: fc.constantFrom(0, 1, 333, 500, 1_000, 1_001) }),
  voteProposal: one("voteProposal", { who, which, approve: fc.boolean() }),
  /** The deciding jobs, this many concurrently, after this many hours. */
  govern: one("govern", { hours: fc.constantFrom(0, 1, 25, 50, 170), workers: fc.constantFrom(1, 1, 2) }),
  refundStory: one("refundStory", {
    who,
    cents: fc.constantFrom(1, 5, 50),
    votes: fc.array(fc.boolean(), { maxLength: 3 }),
    rival: fc.constantFrom(null, null, "accept" as const, "remove" as const, "close" as const, "hide" as const),
    hours: fc.constantFrom(1, 49, 200),
    appeal: fc.constantFrom(null, "granted" as const, "denied" as const, "lapsed" as const),
  }),
  proposalStory: one("proposalStory", {
    basisPoints: fc.constantFrom(0, 1, 333, 500, 1_000),
    approve: fc.boolean(),
    hours: fc.constantFrom(20, 169),
  }),
  nudge: one("nudge", { which }),
  close: one("close", { who, forfeit: fc.boolean() }),
  work: one("work", { workers: fc.constantFrom(1, 1, 2) }),
  watch: one("watch", { what: fc.constantFrom("expected" as const, "round" as const, "hot wallet" as const) }),
  sweep: one("sweep", {}),
  slots: one("slots", { slots: fc.constantFrom(1, 3, 5, 5, 160) }),
  wait: one("wait", { seconds: fc.constantFrom(3, 31, 31, 95, 700, 90_000) }),
  /** The work of the jobs in a quarter of a minute. */
  settle: one("settle", { workers: fc.constantFrom(1, 2) }),
  fault: one("fault", { fault: fc.constantFrom(...names) }),
  /**
   * Lasts until blockhashes expire and second lookups are due, with workers running. It starts before pending payments are sent, for
   * example with a node that loses them; or after, with one that has no record of landed payments and deposits.
   */
  outage: one("outage", {
    inflow: fc.boolean(),
    sent: fc.boolean(),
    expiries: fc.constantFrom(1, 1, 6),
    fault: fc.oneof(
      { weight: 1, arbitrary: fc.constantFrom(...names) },
      { weight: 1, arbitrary: fc.constantFrom<FaultName>("forgetsAll", "forgetsAndRunsAhead") },
      { weight: 1, arbitrary: fc.constantFrom<FaultName>("swallowing", "sendDown", "blockhashOfNobody") },
    ),
  }),
  /** A worker pass during a fault, and another soon after, while blockhashes are still valid. */
  hiccup: one("hiccup", {
    fault: fc.oneof(
      { weight: 1, arbitrary: fc.constantFrom(...names) },
      {
        weight: 2,
        arbitrary: fc.constantFrom<FaultName>("swallowing", "sendDown", "landingSilently", "landingFailed"),
      },
    ),
    seconds: fc.constantFrom(3, 31),
  }),
  /** What goes wrong in the process, its signer, or what its node says is so, while jobs are done. It lasts until healed, or until another follows. */
  trouble: one("trouble", {
    trouble: fc.constantFrom<Trouble>("signerDown", "signerKilled", "falseFailures", "falseDeposits", "late", "early"),
    seconds: fc.constantFrom(3, 31, 95),
    lasts: fc.boolean(),
  }),
  /** A deposit and a withdrawal are forgotten: the books are restored from a backup, or a replica that was behind takes over. */
  restoreStory: one("restoreStory", {
    how: fc.constantFrom("restored" as const, "promoted" as const),
    who,
    lamports,
    percent: fc.constantFrom(10, 33),
    sweeps: fc.boolean(),
    slots: fc.constantFrom(0, 1, 5),
  }),
  heal: one("heal", {}),
  report: one("report", {}),
  crash: one("crash", { at: fc.constantFrom(...FAILPOINTS) }),
  emergency: one("emergency", { stop: fc.boolean() }),
};

const simple = fc.oneof(
  { weight: 6, arbitrary: parts.transfer },
  { weight: 3, arbitrary: parts.relay },
  { weight: 1, arbitrary: parts.request },
  { weight: 4, arbitrary: parts.confirm },
  { weight: 1, arbitrary: parts.inflow },
  { weight: 3, arbitrary: parts.ask },
  { weight: 2, arbitrary: parts.answer },
  { weight: 2, arbitrary: parts.accept },
  { weight: 1, arbitrary: parts.remove },
  { weight: 8, arbitrary: parts.withdraw },
  { weight: 1, arbitrary: parts.upvote },
  { weight: 6, arbitrary: parts.stake },
  { weight: 2, arbitrary: parts.refund },
  { weight: 4, arbitrary: parts.voteRefund },
  { weight: 1, arbitrary: parts.appeal },
  { weight: 1, arbitrary: parts.decideAppeal },
  { weight: 2, arbitrary: parts.moderate },
  { weight: 1, arbitrary: parts.propose },
  { weight: 2, arbitrary: parts.voteProposal },
  { weight: 1, arbitrary: parts.nudge },
  { weight: 1, arbitrary: parts.close },
  { weight: 8, arbitrary: parts.work },
  { weight: 5, arbitrary: parts.watch },
  { weight: 3, arbitrary: parts.sweep },
);
export type Simple = typeof simple extends fc.Arbitrary<infer T> ? T : never;

/** The steps of a sequence. */
export const step = fc.oneof(
  { weight: 49, arbitrary: simple },
  { weight: 8, arbitrary: parts.slots },
  { weight: 4, arbitrary: parts.wait },
  { weight: 6, arbitrary: parts.settle },
  { weight: 6, arbitrary: parts.govern },
  { weight: 8, arbitrary: parts.refundStory },
  { weight: 4, arbitrary: parts.proposalStory },
  { weight: 6, arbitrary: parts.fault },
  { weight: 4, arbitrary: parts.outage },
  { weight: 4, arbitrary: parts.hiccup },
  { weight: 4, arbitrary: parts.trouble },
  { weight: 2, arbitrary: parts.restoreStory },
  { weight: 4, arbitrary: parts.heal },
  { weight: 1, arbitrary: parts.report },
  { weight: 4, arbitrary: parts.crash },
  { weight: 1, arbitrary: parts.emergency },
  { weight: 5, arbitrary: one("together", { steps: fc.tuple(simple, simple) }) },
);
export type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

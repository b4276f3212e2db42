import { sql } from "kysely";
import type { Case } from "./cases.ts";
import { held, stale } from "./leaving.ts";
import type { World } from "./world.ts";

const stake = async (world: World, headers: object, payload: object) =>
  world.t.app.inject({ method: "POST", url: "/api/governance/stake", headers: { ...headers }, payload });
/** A new member with 5 BBUX, 2 of them staked. */
const staker = (input: object) => async (world: World) => {
  const member = await world.rich();
  await stake(world, member.headers, { amount: 2 });
  return { member, input: { ...input } };
};
const rich = (input: object) => async (world: World) => ({ member: await world.rich(), input: { ...input } });
/** A staker whose 2 BBUX are locked by a vote on an open proposal. */
const voter = (input: object) => async (world: World) => {
  const { member } = await staker({})(world);
  const { ownerDb } = world.t.database;
  const { rows } = await sql<{ id: string }>`
    insert into proposals (user_id, type, title, proposal, staked_at_open, quorum_stake, created_at, closes_at, updated_at)
    values (${member.id}, 'SIGNAL', 'More chess', 'A room for chess', 0, 0, now(), now() + interval '7 days', now())
    returning id::text`.execute(ownerDb);
  await sql`
    insert into proposal_votes (proposal_id, voter_id, support, stake, reputation, power, created_at)
    values (${rows[0]?.id}, ${member.id}, true, 2000000000, 0, 2000000000, now())`.execute(ownerDb);
  return { member, input: { ...input } };
};
const ofAction = (action: string, ids: string): Case => ({
  title: `returns ${action} [${ids}]`,
  as: "asker",
  input: () => ({ action, limit: 20 }),
});

export const governanceCases: Record<string, Case[]> = {
  "governance-get": [
    { title: "returns the documented object without an action [M7.46 M3.18]", as: "asker" },
    ofAction("stats", "M7.16"),
    ofAction("user-stats", "M7.17"),
    ofAction("reward-rate", "M7.18"),
    ofAction("user-reward-rate", "M7.19"),
    ofAction("platform-metrics", "M7.20"),
    ofAction("transparency-logs", "M7.21"),
    ofAction("governance-activity", "M7.22"),
    { title: "refuses an unknown action [M8.05]", as: "asker", input: () => ({ action: "x" }), refused: "BAD_REQUEST" },
  ],
  "governance-act": [
    {
      title: "refuses a large stake without a fresh proof",
      caller: stale({ action: "stake", amount: 11 }),
      refused: "STEP_UP_REQUIRED",
    },
    {
      title: "refuses a stake while withdrawals are held",
      caller: held({ action: "stake", amount: 1 }),
      refused: "PAYMENTS_HELD",
    },
    {
      title: "refuses a stake of a frozen account",
      caller: held({ action: "stake", amount: 1 }, "frozen"),
      refused: "ACCOUNT_FROZEN",
    },
    { title: "stakes [M7.23]", caller: rich({ action: "stake", amount: 1 }), varies: ["rewardRate"] },
    { title: "unstakes [M7.23]", caller: staker({ action: "unstake", amount: "0.5" }), varies: ["rewardRate"] },
    {
      title: "refuses an unknown action",
      as: "asker",
      input: () => ({ action: "x", amount: 1 }),
      refused: "BAD_REQUEST",
    },
    {
      title: "refuses to stake more than the balance [M8.27]",
      caller: rich({ action: "stake", amount: 6 }),
      refused: "INSUFFICIENT_BALANCE",
    },
    {
      title: "refuses to unstake what counts in an open vote [M6.22]",
      caller: voter({ action: "unstake", amount: 1 }),
      refused: "STAKE_LOCKED",
    },
    {
      title: "refuses a stake before the email address is confirmed",
      caller: async ({ unverified }) => ({ member: unverified, input: { action: "stake", amount: 1 } }),
      refused: "EMAIL_UNVERIFIED",
    },
    {
      title: "refuses a stake by a suspended member",
      caller: async ({ suspended }) => ({ member: suspended, input: { action: "stake", amount: 1 } }),
      refused: "ACCOUNT_SUSPENDED",
    },
    {
      title: "refuses a key already used for another amount [M7.54]",
      as: "asker",
      keyUsedWith: () => ({ action: "stake", amount: 1 }),
      input: () => ({ action: "stake", amount: 2 }),
      refused: "IDEMPOTENCY_CONFLICT",
    },
  ],
  "governance-stake": [
    {
      title: "refuses a large stake without a fresh proof",
      caller: stale({ amount: 11 }),
      refused: "STEP_UP_REQUIRED",
    },
    { title: "refuses a stake while withdrawals are held", caller: held({ amount: 1 }), refused: "PAYMENTS_HELD" },
    { title: "refuses a stake of a frozen account", caller: held({ amount: 1 }, "frozen"), refused: "ACCOUNT_FROZEN" },
    { title: "returns the new stake and the rate [M7.47]", caller: rich({ amount: 1.5 }), varies: ["rewardRate"] },
    { title: "stakes once per key [M7.54]", as: "asker", input: () => ({ amount: 1 }), same: true },
    { title: "refuses more than the balance [M8.27]", caller: rich({ amount: 6 }), refused: "INSUFFICIENT_BALANCE" },
    {
      title: "refuses an amount of zero [M5.02]",
      as: "asker",
      input: () => ({ amount: 0 }),
      refused: "VALIDATION_ERROR",
    },
    {
      title: "refuses a key already used for another amount [M7.54]",
      as: "asker",
      keyUsedWith: () => ({ amount: 1 }),
      input: () => ({ amount: 2 }),
      refused: "IDEMPOTENCY_CONFLICT",
    },
  ],
  "governance-unstake": [
    { title: "returns the new stake and the rate [M7.48]", caller: staker({ amount: 2 }), varies: ["rewardRate"] },
    { title: "refuses more than is staked", caller: staker({ amount: 3 }), refused: "INSUFFICIENT_BALANCE" },
    {
      title: "refuses a negative amount [M5.02]",
      as: "asker",
      input: () => ({ amount: -1 }),
      refused: "VALIDATION_ERROR",
    },
    {
      title: "refuses to unstake what counts in an open vote [M6.22]",
      caller: voter({ amount: 1 }),
      refused: "STAKE_LOCKED",
    },
    {
      title: "refuses a key already used for another amount [M7.54]",
      caller: staker({ amount: 1 }),
      keyUsedBefore: () => ({ amount: 2 }),
      refused: "IDEMPOTENCY_CONFLICT",
    },
  ],
  "governance-rewardRates": [{ title: "needs no session [M7.49 M6.10]" }],
  "governance-dashboard": [{ title: "returns everything that the dashboard shows", as: "asker" }],
  "governance-history": [
    { title: "returns a point for each day", as: "asker", input: () => ({ range: "all" }) },
    { title: "refuses an unknown range", as: "asker", input: () => ({ range: "eon" }), refused: "VALIDATION_ERROR" },
  ],
};

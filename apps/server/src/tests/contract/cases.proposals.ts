import { fundLocalChain } from "@bbux/api";
import { PROPOSALS, UNIT } from "@bbux/contract";
import { deposit } from "@bbux/ledger";
import type { TestMember } from "../../testing.ts";
import { feeChange, propose, SIGNAL, stake, vote } from "../proposals.support.ts";
import { ok } from "../support.ts";
import type { Case } from "./cases.ts";
import type { World } from "./world.ts";

/** A new member who has staked 100 BBUX. */
async function staker(world: World) {
  const member = await world.fresh();
  await deposit(world.t.database.db, { member: member.id, amount: 100n * UNIT, cause: `demo:${member.id}` });
  await fundLocalChain(world.t.services);
  ok(await stake(world.t, member, 100));
  return member;
}

/** Creates a staked member for each face, both before the calls, so that both see the same totals. */
function staked(input: object | ((world: World, member: TestMember) => Promise<object>)) {
  let waiting: TestMember[] | undefined;
  return async (world: World) => {
    waiting ??= [await staker(world), await staker(world)];
    const member = waiting.shift() ?? (await staker(world));
    return { member, input: { ...(typeof input === "function" ? await input(world, member) : input) } };
  };
}

/** A proposal by a new member. */
async function proposed(world: World, set: { closes_at?: Date; status?: string; decided_at?: Date } = {}) {
  const member = await staker(world);
  const id = await propose(world.t, member);
  if (Object.keys(set).length > 0) {
    await world.t.database.ownerDb.updateTable("proposals").set(set).where("id", "=", id).execute();
  }
  return { member, id };
}

const withVote = (choice: string, set?: Parameters<typeof proposed>[1]) => async (world: World) => {
  const { member, id } = await proposed(world, set);
  return { member, input: { id, vote: choice } };
};

const note = "It is in the rules of the house now.";
const passed = { status: "PASSED", decided_at: new Date() };

export const proposalCases: Record<string, Case[]> = {
  "proposals-list": [
    { title: "returns a page [M3.21]", as: "helper" },
    { title: "accepts a filter", as: "helper", input: () => ({ page: 1, limit: 5, status: "open" }) },
    {
      title: "refuses an unknown filter",
      as: "helper",
      input: () => ({ status: "lost" }),
      refused: "VALIDATION_ERROR",
    },
  ],
  "proposals-get": [
    {
      title: "returns one [M3.21]",
      as: "helper",
      input: async (world) => ({ id: (await proposed(world)).id }),
      same: true,
    },
  ],
  "proposals-submit": [
    { title: "submits a proposal [M4.44]", caller: staked(SIGNAL) },
    { title: "submits a change of a fee", caller: staked(feeChange("450")) },
    {
      title: "refuses a change beyond its bounds",
      caller: staked(feeChange("4500")),
      refused: "VALIDATION_ERROR",
    },
    { title: "requires a stake [M5.42]", as: "helper", input: () => SIGNAL, refused: "STAKE_TOO_LOW" },
    {
      title: "refuses a fourth open proposal",
      caller: async (world) => {
        const member = await staker(world);
        for (let n = 0; n < PROPOSALS.open; n++) await propose(world.t, member);
        return { member, input: { ...SIGNAL } };
      },
      refused: "TOO_MANY_PROPOSALS",
    },
    {
      title: "refuses a key already used for another call",
      caller: staked(SIGNAL),
      keyUsedBefore: () => ({ ...SIGNAL, title: "Less chess" }),
      refused: "IDEMPOTENCY_CONFLICT",
    },
  ],
  "proposals-vote": [
    {
      title: "counts a vote [M4.45]",
      caller: staked(async (world, member) => ({ id: await propose(world.t, member), vote: "for" })),
    },
    { title: "refuses an unknown choice", caller: withVote("perhaps"), refused: "VALIDATION_ERROR" },
    {
      title: "refuses a vote after the closing time",
      caller: withVote("for", { closes_at: new Date(0) }),
      refused: "VOTING_CLOSED",
    },
    {
      title: "refuses a second one",
      caller: async (world) => {
        const { member, id } = await proposed(world);
        ok(await vote(world.t, member, id, "for"));
        return { member, input: { id, vote: "against" } };
      },
      refused: "ALREADY_VOTED",
    },
    {
      title: "refuses a vote by a member who had no stake",
      caller: async (world) => ({
        member: await world.fresh(),
        input: { id: (await proposed(world)).id, vote: "for" },
      }),
      refused: "NO_VOTING_POWER",
    },
    {
      title: "refuses a key already used for another call",
      caller: withVote("for"),
      keyUsedBefore: async (world, member) => ({ id: await propose(world.t, member), vote: "for" }),
      refused: "IDEMPOTENCY_CONFLICT",
    },
  ],
  "proposals-execute": [
    {
      title: "records what was carried out",
      as: "admin",
      input: async (world) => ({ id: (await proposed(world, passed)).id, note }),
      // The total stake, which other cases add to, is part of each proposal.
      varies: ["proposal"],
    },
    {
      title: "requires a note",
      as: "admin",
      input: async (world) => ({ id: (await proposed(world, passed)).id, note: "Done" }),
      refused: "VALIDATION_ERROR",
    },
    {
      title: "refuses an open proposal",
      as: "admin",
      input: async (world) => ({ id: (await proposed(world)).id, note }),
      refused: "CONFLICT",
    },
  ],
  "parameters-list": [{ title: "needs no session" }],
  "parameters-history": [
    { title: "needs no session" },
    { title: "accepts the name of a parameter", input: () => ({ name: "baseRate", limit: 5 }) },
    { title: "refuses an invalid value", input: () => ({ name: "salary" }), refused: "VALIDATION_ERROR" },
  ],
  "parameters-set": [
    {
      title: "changes a parameter, and again to the same value",
      as: "admin",
      input: () => ({ name: "governanceBonus", value: "150", reason: "Less for voters, for a try" }),
    },
    {
      title: "refuses a value beyond its bounds",
      as: "admin",
      input: () => ({ name: "governanceBonus", value: "2001", reason: "More for voters, for a try" }),
      refused: "VALIDATION_ERROR",
    },
  ],
};

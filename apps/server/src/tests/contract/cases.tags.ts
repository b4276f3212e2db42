import { TAG_PROPOSALS } from "@bbux/contract";
import type { TestMember } from "../../testing.ts";
import type { Case } from "./cases.ts";
import type { World } from "./world.ts";

const tag = (world: World) => ({
  name: world.unique(),
  description: "What it's about",
  reason: "No tag fits",
});

/** A new member with enough reputation. */
const known = async (world: World): Promise<TestMember> => {
  const member = await world.fresh();
  const points = { reputation_points: 50 };
  await world.t.database.ownerDb.updateTable("users").set(points).where("id", "=", member.id).execute();
  return member;
};
const send = async ({ t }: World, as: TestMember, path: string, payload: object) => {
  const { statusCode, body } = await t.app.inject({ method: "POST", url: `/api${path}`, headers: as.headers, payload });
  if (statusCode !== 200) throw new Error(body);
  return JSON.parse(body);
};
const propose = async (world: World, as: TestMember, given: object = {}): Promise<string> =>
  (await send(world, as, "/tags/proposals", { ...tag(world), ...given })).proposal.id;
/** An open proposal of a new member. @returns its id */
const open = async (world: World) => propose(world, await known(world));
const decline = (world: World, id: string) =>
  send(world, world.moderator, `/moderation/tag-proposals/${id}/decline`, { reason: "No" });
/** One that was declined. */
const decided = async (world: World) => {
  const id = await open(world);
  await decline(world, id);
  return id;
};

export const tagCases: Record<string, Case[]> = {
  "tagProposals-propose": [
    {
      title: "takes a proposal",
      caller: async (world) => ({ member: await known(world), input: tag(world) }),
      varies: ["id", "name", "createdAt"],
    },
    {
      title: "refuses members with too little reputation",
      caller: async (world) => ({ member: await world.fresh(), input: tag(world) }),
      refused: "TAG_REPUTATION",
    },
    {
      title: "refuses one more than may be open",
      caller: async (world) => {
        const member = await known(world);
        for (let n = 0; n < TAG_PROPOSALS.open; n++) await propose(world, member);
        return { member, input: tag(world) };
      },
      refused: "TOO_MANY_TAG_PROPOSALS",
    },
    {
      title: "refuses a name that a tag nearly has",
      caller: async (world) => ({ member: await known(world), input: { ...tag(world), name: "Mo-ney" } }),
      refused: "TAG_EXISTS",
    },
    {
      title: "refuses what is proposed already",
      caller: async (world) => {
        const name = world.unique();
        await propose(world, await known(world), { name });
        return { member: await known(world), input: { ...tag(world), name } };
      },
      refused: "TAG_PROPOSED",
    },
    {
      title: "refuses a name with a comma",
      caller: async (world) => ({ member: await known(world), input: { ...tag(world), name: "a,b" } }),
      refused: "VALIDATION_ERROR",
    },
  ],
  "tagProposals-own": [
    {
      title: "returns what the caller proposed",
      caller: async (world) => {
        const member = await known(world);
        await propose(world, member);
        return { member, input: {} };
      },
    },
  ],
  "tagProposals-withdraw": [
    {
      title: "withdraws the caller's own",
      caller: async (world) => {
        const member = await known(world);
        return { member, input: { id: await propose(world, member) } };
      },
    },
    {
      title: "refuses one that is decided",
      caller: async (world) => {
        const member = await known(world);
        const id = await propose(world, member);
        await decline(world, id);
        return { member, input: { id } };
      },
      refused: "TAG_PROPOSAL_DECIDED",
    },
  ],
  "tagProposals-list": [
    {
      title: "returns those that wait",
      as: "moderator",
      input: async (world) => {
        await open(world);
        return { page: 1, limit: 1 };
      },
      same: true,
    },
  ],
  "tagProposals-approve": [
    { title: "adds the tag", as: "moderator", input: async (world) => ({ id: await open(world) }) },
    {
      title: "refuses one that is decided",
      as: "moderator",
      input: async (world) => ({ id: await decided(world) }),
      refused: "TAG_PROPOSAL_DECIDED",
    },
    {
      title: "refuses another tag's name",
      as: "moderator",
      input: async (world) => ({ id: await open(world), name: "MONEY" }),
      refused: "TAG_EXISTS",
    },
  ],
  "tagProposals-decline": [
    {
      title: "declines it",
      as: "moderator",
      input: async (world) => ({ id: await open(world), reason: "Too narrow" }),
    },
    {
      title: "refuses one that is decided",
      as: "moderator",
      input: async (world) => ({ id: await decided(world), reason: "Too narrow" }),
      refused: "TAG_PROPOSAL_DECIDED",
    },
  ],
};

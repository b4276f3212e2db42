import { sql } from "kysely";
import { stranger } from "../wallet.support.ts";
import { stale } from "./cases.factors.ts";
import type { Case } from "./cases.ts";
import type { World } from "./world.ts";

/** A new member whose list is on. */
export async function strict(world: World) {
  const member = await world.fresh();
  await sql`insert into allow_lists (user_id, since) values (${member.id}, now())`.execute(world.t.database.ownerDb);
  return member;
}

/** A new member whose list has this many addresses. */
async function listed(world: World, count: number) {
  const member = await world.fresh();
  for (let n = 0; n < count; n++) {
    await sql`
      insert into allowed_addresses (user_id, address, added_at, usable_at)
      values (${member.id}, ${stranger()}, now(), now())`.execute(world.t.database.ownerDb);
  }
  return member;
}

export const allowListCases: Record<string, Case[]> = {
  "allowList-get": [
    {
      title: "returns the caller's list",
      caller: async (world) => ({ member: await listed(world, 2), input: undefined }),
    },
  ],
  "allowList-add": [
    {
      title: "adds an address",
      caller: async (world) => ({ member: await world.fresh(), input: { address: stranger(), label: "Ledger" } }),
      varies: ["addresses"],
    },
    {
      title: "refuses what can't be an address",
      caller: async (world) => ({ member: await world.fresh(), input: { address: "here" } }),
      refused: "VALIDATION_ERROR",
    },
    {
      title: "refuses a 21st",
      caller: async (world) => ({ member: await listed(world, 20), input: { address: stranger() } }),
      refused: "ALLOW_LIST_FULL",
    },
    {
      title: "refuses a caller without a fresh proof",
      caller: async (world) => ({ member: await stale(world), input: { address: stranger() } }),
      refused: "STEP_UP_REQUIRED",
    },
  ],
  "allowList-remove": [
    {
      title: "removes an address, and one that isn't there",
      caller: async (world) => ({ member: await listed(world, 1), input: { address: stranger() } }),
      varies: ["addresses"],
    },
    {
      title: "refuses a caller without a fresh proof",
      caller: async (world) => ({ member: await stale(world), input: { address: stranger() } }),
      refused: "STEP_UP_REQUIRED",
    },
  ],
  "allowList-set": [
    { title: "turns the list on", caller: async (world) => ({ member: await world.fresh(), input: { on: true } }) },
    {
      title: "turns it off in 48 hours",
      caller: async (world) => ({ member: await strict(world), input: { on: false } }),
      varies: ["offAt"],
    },
    {
      title: "refuses a caller without a fresh proof",
      caller: async (world) => ({ member: await stale(world), input: { on: true } }),
      refused: "STEP_UP_REQUIRED",
    },
  ],
};

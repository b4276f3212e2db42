import { DAY_MS, UNIT } from "@bbux/contract";
import type { Case } from "./cases.ts";
import { ago, expired, reason, refundRequested } from "./refund-requests.ts";
import { shared, type World } from "./world.ts";

/** Bounties of this size can be objected to from now on. */
const reviewed = shared(async ({ t }) => {
  const change = { name: "settlementReviewFrom", value: UNIT.toString(), previous: "0", reason: "for the contract" };
  await t.database.ownerDb
    .insertInto("parameter_changes")
    .values({ ...change, created_at: new Date() })
    .execute();
});

/** A bounty that an answer will be paid in a day. @returns the post's id */
async function due(world: World): Promise<string> {
  await reviewed(world);
  const postId = await expired(world, 6 * DAY_MS);
  const { ownerDb } = world.t.database;
  await ownerDb
    .insertInto("answers")
    .values({ post_id: postId, author_id: (await world.fresh()).id, content: "Like this", upvotes: 1 })
    .execute();
  return postId;
}

/** The same, announced an hour ago. */
async function announced(world: World): Promise<string> {
  const postId = await due(world);
  const { ownerDb } = world.t.database;
  const { id } = await ownerDb
    .selectFrom("answers")
    .select("id")
    .where("post_id", "=", postId)
    .executeTakeFirstOrThrow();
  const notice = { post_id: postId, answer_id: id, notified_at: ago(DAY_MS / 24) };
  await ownerDb.insertInto("settlement_notices").values(notice).execute();
  return postId;
}

/** One of these, for reading. */
const shown = shared(announced);

export const objectionCases: Readonly<Record<string, readonly Case[]>> = {
  "refunds-settlement": [
    {
      title: "says who will be paid, and whether the caller may object",
      as: "asker",
      input: async (world) => ({ id: await shown(world) }),
    },
    { title: "refuses a post that doesn't exist", input: async () => ({ id: "999999999" }), refused: "NOT_FOUND" },
  ],
  "refunds-object": [
    {
      title: "opens a vote, once per key",
      as: "asker",
      input: async (world) => ({ id: await announced(world), reason }),
      same: true,
    },
    {
      title: "refuses an objection where no bounty waits",
      as: "asker",
      input: async (world) => ({ id: await world.post({}), reason }),
      refused: "NO_UNPAID_BOUNTY",
    },
    {
      title: "refuses an objection before the notice",
      as: "asker",
      input: async (world) => ({ id: await due(world), reason }),
      refused: "OBJECTION_NOT_OPEN",
    },
    {
      title: "refuses an objection after members were asked",
      as: "asker",
      input: async (world) => {
        const id = await announced(world);
        await refundRequested(world, id);
        return { id, reason };
      },
      refused: "OBJECTION_SETTLED",
    },
    {
      title: "refuses an objection by a stranger",
      caller: async (world) => {
        const id = await announced(world);
        return { member: await world.fresh(), input: { id, reason } };
      },
      refused: "OBJECTION_ENGAGEMENT",
    },
    {
      title: "refuses a key already used for another call",
      as: "asker",
      keyUsedWith: async (world) => ({ id: await announced(world), reason }),
      input: async (world) => ({ id: await announced(world), reason }),
      refused: "IDEMPOTENCY_CONFLICT",
    },
  ],
};

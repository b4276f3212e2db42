import { DAY_MS, HOUR_MS, REFUNDS } from "@bbux/contract";
import type { Case } from "./cases.ts";
import {
  ago,
  cast,
  choice,
  expired,
  lacking,
  reason,
  refundRequested,
  refusedOne,
  requested,
} from "./refund-requests.ts";
import { shared } from "./world.ts";

/** As many requests as a member may vote on in a day. */
const others = shared((world) => Promise.all(Array.from({ length: REFUNDS.votesPerDay }, () => requested(world))));

const voting: Case[] = [
  {
    title: "counts the vote and awards points, once per key [M7.52]",
    caller: lacking(null),
  },
  {
    title: "refuses the requester's own vote [M5.21]",
    as: "asker",
    input: async (world) => ({ id: await requested(world), ...choice }),
    refused: "OWN_REQUEST",
  },
  {
    title: "refuses a vote when voting is over [M4.25]",
    as: "helper",
    input: async (world) => ({ id: await refusedOne(world), ...choice }),
    refused: "VOTING_CLOSED",
  },
  {
    title: "refuses a second vote [M4.37]",
    caller: async (world) => {
      const { member, input } = await lacking(null)(world);
      await cast(world, member, input.id);
      return { member, input };
    },
    refused: "ALREADY_VOTED",
  },
  { title: "refuses a voter without reputation [M5.16]", caller: lacking("reputation"), refused: "VOTE_REPUTATION" },
  { title: "refuses a voter with a new account [M5.17]", caller: lacking("age"), refused: "VOTE_ACCOUNT_AGE" },
  {
    title: "refuses a voter without activity on the post [M5.18]",
    caller: lacking("engaged"),
    refused: "VOTE_ENGAGEMENT",
  },
  { title: "refuses a voter without review time [M5.19]", caller: lacking("seen"), refused: "VOTE_REVIEW_TIME" },
  {
    title: "refuses the 11th vote in 24 hours [M5.20]",
    caller: async (world) => {
      const { member, input } = await lacking(null)(world);
      const vote = { voter_id: member.id, approve: true, reason: "x", created_at: new Date() };
      const votes = (await others(world)).map((request_id) => ({ request_id, ...vote }));
      await world.t.database.ownerDb.insertInto("refund_votes").values(votes).execute();
      return { member, input };
    },
    refused: "VOTE_DAILY_LIMIT",
  },
  {
    title: "refuses a key already used for another vote",
    caller: lacking(null),
    keyUsedBefore: async (world, member) => {
      const id = await requested(world);
      const { ownerDb } = world.t.database;
      const request = ownerDb.selectFrom("refund_requests").select("post_id").where("id", "=", id);
      const { post_id } = await request.executeTakeFirstOrThrow();
      await ownerDb
        .insertInto("bookmarks")
        .values({ user_id: member.id, post_id, created_at: ago(DAY_MS) })
        .execute();
      await ownerDb
        .insertInto("refund_views")
        .values({ request_id: id, viewer_id: member.id, first_seen_at: ago(HOUR_MS) })
        .execute();
      return { id, ...choice };
    },
    refused: "IDEMPOTENCY_CONFLICT",
  },
];

export const refundCases: Record<string, Case[]> = {
  "refunds-list": [
    {
      title: "returns requests with every documented field [M7.24 M3.19 M3.20]",
      as: "asker",
      input: async (world) => {
        await requested(world);
        return undefined;
      },
      same: true,
    },
    {
      title: "accepts page, limit and status [M7.50]",
      as: "asker",
      input: () => ({ page: 1, limit: 5, status: "pending" }),
    },
    {
      title: "refuses an unknown status",
      as: "asker",
      input: () => ({ status: "maybe" }),
      refused: "VALIDATION_ERROR",
    },
  ],
  "refunds-get": [
    {
      title: "returns a request, with the caller's unmet voting requirements",
      as: "asker",
      input: async (world) => ({ id: await refusedOne(world, "open") }),
      same: true,
    },
  ],
  "refunds-votes": [
    {
      title: "returns the votes with their reasons [M7.25]",
      as: "asker",
      input: async (world) => {
        const { member, input } = await lacking(null)(world);
        await cast(world, member, input.id);
        return { id: input.id };
      },
      same: true,
    },
    {
      title: "refuses a limit of zero",
      as: "asker",
      input: async (world) => ({ id: await requested(world), limit: 0 }),
      refused: "VALIDATION_ERROR",
    },
  ],
  "refunds-request": [
    {
      title: "creates a request, once per key [M7.51]",
      as: "asker",
      input: async (world) => ({ postId: await expired(world), reason }),
      same: true,
    },
    {
      title: "doesn't find a nonexistent post",
      as: "asker",
      input: () => ({ postId: "999999999", reason }),
      refused: "NOT_FOUND",
    },
    {
      title: "refuses anyone but the bounty's creator [M5.28]",
      as: "helper",
      input: async (world) => ({ postId: await expired(world), reason }),
      refused: "FORBIDDEN",
    },
    {
      title: "requires an unpaid bounty [M5.29]",
      as: "asker",
      input: async (world) => ({ postId: await world.post(), reason }),
      refused: "NO_UNPAID_BOUNTY",
    },
    {
      title: "refuses before the bounty ends [M5.29]",
      as: "asker",
      input: async (world) => ({ postId: await world.post({ bountyAmount: 1 }), reason }),
      refused: "REFUND_NOT_OPEN",
    },
    {
      title: "refuses 7 days after the bounty ended [M5.29]",
      as: "asker",
      input: async (world) => ({ postId: await expired(world, 8 * DAY_MS), reason }),
      refused: "REFUND_WINDOW_CLOSED",
    },
    {
      title: "refuses a second request for a bounty [M5.30]",
      as: "asker",
      input: async (world) => {
        const postId = await expired(world);
        await refundRequested(world, postId);
        return { postId, reason };
      },
      refused: "REFUND_EXISTS",
    },
    {
      title: "refuses a key already used for another call",
      as: "asker",
      keyUsedWith: async (world) => ({ postId: await expired(world), reason }),
      input: async (world) => ({ postId: await expired(world), reason }),
      refused: "IDEMPOTENCY_CONFLICT",
    },
  ],
  "refunds-vote": voting,
  "refunds-appeal": [
    {
      title: "files an appeal, once per key [M4.35]",
      as: "asker",
      input: async (world) => ({ id: await refusedOne(world), reason }),
      same: true,
    },
    {
      title: "refuses anyone but the requester",
      as: "helper",
      input: async (world) => ({ id: await refusedOne(world), reason }),
      refused: "FORBIDDEN",
    },
    {
      title: "refuses a second appeal [M4.35]",
      as: "asker",
      input: async (world) => ({ id: await refusedOne(world, "denied"), reason }),
      refused: "ALREADY_APPEALED",
    },
    {
      title: "requires a refused request",
      as: "asker",
      input: async (world) => ({ id: await requested(world), reason }),
      refused: "NO_APPEAL",
    },
    {
      title: "refuses a key already used for another call",
      as: "asker",
      keyUsedWith: async (world) => ({ id: await refusedOne(world), reason }),
      input: async (world) => ({ id: await refusedOne(world), reason }),
      refused: "IDEMPOTENCY_CONFLICT",
    },
  ],
  "refunds-decideAppeal": [
    {
      title: "decides an appeal, once per key [C6.26]",
      as: "moderator",
      input: async (world) => ({ id: await refusedOne(world, "open"), decision: "grant", note: reason }),
      same: true,
    },
    {
      title: "refuses the moderator's own request",
      caller: async (world) => {
        const id = await refusedOne(world, "open");
        const { moderator: member, t } = world;
        const own = { user_id: member.id };
        await t.database.ownerDb.updateTable("refund_requests").set(own).where("id", "=", id).execute();
        return { member, input: { id, decision: "deny", note: reason } };
      },
      refused: "OWN_DECISION",
    },
    {
      title: "refuses a moderator who answered the question",
      caller: async (world) => {
        const id = await refusedOne(world, "open");
        const { t } = world;
        // Not the moderator, who would be the asker's rival in other cases.
        const member = await world.fresh();
        await t.database.ownerDb.updateTable("users").set({ role: "moderator" }).where("id", "=", member.id).execute();
        const { post_id } = await t.database.db
          .selectFrom("refund_requests")
          .select("post_id")
          .where("id", "=", id)
          .executeTakeFirstOrThrow();
        await t.database.ownerDb
          .insertInto("answers")
          .values({ post_id, author_id: member.id, content: "Mine" })
          .execute();
        return { member, input: { id, decision: "deny", note: reason } };
      },
      refused: "HAS_INTEREST",
    },
    {
      title: "requires an open appeal",
      as: "moderator",
      input: async (world) => ({ id: await refusedOne(world), decision: "deny", note: reason }),
      refused: "NO_APPEAL",
    },
    {
      title: "refuses a key already used for another call",
      as: "moderator",
      keyUsedWith: async (world) => ({ id: await refusedOne(world, "open"), decision: "deny", note: reason }),
      input: async (world) => ({ id: await refusedOne(world, "open"), decision: "deny", note: reason }),
      refused: "IDEMPOTENCY_CONFLICT",
    },
  ],
};

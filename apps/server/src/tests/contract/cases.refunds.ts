import { DAY_MS, HOUR_MS, REFUNDS } from "@bbux/contract";
import { REASON, VOTE_REASON } from "../refunds.support.ts";
import type { Case } from "./cases.ts";
import type { World } from "./world.ts";

type Member = World["asker"];
const reason = REASON;
const choice = { vote: "approve", reason: VOTE_REASON };
const ago = (milliseconds: number) => new Date(Date.now() - milliseconds);

/** A bounty of the asker's that expired so long ago. @returns the post's id */
async function expired(world: World, expiredAgo = HOUR_MS): Promise<string> {
  const postId = await world.post({ bountyAmount: 1, bountyDuration: 1 });
  await expire(world, postId, expiredAgo);
  return postId;
}

async function expire({ t }: World, postId: string, expiredAgo = HOUR_MS): Promise<void> {
  const expires = { bounty_expires_at: ago(expiredAgo), settles_at: ago(expiredAgo - 7 * DAY_MS) };
  await t.database.ownerDb.updateTable("posts").set(expires).where("id", "=", postId).execute();
}

/** Lets a bounty of the asker's expire and asks for its refund. @returns the request's id */
export async function refundRequested(world: World, postId: string): Promise<string> {
  await expire(world, postId);
  const { asker, t } = world;
  const made = await t.app.inject({
    method: "POST",
    ...{ url: "/api/refund-requests", headers: asker.headers, payload: { postId, reason } },
  });
  return made.json().request.id;
}

const requested = async (world: World) => refundRequested(world, await expired(world));

/** Somebody new who meets all the rules of voting on it but those that are named. */
async function elector(world: World, id: string, less: "reputation" | "age" | "engaged" | "seen" | null = null) {
  const { ownerDb } = world.t.database;
  const member = await world.fresh();
  const facts = {
    reputation_points: less === "reputation" ? 49 : 100,
    created_at: ago((less === "age" ? 6 : 30) * DAY_MS),
  };
  await ownerDb.updateTable("users").set(facts).where("id", "=", member.id).execute();
  const request = ownerDb.selectFrom("refund_requests").select("post_id").where("id", "=", id);
  const { post_id } = await request.executeTakeFirstOrThrow();
  const kept = { user_id: member.id, post_id, created_at: ago(DAY_MS) };
  if (less !== "engaged") await ownerDb.insertInto("bookmarks").values(kept).execute();
  const seen = { request_id: id, viewer_id: member.id, first_seen_at: ago(less === "seen" ? 1_000 : HOUR_MS) };
  await ownerDb.insertInto("refund_views").values(seen).execute();
  return member;
}

/** A vote of somebody to whom one rule speaks. */
const lacking = (less: "reputation" | "age" | "engaged" | "seen" | null) => async (world: World) => {
  const id = await requested(world);
  return { member: await elector(world, id, less), input: { id, ...choice } };
};

async function cast({ t }: World, voter: Member, id: string): Promise<void> {
  await t.app.inject({
    method: "POST",
    ...{ url: `/api/refund-requests/${id}/vote`, headers: voter.headers, payload: choice },
  });
}

/** A request that was refused, and its appeal as far as it has come. */
async function refusedOne(world: World, appeal: "none" | "open" | "denied" = "none"): Promise<string> {
  const id = await requested(world);
  const at = new Date();
  const open = { appeal_status: "OPEN", appealed_at: at, appeal_reason: "x" };
  const denied = { ...open, appeal_status: "DENIED", appeal_decided_at: at };
  await world.t.database.ownerDb
    .updateTable("refund_requests")
    .set({ status: "REJECTED", decided_at: at, ...(appeal === "open" ? open : appeal === "denied" ? denied : {}) })
    .set(appeal === "none" ? {} : { appeal_expires_at: new Date(at.getTime() + 7 * DAY_MS) })
    .where("id", "=", id)
    .execute();
  return id;
}

const voting: Case[] = [
  {
    title: "counts it and gives points, once for each key [M7.52]",
    caller: lacking(null),
  },
  {
    title: "refuses the requester's own [M5.21]",
    as: "asker",
    input: async (world) => ({ id: await requested(world), ...choice }),
    refused: "OWN_REQUEST",
  },
  {
    title: "refuses one when voting is over [M4.25]",
    as: "helper",
    input: async (world) => ({ id: await refusedOne(world), ...choice }),
    refused: "VOTING_CLOSED",
  },
  {
    title: "refuses a second [M4.37]",
    caller: async (world) => {
      const { member, input } = await lacking(null)(world);
      await cast(world, member, input.id);
      return { member, input };
    },
    refused: "ALREADY_VOTED",
  },
  { title: "refuses one without reputation [M5.16]", caller: lacking("reputation"), refused: "VOTE_REPUTATION" },
  { title: "refuses one of a young account [M5.17]", caller: lacking("age"), refused: "VOTE_ACCOUNT_AGE" },
  { title: "refuses one of a stranger to the post [M5.18]", caller: lacking("engaged"), refused: "VOTE_ENGAGEMENT" },
  { title: "refuses one without review [M5.19]", caller: lacking("seen"), refused: "VOTE_REVIEW_TIME" },
  {
    title: "refuses the 11th in 24 hours [M5.20]",
    caller: async (world) => {
      const { member, input } = await lacking(null)(world);
      const vote = { voter_id: member.id, approve: true, reason: "x", created_at: new Date() };
      for (let n = 0; n < REFUNDS.votesPerDay; n++) {
        const request_id = await requested(world);
        await world.t.database.ownerDb
          .insertInto("refund_votes")
          .values({ request_id, ...vote })
          .execute();
      }
      return { member, input };
    },
    refused: "VOTE_DAILY_LIMIT",
  },
  {
    title: "refuses a key that was used for another vote",
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
      title: "gives requests with every documented field [M7.24 M3.19 M3.20]",
      as: "asker",
      input: async (world) => {
        await requested(world);
        return undefined;
      },
      same: true,
    },
    {
      title: "takes page, limit and status [M7.50]",
      as: "asker",
      input: () => ({ page: 1, limit: 5, status: "pending" }),
    },
    { title: "refuses another status", as: "asker", input: () => ({ status: "maybe" }), refused: "VALIDATION_ERROR" },
  ],
  "refunds-get": [
    {
      title: "gives one, and what keeps the caller from voting",
      as: "asker",
      input: async (world) => ({ id: await refusedOne(world, "open") }),
      same: true,
    },
  ],
  "refunds-votes": [
    {
      title: "gives the votes with their reasons [M7.25]",
      as: "asker",
      input: async (world) => {
        const { member, input } = await lacking(null)(world);
        await cast(world, member, input.id);
        return { id: input.id };
      },
      same: true,
    },
    {
      title: "refuses a page of nothing",
      as: "asker",
      input: async (world) => ({ id: await requested(world), limit: 0 }),
      refused: "VALIDATION_ERROR",
    },
  ],
  "refunds-request": [
    {
      title: "makes one, once for each key [M7.51]",
      as: "asker",
      input: async (world) => ({ postId: await expired(world), reason }),
      same: true,
    },
    {
      title: "does not find a post that is not there",
      as: "asker",
      input: () => ({ postId: "999999999", reason }),
      refused: "NOT_FOUND",
    },
    {
      title: "is for the creator of the bounty alone [M5.28]",
      as: "helper",
      input: async (world) => ({ postId: await expired(world), reason }),
      refused: "FORBIDDEN",
    },
    {
      title: "is for an unpaid bounty [M5.29]",
      as: "asker",
      input: async (world) => ({ postId: await world.post(), reason }),
      refused: "NO_UNPAID_BOUNTY",
    },
    {
      title: "is not open before the expiry [M5.29]",
      as: "asker",
      input: async (world) => ({ postId: await world.post({ bountyAmount: 1 }), reason }),
      refused: "REFUND_NOT_OPEN",
    },
    {
      title: "is over 7 days after the expiry [M5.29]",
      as: "asker",
      input: async (world) => ({ postId: await expired(world, 8 * DAY_MS), reason }),
      refused: "REFUND_WINDOW_CLOSED",
    },
    {
      title: "is made once for each bounty [M5.30]",
      as: "asker",
      input: async (world) => {
        const postId = await expired(world);
        await refundRequested(world, postId);
        return { postId, reason };
      },
      refused: "REFUND_EXISTS",
    },
    {
      title: "refuses a key that was used for another",
      as: "asker",
      keyUsedWith: async (world) => ({ postId: await expired(world), reason }),
      input: async (world) => ({ postId: await expired(world), reason }),
      refused: "IDEMPOTENCY_CONFLICT",
    },
  ],
  "refunds-vote": voting,
  "refunds-appeal": [
    {
      title: "is made, once for each key [M4.35]",
      as: "asker",
      input: async (world) => ({ id: await refusedOne(world), reason }),
      same: true,
    },
    {
      title: "is the requester's alone",
      as: "helper",
      input: async (world) => ({ id: await refusedOne(world), reason }),
      refused: "FORBIDDEN",
    },
    {
      title: "is made once [M4.35]",
      as: "asker",
      input: async (world) => ({ id: await refusedOne(world, "denied"), reason }),
      refused: "ALREADY_APPEALED",
    },
    {
      title: "needs a refusal",
      as: "asker",
      input: async (world) => ({ id: await requested(world), reason }),
      refused: "NO_APPEAL",
    },
    {
      title: "refuses a key that was used for another",
      as: "asker",
      keyUsedWith: async (world) => ({ id: await refusedOne(world), reason }),
      input: async (world) => ({ id: await refusedOne(world), reason }),
      refused: "IDEMPOTENCY_CONFLICT",
    },
  ],
  "refunds-decideAppeal": [
    {
      title: "decides, once for each key [C6.26]",
      as: "moderator",
      input: async (world) => ({ id: await refusedOne(world, "open"), decision: "grant", note: reason }),
      same: true,
    },
    {
      title: "is not about one's own",
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
      title: "needs an open appeal",
      as: "moderator",
      input: async (world) => ({ id: await refusedOne(world), decision: "deny", note: reason }),
      refused: "NO_APPEAL",
    },
    {
      title: "refuses a key that was used for another",
      as: "moderator",
      keyUsedWith: async (world) => ({ id: await refusedOne(world, "open"), decision: "deny", note: reason }),
      input: async (world) => ({ id: await refusedOne(world, "open"), decision: "deny", note: reason }),
      refused: "IDEMPOTENCY_CONFLICT",
    },
  ],
};

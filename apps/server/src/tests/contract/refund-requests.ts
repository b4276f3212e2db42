import { DAY_MS, HOUR_MS } from "@bbux/contract";
import { REASON, VOTE_REASON } from "../refunds.support.ts";
import type { World } from "./world.ts";

type Member = World["asker"];
export const reason = REASON;
export const choice = { vote: "approve", reason: VOTE_REASON };
export const ago = (milliseconds: number) => new Date(Date.now() - milliseconds);

/** One of the asker's bounties, expired for this long. @returns the post's id */
export async function expired(world: World, expiredAgo = HOUR_MS): Promise<string> {
  const postId = await world.post({ bountyAmount: 1, bountyDuration: 1 });
  await expire(world, postId, expiredAgo);
  return postId;
}

async function expire({ t }: World, postId: string, expiredAgo = HOUR_MS): Promise<void> {
  const expires = { bounty_expires_at: ago(expiredAgo), settles_at: ago(expiredAgo - 7 * DAY_MS) };
  await t.database.ownerDb.updateTable("posts").set(expires).where("id", "=", postId).execute();
}

/** Expires one of the asker's bounties and requests its refund. @returns the request's id */
export async function refundRequested(world: World, postId: string): Promise<string> {
  await expire(world, postId);
  const { asker, t } = world;
  const made = await t.app.inject({
    method: "POST",
    url: "/api/refund-requests",
    headers: asker.headers,
    payload: { postId, reason },
  });
  return made.json().request.id;
}

export const requested = async (world: World) => refundRequested(world, await expired(world));

/** A new member who meets all the rules for voting on it except the given one. */
export async function elector(world: World, id: string, less: "reputation" | "age" | "engaged" | "seen" | null = null) {
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

/** A vote by a member who fails one rule. */
export const lacking = (less: "reputation" | "age" | "engaged" | "seen" | null) => async (world: World) => {
  const id = await requested(world);
  return { member: await elector(world, id, less), input: { id, ...choice } };
};

export async function cast({ t }: World, voter: Member, id: string): Promise<void> {
  await t.app.inject({
    method: "POST",
    url: `/api/refund-requests/${id}/vote`,
    headers: voter.headers,
    payload: choice,
  });
}

/** A rejected request, with its appeal in the given state. */
export async function refusedOne(world: World, appeal: "none" | "open" | "denied" = "none"): Promise<string> {
  const id = await requested(world);
  const at = new Date();
  const update = (change: object) =>
    world.t.database.ownerDb.updateTable("refund_requests").set(change).where("id", "=", id).execute();
  await update({ status: "REJECTED", decided_at: at });
  if (appeal === "none") return id;
  const expires = new Date(at.getTime() + 7 * DAY_MS);
  await update({ appeal_status: "OPEN", appealed_at: at, appeal_reason: "x", appeal_expires_at: expires });
  if (appeal === "denied") await update({ appeal_status: "DENIED", appeal_decided_at: at });
  return id;
}

import type { TestMember } from "../../testing.ts";
import { act } from "./cases.moderation.ts";
import type { Case } from "./cases.ts";
import type { World } from "./world.ts";

/** What a newcomer has just asked. @returns its review */
const queued = async (world: World, answeredBy?: TestMember) => {
  const author = await world.fresh();
  const body = { title: "How?", content: "Tell me", tags: ["money"] };
  const { t } = world;
  const asked = await t.app.inject({ method: "POST", url: "/api/posts", headers: author.headers, payload: body });
  const postId: string = asked.json().post.id;
  if (answeredBy) await act(world, answeredBy, `/posts/${postId}/answers`, { content: "So" });
  const found = t.database.db.selectFrom("review_items").select("id").where("target_id", "=", postId);
  return { author, id: (await found.executeTakeFirstOrThrow()).id };
};
const verdict = (world: World, as: TestMember, id: string) =>
  act(world, as, `/reviews/${id}/verdict`, { verdict: "clear" });

export const reviewCases: Record<string, Case[]> = {
  "reviews-list": [
    {
      title: "returns the review queue to staff",
      as: "moderator",
      input: async (world) => {
        await queued(world);
        return { limit: 1 };
      },
      same: true,
    },
    { title: "refuses those who don't review", as: "helper", refused: "REVIEWERS_ONLY" },
  ],
  "reviews-decide": [
    {
      title: "takes a verdict",
      as: "moderator",
      input: async (world) => ({ id: (await queued(world)).id, verdict: "flag", reason: "SPAM", note: "An ad" }),
    },
    {
      title: "refuses those who don't review",
      as: "helper",
      input: async (world) => ({ id: (await queued(world)).id, verdict: "clear" }),
      refused: "REVIEWERS_ONLY",
    },
    {
      title: "refuses the author",
      caller: async (world) => {
        const { author, id } = await queued(world);
        const role = { role: "moderator" };
        await world.t.database.ownerDb.updateTable("users").set(role).where("id", "=", author.id).execute();
        return { member: author, input: { id, verdict: "clear" } };
      },
      refused: "OWN_DECISION",
    },
    {
      title: "refuses who answered the question",
      as: "moderator",
      input: async (world) => ({ id: (await queued(world, world.moderator)).id, verdict: "clear" }),
      refused: "HAS_INTEREST",
    },
    {
      title: "refuses a second verdict",
      as: "moderator",
      input: async (world) => {
        const { id } = await queued(world);
        await verdict(world, world.moderator, id);
        return { id, verdict: "flag", reason: "SPAM" };
      },
      refused: "ALREADY_REVIEWED",
    },
    {
      title: "refuses what was deleted",
      as: "moderator",
      input: async (world) => {
        const { id } = await queued(world);
        const gone = { status: "GONE", decided_at: new Date() };
        await world.t.database.ownerDb.updateTable("review_items").set(gone).where("id", "=", id).execute();
        return { id, verdict: "clear" };
      },
      refused: "REVIEW_CLOSED",
    },
  ],
};

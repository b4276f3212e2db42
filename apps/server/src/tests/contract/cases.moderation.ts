import { randomBytes } from "node:crypto";
import type { TestMember } from "../../testing.ts";
import { ageProofs } from "../second-factor.support.ts";
import { answer, ask } from "../support.ts";
import type { Case } from "./cases.ts";
import type { World } from "./world.ts";

const reason = "Not what this place is for";
export const act = async ({ t }: World, as: TestMember, path: string, payload: object) => {
  const { statusCode, body } = await t.app.inject({ method: "POST", url: `/api${path}`, headers: as.headers, payload });
  if (statusCode !== 200) throw new Error(body);
};
const about = (targetId: string) => ({ targetType: "post", targetId, reason });
const flag = (world: World, targetId: string) =>
  act(world, world.helper, "/flags", { ...about(targetId), reason: "SPAM" });

/** One of the asker's posts, flagged by the helper. @returns its id */
const flagged = async (world: World) => {
  const id = await world.post();
  await flag(world, id);
  return id;
};
/** One of the asker's posts, hidden by a moderator. @returns its id */
export const hidden = async (world: World, by: TestMember = world.moderator): Promise<string> => {
  const id = await world.post();
  await act(world, by, "/moderation/hide", about(id));
  return id;
};
/** Same, but returns the id of the hiding. */
const hiding = async (world: World, by?: TestMember) => {
  const targetId = await hidden(world, by);
  const listed = await world.t.app.inject({ url: "/api/moderation/hidden", headers: world.asker.headers });
  const items: { id: string; targetId: string }[] = listed.json().items;
  return items.find((item) => item.targetId === targetId)?.id ?? "";
};
/** Same, with an appeal. */
const appealed = async (world: World, by?: TestMember) => {
  const id = await hiding(world, by);
  await act(world, world.asker, `/moderation/hidden/${id}/appeal`, { reason });
  return id;
};
/** A flagged post of the moderator's own. */
const ofModerator = async (world: World) => {
  const payload = { title: "How?", content: "Tell me", tags: ["money"] };
  const { moderator, t } = world;
  const made = await t.app.inject({ method: "POST", url: "/api/posts", headers: moderator.headers, payload });
  const id: string = made.json().post.id;
  await flag(world, id);
  return id;
};
const own: Pick<Case, "title" | "as" | "refused" | "input"> = {
  title: "refuses the author's own decision",
  as: "moderator",
  input: async (world) => about(await ofModerator(world)),
  refused: "OWN_DECISION",
};
/** An answer of the helper's, beside one of the moderator's. */
const rival = async (world: World) => {
  const { postId, answerId } = await world.answered();
  await act(world, world.moderator, `/posts/${postId}/answers`, { content: "Mine is better" });
  return { postId, answerId };
};
/** A new member whose question, with a bounty that isn't paid, this moderator or admin has answered. */
export const rivalOf = async (world: World, judge: TestMember): Promise<TestMember> => {
  const member = await world.rich();
  await answer(world.t, judge, await ask(world.t, member, { bountyAmount: 1 }));
  return member;
};
const rivals: Pick<Case, "title" | "as" | "refused" | "input"> = {
  title: "refuses a moderator who wants to win the member's bounty",
  as: "moderator",
  input: async (world) => ({ id: (await rivalOf(world, world.moderator)).id, reason }),
  refused: "HAS_INTEREST",
};
/** A file that a member uploaded. @returns its address */
const uploaded = async ({ t }: World, { id }: TestMember) => {
  const key = `${randomBytes(16).toString("base64url")}.png`;
  const url = `/uploads/${key}`;
  await t.database.ownerDb.insertInto("uploads").values({ key, url, owner_id: id, kind: "IMAGE", bytes: 1 }).execute();
  return url;
};
const interested: Pick<Case, "title" | "as" | "refused" | "input"> = {
  title: "refuses a moderator who answered the same question",
  as: "moderator",
  input: async (world) => ({ targetType: "answer", targetId: (await rival(world)).answerId, reason }),
  refused: "HAS_INTEREST",
};
/** A moderator whose proof is old, and a question with an unpaid bounty. */
const stale = async (world: World) => {
  const [member, asker] = [await world.fresh(), await world.rich()];
  await world.t.database.ownerDb.updateTable("users").set({ role: "moderator" }).where("id", "=", member.id).execute();
  await ageProofs(world.t, member);
  return { member, asker, postId: await ask(world.t, asker, { bountyAmount: 1 }) };
};
/** Same, with the question hidden. */
const staleOfHidden = async (world: World) => {
  const given = await stale(world);
  await act(world, world.moderator, "/moderation/hide", about(given.postId));
  return given;
};
const nothing: Pick<Case, "title" | "as" | "refused" | "input"> = {
  title: "refuses a target that doesn't exist",
  as: "moderator",
  input: () => about("999999999"),
  refused: "NOT_FOUND",
};

export const moderationCases: Record<string, Case[]> = {
  "moderation-flag": [
    {
      title: "flags a post, with a note",
      as: "helper",
      input: async (world) => ({ ...about(await world.post()), reason: "OFF_TOPIC", note: "About horses" }),
    },
    {
      title: "flags a member, with a sentence",
      as: "helper",
      input: async (world) => ({
        targetType: "user",
        targetId: (await world.fresh()).id,
        reason: "They call me names",
      }),
    },
    {
      title: "refuses a flag on the caller's own content",
      as: "asker",
      input: async (world) => about(await world.post()),
      refused: "OWN_CONTENT",
    },
    {
      title: "refuses a second flag",
      as: "helper",
      input: async (world) => about(await flagged(world)),
      refused: "ALREADY_FLAGGED",
    },
    { ...nothing, as: "helper" },
  ],
  "moderation-queue": [
    { title: "lists open flags [C6.21]", as: "moderator" },
    { title: "lists decided flags", as: "admin", input: () => ({ status: "decided", page: 1, limit: 5 }) },
  ],
  "moderation-counts": [{ title: "counts waiting items", as: "moderator" }],
  "moderation-hide": [
    { title: "hides a post [C6.21]", as: "moderator", input: async (world) => about(await flagged(world)) },
    {
      title: "refuses to hide a member",
      as: "moderator",
      input: ({ helper }) => ({ ...about(helper.id), targetType: "user" }),
      refused: "BAD_REQUEST",
    },
    own,
    interested,
    nothing,
    {
      title: "refuses to hide what an unpaid bounty depends on without a fresh proof",
      async caller(world) {
        const { member, postId } = await stale(world);
        return { member, input: about(postId) };
      },
      refused: "STEP_UP_REQUIRED",
    },
  ],
  "moderation-restore": [
    { title: "restores hidden content [C6.22]", as: "admin", input: async (world) => about(await hidden(world)) },
    own,
    interested,
    nothing,
    {
      title: "refuses to restore what an unpaid bounty depends on without a fresh proof",
      async caller(world) {
        const { member, postId } = await staleOfHidden(world);
        return { member, input: about(postId) };
      },
      refused: "STEP_UP_REQUIRED",
    },
  ],
  "moderation-removeFile": [
    {
      title: "removes a file",
      as: "moderator",
      input: async (world) => ({ file: await uploaded(world, world.asker), reason }),
    },
    {
      title: "refuses a file that isn't stored here",
      as: "admin",
      input: () => ({ file: "https://example.org/picture.png", reason }),
      refused: "NOT_FOUND",
    },
    {
      title: "refuses the moderator who uploaded it",
      as: "moderator",
      input: async (world) => ({ file: await uploaded(world, world.moderator), reason }),
      refused: "OWN_DECISION",
    },
    {
      title: "refuses a moderator who answered the question that shows it",
      as: "moderator",
      input: async (world) => {
        const file = await uploaded(world, world.helper);
        const { postId } = await rival(world);
        await act(world, world.helper, `/posts/${postId}/comments`, { content: `![](${file})` });
        return { file, reason };
      },
      refused: "HAS_INTEREST",
    },
    {
      title: "refuses a file that is removed already",
      as: "moderator",
      input: async (world) => {
        const file = await uploaded(world, world.asker);
        await act(world, world.admin, "/moderation/remove-file", { file, reason });
        return { file, reason };
      },
      refused: "CONFLICT",
    },
  ],
  "moderation-file": [
    {
      title: "says that a file is there",
      input: async (world) => ({ file: await uploaded(world, world.asker) }),
    },
    { title: "says nothing about an unknown file", as: "moderator", input: () => ({ file: "unknown" }) },
  ],
  "moderation-dismiss": [
    { title: "dismisses the flags [C6.23]", as: "moderator", input: async (world) => about(await flagged(world)) },
    own,
    interested,
    nothing,
  ],
  "moderation-uphold": [
    {
      title: "upholds the flags",
      as: "moderator",
      input: async (world) => ({ ...about(await flagged(world)), abuse: true }),
    },
    own,
    interested,
    nothing,
  ],
  "moderation-appeals": [
    { title: "lists open appeals", as: "moderator" },
    { title: "lists decided appeals", as: "moderator", input: () => ({ status: "decided" }) },
  ],
  "moderation-decideAppeal": [
    {
      title: "grants an appeal",
      as: "admin",
      input: async (world) => ({ id: await appealed(world), decision: "grant", note: reason }),
    },
    {
      title: "refuses to decide about what an unpaid bounty depends on without a fresh proof",
      async caller(world) {
        const { member, asker, postId } = await staleOfHidden(world);
        const { id } = await world.t.database.db
          .selectFrom("hidden_content")
          .select("id")
          .where("target_id", "=", postId)
          .executeTakeFirstOrThrow();
        await act(world, asker, `/moderation/hidden/${id}/appeal`, { reason });
        return { member, input: { id, decision: "grant", note: reason } };
      },
      refused: "STEP_UP_REQUIRED",
    },
    {
      title: "refuses the moderator who hid the content",
      as: "moderator",
      input: async (world) => ({ id: await appealed(world), decision: "deny", note: reason }),
      refused: "OWN_DECISION",
    },
    {
      title: "refuses an admin who answered the question",
      as: "admin",
      input: async (world) => {
        const id = await appealed(world);
        const item = await world.t.database.db
          .selectFrom("hidden_content")
          .select("target_id")
          .where("id", "=", id)
          .executeTakeFirstOrThrow();
        const row = { post_id: item.target_id, author_id: world.admin.id, content: "Mine" };
        await world.t.database.ownerDb.insertInto("answers").values(row).execute();
        return { id, decision: "deny", note: reason };
      },
      refused: "HAS_INTEREST",
    },
    {
      title: "requires an appeal",
      as: "admin",
      input: async (world) => ({ id: await hiding(world), decision: "deny", note: reason }),
      refused: "NO_APPEAL",
    },
  ],
  "moderation-suspend": [
    {
      title: "suspends a member [C6.24]",
      as: "moderator",
      input: async (world) => ({ id: (await world.fresh()).username, reason }),
    },
    {
      title: "refuses to suspend the caller",
      as: "moderator",
      input: ({ moderator }) => ({ id: moderator.id, reason }),
      refused: "OWN_DECISION",
    },
    {
      title: "suspends a member for voting fraud",
      as: "admin",
      input: async (world) => ({ id: (await world.fresh()).id, reason, votingFraud: true }),
    },
    rivals,
  ],
  "moderation-unsuspend": [
    {
      title: "ends a suspension [C6.24]",
      as: "moderator",
      input: async (world) => {
        const { id } = await world.fresh();
        await act(world, world.moderator, `/moderation/users/${id}/suspend`, { reason });
        return { id, reason, overturned: true };
      },
    },
    {
      title: "refuses to end the caller's",
      as: "moderator",
      input: ({ moderator }) => ({ id: moderator.id, reason }),
      refused: "OWN_DECISION",
    },
    rivals,
  ],
  "moderation-freezeWithdrawals": [
    {
      title: "freezes a member's withdrawals",
      as: "moderator",
      input: async (world) => ({ id: (await world.fresh()).username, reason, days: 3 }),
    },
    {
      title: "refuses to freeze the caller's",
      as: "moderator",
      input: ({ moderator }) => ({ id: moderator.id, reason }),
      refused: "OWN_DECISION",
    },
    {
      title: "refuses more days than a moderator may decide",
      as: "moderator",
      input: async (world) => ({ id: (await world.fresh()).id, reason, days: 8 }),
      refused: "FREEZE_LIMIT",
    },
    rivals,
  ],
  "moderation-unfreezeWithdrawals": [
    {
      title: "ends a freeze",
      as: "moderator",
      input: async (world) => {
        const { id } = await world.fresh();
        await act(world, world.moderator, `/moderation/users/${id}/freeze-withdrawals`, { reason });
        return { id, reason };
      },
    },
    {
      title: "refuses to end the caller's",
      as: "moderator",
      input: ({ moderator }) => ({ id: moderator.id, reason }),
      refused: "OWN_DECISION",
    },
    rivals,
  ],
  "moderation-closePost": [
    {
      title: "closes a post and returns its bounty, once per key [C6.25]",
      as: "moderator",
      input: async (world) => ({ id: (await world.answered({ bountyAmount: 1 })).postId, reason }),
      same: true,
    },
    {
      title: "refuses the author's own decision",
      as: "moderator",
      input: async (world) => ({ id: await ofModerator(world), reason }),
      refused: "OWN_DECISION",
    },
    {
      title: "refuses a moderator who answered it",
      as: "moderator",
      input: async (world) => ({ id: (await rival(world)).postId, reason }),
      refused: "HAS_INTEREST",
    },
    {
      title: "refuses a closed post",
      as: "moderator",
      input: async (world) => {
        const id = await world.post();
        await world.close(id);
        return { id, reason };
      },
      refused: "POST_CLOSED",
    },
    {
      title: "refuses a completed post",
      as: "moderator",
      input: async (world) => {
        const { postId, answerId } = await world.answered();
        await act(world, world.asker, `/posts/${postId}/answers/${answerId}/accept`, {});
        return { id: postId, reason };
      },
      refused: "ALREADY_ACCEPTED",
    },
    {
      title: "refuses a key already used for another post",
      as: "moderator",
      keyUsedWith: async (world) => ({ id: await world.post(), reason }),
      input: async (world) => ({ id: await world.post(), reason }),
      refused: "IDEMPOTENCY_CONFLICT",
    },
  ],
  "moderation-members": [
    { title: "finds members by part of their name", as: "moderator", input: () => ({ search: "the_" }), same: true },
    { title: "finds suspended members", as: "moderator", input: () => ({ suspended: true, limit: 5 }), same: true },
  ],
  "moderation-hidden": [
    {
      title: "lists the caller's hidden content",
      as: "asker",
      input: async (world) => {
        await hiding(world);
        return { limit: 2 };
      },
      same: true,
    },
  ],
  "moderation-appealHiding": [
    { title: "files an appeal", as: "asker", input: async (world) => ({ id: await hiding(world), reason }) },
    {
      title: "refuses a second appeal",
      as: "asker",
      input: async (world) => ({ id: await appealed(world), reason }),
      refused: "ALREADY_APPEALED",
    },
    {
      title: "requires hidden content",
      as: "asker",
      input: async (world) => {
        const id = await hiding(world);
        const item = await world.t.database.db
          .selectFrom("hidden_content")
          .select("target_id")
          .where("id", "=", id)
          .executeTakeFirstOrThrow();
        await act(world, world.admin, "/moderation/restore", about(item.target_id));
        return { id, reason };
      },
      refused: "NO_APPEAL",
    },
  ],
};

import { hidden } from "./cases.moderation.ts";
import type { Case } from "./cases.ts";
import { held, stale } from "./leaving.ts";
import { refundRequested } from "./refund-requests.ts";

const body = { title: "How?", content: "Tell me", tags: ["money"] };

export const postCases: Record<string, Case[]> = {
  "posts-list": [
    { title: "needs no input and no session [C7.19 M6.07]" },
    { title: "accepts a page and a limit [C7.20]", input: () => ({ page: 2, limit: 1 }) },
    {
      title: "accepts all filters together, in upper or lower case [M7.30]",
      input: () => ({
        page: 1,
        limit: 100,
        sort: "mostVoted",
        filter: "Open",
        tags: "money,react",
        hasBounty: true,
        dateRange: "WEEK",
        author: "asker",
      }),
    },
    { title: "searches and marks the matches [C7.24]", input: () => ({ search: "tell" }) },
    { title: "returns the corrected search [C7.24]", input: () => ({ search: "tell xyzzyplugh" }) },
    ...["newest", "oldest", "votes", "mostVoted"].map((sort) => ({
      title: `sorts by ${sort} [C7.21]`,
      input: () => ({ sort }),
    })),
    ...["newest", "active", "unanswered", "highestBounty", "endingSoon", "mostVoted"].map((tab) => ({
      title: `shows the tab ${tab}`,
      input: () => ({ tab }),
    })),
    { title: "shows members the tab of their own tags", as: "helper", input: () => ({ tab: "forYou" }) },
    {
      title: "refuses visitors the tab of their own tags",
      input: () => ({ tab: "forYou" }),
      refused: "UNAUTHENTICATED",
    },
    { title: "refuses a limit above 100 [C7.20]", input: () => ({ limit: 101 }), refused: "VALIDATION_ERROR" },
    { title: "refuses an unknown sort", input: () => ({ sort: "random" }), refused: "VALIDATION_ERROR" },
  ],
  "posts-similar": [
    { title: "returns posts similar to a title", input: () => ({ title: "how" }) },
    { title: "refuses a title of two characters", input: () => ({ title: "ho" }), refused: "VALIDATION_ERROR" },
  ],
  "posts-related": [
    { title: "returns posts related to a post", input: async (world) => ({ id: await world.post() }), same: true },
  ],
  "posts-participants": [
    {
      title: "returns who takes part in a post",
      input: async (world) => ({ id: (await world.answered()).postId }),
      same: true,
    },
    { title: "refuses an unknown post", input: () => ({ id: "999999" }), refused: "NOT_FOUND" },
  ],
  "posts-get": [
    {
      title: "returns the post with answers, comments, votes and userVote [C7.29 M7.32 M6.07]",
      input: async (world) => ({ id: (await world.answered({ bountyAmount: 2 })).postId }),
      same: true,
    },
    {
      title: "tells its author why it is hidden",
      as: "asker",
      input: async (world) => ({ id: await hidden(world) }),
      same: true,
      refused: "CONTENT_HIDDEN",
    },
  ],
  "posts-create": [
    { title: "publishes a post [C7.28 M7.31]", as: "asker", input: () => body },
    {
      title: "refuses a bounty before the email address is confirmed",
      caller: async ({ unverified }) => ({ member: unverified, input: { ...body, bountyAmount: 1 } }),
      refused: "EMAIL_UNVERIFIED",
    },
    {
      title: "accepts the screens' payload, with code, media and a bounty, once per key [C7.28]",
      as: "asker",
      input: async ({ t }) => {
        const tag = await t.database.db.selectFrom("tags").select("id").executeTakeFirstOrThrow();
        return {
          title: "With everything",
          content: "Tell **me**",
          selectedTags: [tag.id],
          codeBlocks: [{ language: "sql", code: "select 1", description: "one" }],
          media: [{ type: "IMAGE", url: "https://example.org/a.png", thumbnailUrl: null, isScreenRecording: false }],
          hasBounty: true,
          bountyAmount: "1.5",
          bountyDuration: 3,
          somethingElse: "is ignored [C7.03]",
        };
      },
      same: true,
    },
    {
      title: "refuses a bounty above the balance",
      as: "helper",
      input: () => ({ ...body, bountyAmount: 5 }),
      refused: "INSUFFICIENT_BALANCE",
    },
    {
      title: "refuses a large bounty without a fresh proof",
      caller: stale({ ...body, bountyAmount: 11 }),
      refused: "STEP_UP_REQUIRED",
    },
    {
      title: "refuses a bounty while withdrawals are held",
      caller: held({ ...body, bountyAmount: 1 }),
      refused: "PAYMENTS_HELD",
    },
    {
      title: "refuses a bounty of a frozen account",
      caller: held({ ...body, bountyAmount: 1 }, "frozen"),
      refused: "ACCOUNT_FROZEN",
    },
    {
      title: "refuses a post without a tag, naming the field [M8.19]",
      as: "asker",
      input: () => ({ ...body, tags: [] }),
      refused: "VALIDATION_ERROR",
    },
    {
      title: "refuses a key already used for another post",
      as: "asker",
      keyUsedWith: () => body,
      input: () => ({ ...body, title: "Another" }),
      refused: "IDEMPOTENCY_CONFLICT",
    },
  ],
  "posts-edit": [
    {
      title: "changes the post [C7.30]",
      as: "asker",
      input: async (world) => ({ ...body, id: await world.post(), title: "Edited" }),
    },
    {
      title: "refuses anyone but the author",
      as: "helper",
      input: async (world) => ({ ...body, id: await world.post() }),
      refused: "FORBIDDEN",
    },
    {
      title: "refuses a second edit within a day",
      as: "asker",
      input: async (world) => {
        const id = await world.post();
        const edited = { edited_at: new Date() };
        await world.t.database.ownerDb.updateTable("posts").set(edited).where("id", "=", id).execute();
        return { ...body, id };
      },
      refused: "EDIT_LOCKED",
    },
  ],
  "posts-delete": [
    {
      title: "deletes the post, once per key [C7.31]",
      as: "asker",
      input: async (world) => ({ id: await world.post({ bountyAmount: 1 }) }),
      same: true,
    },
    {
      title: "refuses anyone but the author",
      as: "helper",
      input: async (world) => ({ id: await world.post() }),
      refused: "FORBIDDEN",
    },
    {
      title: "refuses once others have answered for the bounty",
      as: "asker",
      input: async (world) => ({ id: (await world.answered({ bountyAmount: 1 })).postId }),
      refused: "BOUNTY_HAS_ANSWERS",
    },
    {
      title: "refuses while a refund is being decided",
      as: "asker",
      input: async (world) => {
        const id = await world.post({ bountyAmount: 1 });
        await refundRequested(world, id);
        return { id };
      },
      refused: "REFUND_PENDING",
    },
    {
      title: "refuses a key already used for another post",
      as: "asker",
      keyUsedWith: async (world) => ({ id: await world.post() }),
      input: async (world) => ({ id: await world.post() }),
      refused: "IDEMPOTENCY_CONFLICT",
    },
  ],
};

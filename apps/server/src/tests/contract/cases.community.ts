import type { Case } from "./cases.ts";
import type { World } from "./world.ts";

const up = { value: 1 };
const answered = async (world: World) => ({ ...(await world.answered()), ...up });
const commented = async (world: World) => ({ ...(await world.commented()), ...up });
const commentOnly = async (world: World) => ({ id: (await world.commented()).commentId, voteType: "quality", ...up });

export const communityCases: Record<string, Case[]> = {
  "posts-vote": [
    {
      title: "counts and gives the counters [C7.32]",
      as: "helper",
      input: async (world) => ({ id: await world.post(), voteType: "quality", ...up }),
    },
    {
      title: "refuses one's own post",
      as: "asker",
      input: async (world) => ({ id: await world.post(), ...up }),
      refused: "OWN_CONTENT",
    },
  ],
  "answers-vote": [
    { title: "counts and gives the counters [C7.39]", as: "asker", input: answered },
    { title: "refuses one's own answer", as: "helper", input: answered, refused: "OWN_CONTENT" },
  ],
  "comments-vote": [
    { title: "counts and gives the counters [C7.33]", as: "asker", input: commentOnly },
    { title: "refuses one's own comment", as: "helper", input: commentOnly, refused: "OWN_CONTENT" },
  ],
  "comments-voteOfPost": [
    { title: "counts and gives the counters [C7.34]", as: "asker", input: commented },
    { title: "refuses one's own comment", as: "helper", input: commented, refused: "OWN_CONTENT" },
  ],
  "comments-delete": [
    { title: "deletes one's own comment", as: "helper", input: (world) => world.commented() },
    { title: "is for the author alone", as: "asker", input: (world) => world.commented(), refused: "FORBIDDEN" },
  ],
  "posts-history": [
    {
      title: "gives the versions",
      input: async (world) => ({ id: await world.post(), page: 1, limit: 5 }),
      same: true,
    },
  ],
  "answers-history": [{ title: "gives the versions", input: (world) => world.answered(), same: true }],
  "bookmarks-list": [{ title: "gives the caller's, in pages", as: "helper", input: () => ({ page: 1, limit: 5 }) }],
  "bookmarks-status": [
    {
      title: "takes ids as the text of a JSON array [C7.41]",
      as: "helper",
      input: async (world) => ({ postIds: JSON.stringify([await world.post()]) }),
      same: true,
    },
    { title: "refuses what is no array", as: "helper", input: () => ({ postIds: "1,2" }), refused: "VALIDATION_ERROR" },
  ],
  "bookmarks-toggle": [
    { title: "keeps a post [C7.42]", as: "helper", input: async (world) => ({ postId: await world.post() }) },
    { title: "refuses an unknown post", as: "helper", input: () => ({ postId: "999999999" }), refused: "NOT_FOUND" },
  ],
  "integrity-rate": [
    {
      title: "rates a member [C7.48]",
      as: "helper",
      input: async (world) => ({
        ratedUserId: (await world.fresh()).id,
        rating: 8,
        reason: "Kind and exact",
        context: "COMMUNICATION",
        referenceId: "1",
        referenceType: "POST",
      }),
    },
    {
      title: "refuses oneself",
      as: "helper",
      input: ({ helper }) => ({ ratedUserId: helper.id, rating: 10, reason: "Me" }),
      refused: "OWN_RATING",
    },
    {
      title: "refuses an unknown member",
      as: "helper",
      input: () => ({ ratedUserId: "999999999", rating: 10, reason: "Who" }),
      refused: "NOT_FOUND",
    },
  ],
  "integrity-mine": [
    { title: "gives null where nothing was rated", as: "helper", input: ({ asker }) => ({ userId: asker.id }) },
  ],
  "notifications-list": [
    { title: "gives an array [C7.50 M7.36]", as: "asker", input: () => ({ page: 1, limit: 2, read: false }) },
  ],
  "notifications-unreadCount": [{ title: "gives a count [M7.39]", as: "helper" }],
  "notifications-read": [
    {
      title: "marks one as read [C7.51 M7.37]",
      caller: async (world) => {
        const { member, notificationId } = await world.notified();
        return { member, input: { id: notificationId } };
      },
    },
    {
      title: "does not find another member's",
      as: "helper",
      input: async (world) => ({ id: (await world.notified()).notificationId }),
      refused: "NOT_FOUND",
    },
  ],
  "notifications-readAll": [
    {
      title: "gives how many were read [C7.52 M7.38]",
      caller: async (world) => ({ member: (await world.notified()).member, input: undefined }),
    },
  ],
  "notifications-settings": [{ title: "gives kinds and mail", as: "helper" }],
  "notifications-updateSettings": [
    { title: "changes what is given", as: "helper", input: () => ({ kinds: { votes: false }, mail: "daily" }) },
  ],
  "profile-get": [{ title: "is flat [C7.43]", as: "helper" }],
  "profile-update": [
    {
      title: "takes fields flat and nested [C7.44]",
      as: "helper",
      input: () => ({ firstName: "Ada", profile: { bio: "Hello", github: "ada" } }),
    },
    {
      title: "refuses a link that leads elsewhere",
      as: "helper",
      input: () => ({ github: "https://evil.example/" }),
      refused: "VALIDATION_ERROR",
    },
  ],
  "profile-activity": [{ title: "gives rows, pages and a chart", as: "helper", input: () => ({ page: 1, limit: 2 }) }],
  "auth-visit": [{ title: "counts once a day", as: "helper" }],
  "auth-sessions": [
    {
      title: "lists the caller's sign-ins",
      caller: async (world) => ({ member: await world.fresh(), input: undefined }),
    },
  ],
  "auth-endSession": [
    {
      title: "ends one of them",
      caller: async (world) => {
        const member = await world.fresh();
        const answer = await world.t.app.inject({ url: "/api/auth/sessions", headers: member.headers });
        return { member, input: { id: answer.json().sessions[1].id } };
      },
    },
  ],
  "auth-endOtherSessions": [
    { title: "ends all but this one", caller: async (world) => ({ member: await world.fresh(), input: undefined }) },
  ],
  "auth-deleteAccount": [
    {
      title: "closes the account",
      caller: async (world) => {
        const member = await world.fresh();
        return { member, input: { password: member.password } };
      },
    },
    {
      title: "refuses a wrong password",
      caller: async (world) => ({ member: await world.fresh(), input: { password: "wrong" } }),
      refused: "WRONG_PASSWORD",
    },
    {
      title: "refuses while there is BBUX",
      caller: async (world) => {
        const member = await world.rich();
        return { member, input: { password: member.password } };
      },
      refused: "ACCOUNT_HAS_FUNDS",
    },
    {
      title: "refuses while a bounty is open",
      caller: async (world) => {
        const member = await world.rich();
        const payload = { title: "How?", content: "Tell me", tags: ["money"], bountyAmount: 1 };
        await world.t.app.inject({ method: "POST", url: "/api/posts", headers: member.headers, payload });
        return { member, input: { password: member.password, forfeitBalance: true } };
      },
      refused: "ACCOUNT_HAS_BOUNTIES",
    },
    {
      title: "refuses while a withdrawal is on its way",
      caller: async (world) => {
        const { member } = await world.withdrawn();
        return { member, input: { password: member.password, forfeitBalance: true } };
      },
      refused: "ACCOUNT_HAS_WITHDRAWALS",
    },
    {
      title: "refuses while there is a stake",
      caller: async (world) => {
        const member = await world.rich();
        const payload = { amount: 5 };
        await world.t.app.inject({ method: "POST", url: "/api/governance/stake", headers: member.headers, payload });
        return { member, input: { password: member.password, forfeitBalance: true } };
      },
      refused: "ACCOUNT_HAS_STAKE",
    },
    {
      title: "refuses the last admin",
      as: "admin",
      input: ({ admin }) => ({ password: admin.password }),
      refused: "LAST_ADMIN",
    },
  ],
};

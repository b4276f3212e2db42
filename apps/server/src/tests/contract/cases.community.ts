import { freezeLinkToken, keepLinkToken, undoAddedToken } from "@bbux/api";
import { sql } from "kysely";
import { call, ok } from "../support.ts";
import { linkWallet } from "../wallets.support.ts";
import type { Case } from "./cases.ts";
import { holdFor, stale } from "./leaving.ts";
import type { World } from "./world.ts";

const up = { value: 1 };
const answered = async (world: World) => ({ ...(await world.answered()), ...up });
const commented = async (world: World) => ({ ...(await world.commented()), ...up });
const commentOnly = async (world: World) => ({ id: (await world.commented()).commentId, voteType: "quality", ...up });

export const communityCases: Record<string, Case[]> = {
  "trust-get": [{ title: "returns the caller's level and what is left today", as: "helper" }],
  "posts-vote": [
    {
      title: "counts the vote and returns the counters [C7.32]",
      as: "helper",
      input: async (world) => ({ id: await world.post(), voteType: "quality", ...up }),
    },
    {
      title: "refuses a vote on the caller's own post",
      as: "asker",
      input: async (world) => ({ id: await world.post(), ...up }),
      refused: "OWN_CONTENT",
    },
  ],
  "answers-vote": [
    { title: "counts the vote and returns the counters [C7.39]", as: "asker", input: answered },
    { title: "refuses a vote on the caller's own answer", as: "helper", input: answered, refused: "OWN_CONTENT" },
  ],
  "comments-vote": [
    { title: "counts the vote and returns the counters [C7.33]", as: "asker", input: commentOnly },
    { title: "refuses a vote on the caller's own comment", as: "helper", input: commentOnly, refused: "OWN_CONTENT" },
  ],
  "comments-voteOfPost": [
    { title: "counts the vote and returns the counters [C7.34]", as: "asker", input: commented },
    { title: "refuses a vote on the caller's own comment", as: "helper", input: commented, refused: "OWN_CONTENT" },
  ],
  "comments-delete": [
    { title: "deletes the caller's own comment", as: "helper", input: (world) => world.commented() },
    { title: "refuses anyone but the author", as: "asker", input: (world) => world.commented(), refused: "FORBIDDEN" },
  ],
  "posts-history": [
    {
      title: "returns the versions",
      input: async (world) => ({ id: await world.post(), page: 1, limit: 5 }),
      same: true,
    },
  ],
  "answers-history": [{ title: "returns the versions", input: (world) => world.answered(), same: true }],
  "bookmarks-list": [
    { title: "returns the caller's bookmarks in pages", as: "helper", input: () => ({ page: 1, limit: 5 }) },
  ],
  "bookmarks-status": [
    {
      title: "accepts ids as the text of a JSON array [C7.41]",
      as: "helper",
      input: async (world) => ({ postIds: JSON.stringify([await world.post()]) }),
      same: true,
    },
    {
      title: "refuses text that isn't an array",
      as: "helper",
      input: () => ({ postIds: "1,2" }),
      refused: "VALIDATION_ERROR",
    },
  ],
  "bookmarks-toggle": [
    { title: "bookmarks a post [C7.42]", as: "helper", input: async (world) => ({ postId: await world.post() }) },
    { title: "refuses an unknown post", as: "helper", input: () => ({ postId: "999999999" }), refused: "NOT_FOUND" },
  ],
  "welcome-get": [{ title: "returns the caller's first steps", as: "helper" }],
  "welcome-change": [
    { title: "hides the first steps", as: "helper", input: () => ({ dismissed: true }), same: true },
    {
      title: "refuses anything but yes or no",
      as: "helper",
      input: () => ({ dismissed: "later" }),
      refused: "VALIDATION_ERROR",
    },
  ],
  "welcome-read": [
    {
      title: "notes that the caller opened a post",
      as: "helper",
      input: async (world) => ({ postId: await world.post() }),
    },
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
      title: "refuses a rating of the caller",
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
    {
      title: "returns null if the caller has rated no one",
      as: "helper",
      input: ({ asker }) => ({ userId: asker.id }),
    },
  ],
  "notifications-list": [
    { title: "returns an array [C7.50 M7.36]", as: "asker", input: () => ({ page: 1, limit: 2, read: false }) },
  ],
  "notifications-unreadCount": [{ title: "returns a count [M7.39]", as: "helper" }],
  "notifications-read": [
    {
      title: "marks a notification as read [C7.51 M7.37]",
      caller: async (world) => {
        const { member, notificationId } = await world.notified();
        return { member, input: { id: notificationId } };
      },
    },
    {
      title: "doesn't find another member's",
      as: "helper",
      input: async (world) => ({ id: (await world.notified()).notificationId }),
      refused: "NOT_FOUND",
    },
  ],
  "notifications-readAll": [
    {
      title: "returns how many were marked as read [C7.52 M7.38]",
      caller: async (world) => ({ member: (await world.notified()).member, input: undefined }),
    },
  ],
  "notifications-settings": [{ title: "returns kinds and mail", as: "helper" }],
  "notifications-updateSettings": [
    {
      title: "changes the given settings only",
      as: "helper",
      input: () => ({ kinds: { votes: false }, mail: "daily" }),
    },
  ],
  "profile-get": [{ title: "returns a flat profile [C7.43]", as: "helper" }],
  "profile-spending": [{ title: "returns from which cost on the app asks", as: "helper" }],
  "profile-updateSpending": [
    { title: "sets from which cost on the app asks", as: "helper", input: () => ({ confirmAbove: "2.5" }) },
    {
      title: "refuses a negative amount",
      as: "helper",
      input: () => ({ confirmAbove: "-1" }),
      refused: "VALIDATION_ERROR",
    },
    {
      title: "refuses to raise it without a fresh proof",
      caller: stale({ confirmAbove: "11" }),
      refused: "STEP_UP_REQUIRED",
    },
  ],
  "profile-updateLanguage": [
    { title: "sets the language of mails", as: "helper", input: () => ({ language: "de" }) },
    {
      title: "refuses a language that the interface doesn't have",
      as: "helper",
      input: () => ({ language: "tlh" }),
      refused: "VALIDATION_ERROR",
    },
  ],
  "profile-update": [
    {
      title: "accepts flat and nested fields [C7.44]",
      as: "helper",
      input: () => ({ firstName: "Ada", profile: { bio: "Hello", github: "ada" } }),
    },
    {
      title: "refuses a link to another service",
      as: "helper",
      input: () => ({ github: "https://evil.example/" }),
      refused: "VALIDATION_ERROR",
    },
  ],
  "profile-activity": [
    { title: "returns rows, pages and a chart", as: "helper", input: () => ({ page: 1, limit: 2 }) },
  ],
  "auth-visit": [{ title: "counts a visit once a day", as: "helper" }],
  "auth-sessions": [
    {
      title: "lists the caller's sign-ins",
      caller: async (world) => ({ member: await world.fresh(), input: undefined }),
    },
  ],
  "auth-freeze": [
    {
      title: "freezes the caller's account",
      caller: async (world) => ({ member: await world.fresh(), input: undefined }),
    },
  ],
  "auth-freezeByLink": [
    {
      title: "freezes the account that the link was made for",
      input: async (world) => {
        const { id } = await world.fresh();
        return { token: freezeLinkToken(world.t.services, id, world.t.services.now()) };
      },
    },
    { title: "refuses an unknown token", input: ({ unique }) => ({ token: unique() }), refused: "FREEZE_LINK_INVALID" },
  ],
  "auth-keepByLink": [
    {
      title: "keeps the account that the link was made for",
      input: async (world) => {
        const { id } = await world.closing();
        const { rows } = await sql<{ closesAt: Date }>`
          select closes_at as "closesAt" from users where id = ${id}`.execute(world.t.database.ownerDb);
        const closesAt = rows[0]?.closesAt.toISOString() ?? "";
        return { token: keepLinkToken(world.t.services, { member: id, closesAt }) };
      },
    },
    { title: "refuses an unknown token", input: ({ unique }) => ({ token: unique() }), refused: "KEEP_LINK_INVALID" },
  ],
  "auth-undoAdded": [
    {
      title: "removes what was added",
      input: async ({ t, fresh }) => {
        const member = await fresh();
        await linkWallet(t, member);
        const { logins } = ok(await call(t, "GET", "/auth/ways-in", { as: member }));
        return { token: undoAddedToken(t.services, logins[0].id, t.services.now()) };
      },
    },
    { title: "refuses an unknown token", input: ({ unique }) => ({ token: unique() }), refused: "UNDO_LINK_INVALID" },
  ],
  "auth-securityEvents": [
    {
      title: "lists what happened to the security of the caller's account",
      caller: async (world) => ({ member: await world.fresh(), input: undefined }),
    },
    {
      title: "lists nothing before an event that is gone",
      caller: async (world) => ({ member: await world.fresh(), input: { cursor: "1", limit: 5 } }),
    },
  ],
  "auth-endSession": [
    {
      title: "ends one session",
      caller: async (world) => {
        const member = await world.fresh();
        const answer = await world.t.app.inject({ url: "/api/auth/sessions", headers: member.headers });
        return { member, input: { id: answer.json().sessions[1].id } };
      },
    },
  ],
  "auth-endOtherSessions": [
    {
      title: "ends all sessions but this one",
      caller: async (world) => ({ member: await world.fresh(), input: undefined }),
    },
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
      title: "closes an account that holds BBUX some days later",
      caller: async (world) => {
        const member = await world.rich();
        return { member, input: { password: member.password, forfeitBalance: true } };
      },
      varies: ["closesAt"],
    },
    {
      title: "refuses a wrong password",
      caller: async (world) => ({ member: await world.fresh(), input: { password: "wrong" } }),
      refused: "WRONG_PASSWORD",
    },
    {
      title: "refuses a member whose address an operator has set before a mail to it was answered",
      caller: async (world) => {
        const member = await world.unanswered();
        return { member, input: { password: member.password } };
      },
      refused: "EMAIL_UNVERIFIED",
    },
    {
      title: "refuses to give a balance away while withdrawals are held",
      caller: async (world) => {
        const member = await world.rich();
        await holdFor(world.t, member.id, "password_reset");
        return { member, input: { password: member.password, forfeitBalance: true } };
      },
      refused: "PAYMENTS_HELD",
    },
    {
      title: "refuses while the account is frozen",
      caller: async (world) => {
        const member = await world.fresh();
        await sql`insert into security_holds values (${member.id}, 'frozen', 'infinity')`.execute(
          world.t.database.ownerDb,
        );
        return { member, input: { password: member.password } };
      },
      refused: "ACCOUNT_FROZEN",
    },
    {
      title: "refuses while a moderator has frozen withdrawals",
      caller: async (world) => {
        const member = await world.fresh();
        await sql`
          insert into security_holds (user_id, cause, until, since, reason, by_admin)
          values (${member.id}, 'staff_freeze', now() + interval '1 day', now(), 'Asked for', false)`.execute(
          world.t.database.ownerDb,
        );
        return { member, input: { password: member.password } };
      },
      refused: "WITHDRAWALS_FROZEN",
    },
    {
      title: "refuses while the address before can still take the account back",
      caller: async (world) => {
        const member = await world.fresh();
        await sql`
          insert into email_changes (user_id, old_email, new_email, token_hash, expires_at, confirmed_at, undo_until)
          values (${member.id}, 'before@example.org', ${member.email}, decode(md5(${member.id}), 'hex'), now(), now(), now() + interval '6 days')`.execute(
          world.t.database.ownerDb,
        );
        return { member, input: { password: member.password } };
      },
      refused: "EMAIL_CHANGED_LATELY",
    },
    {
      title: "refuses while the account holds BBUX",
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
      title: "refuses while a withdrawal is in progress",
      caller: async (world) => {
        const { member } = await world.withdrawn();
        return { member, input: { password: member.password, forfeitBalance: true } };
      },
      refused: "ACCOUNT_HAS_WITHDRAWALS",
    },
    {
      title: "refuses while the account holds a stake",
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

import { translate } from "@bbux/api";
import { DAY_MS, ERRORS, HOUR_MS, UNIT } from "@bbux/contract";
import { balanceOf } from "@bbux/ledger";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestMember } from "../testing.ts";
import {
  createRefundWorld,
  expectCleanBooks,
  MINUTE,
  outcomeOf,
  postOf,
  type RefundWorld,
  requestOf,
  review,
  VOTE_REASON,
  vote,
} from "./refunds.support.ts";
import { answer, call, ok, refused, refusesField } from "./support.ts";

let w: RefundWorld;
beforeAll(async () => {
  w = await createRefundWorld({ electors: 6 });
});
afterAll(async () => {
  await expectCleanBooks(w.t);
  await w.t.close();
});

const pointsOf = async ({ id }: TestMember) => {
  const row = w.t.database.ownerDb.selectFrom("users").select("reputation_points as points").where("id", "=", id);
  return (await row.executeTakeFirstOrThrow()).points;
};
const set = (member: TestMember, facts: { reputation_points?: number; created_at?: Date }) =>
  w.t.database.ownerDb.updateTable("users").set(facts).where("id", "=", member.id).execute();

const anyId = expect.stringMatching(/^\d+$/);

describe("a vote", () => {
  it("is counted, shown with its reason, and earns 5 reputation points once [M7.25 M7.52 M3.19 C9.32]", async () => {
    const { id } = await w.reviewed();
    const before = await pointsOf(w.voter(0));
    const voted = ok(await vote(w.t, w.voter(0), id));
    expect(voted).toMatchObject({ success: true, reward: 5, updatedVotes: { approve: 1, reject: 0 } });
    expect(voted.message).toBe("Your vote has been recorded");
    ok(await vote(w.t, w.voter(1), id, "reject"));
    expect((await pointsOf(w.voter(0))) - before).toBe(5);
    const votes = await call(w.t, "GET", `/refund-requests/${id}/votes`, { as: w.asker });
    expect(votes.headers["x-total-count"]).toBe("2");
    expect(ok(votes)).toEqual([
      expect.objectContaining({ id: anyId, voterUsername: "voter1", vote: false, reason: VOTE_REASON }),
      expect.objectContaining({ id: anyId, voterUsername: "voter0", vote: true, reason: VOTE_REASON }),
    ]);
    const earned = w.t.database.ownerDb.selectFrom("reputation_events").select("points");
    const engaged = earned.where("user_id", "=", w.voter(0).id).where("action", "=", "COMMUNITY_ENGAGEMENT");
    expect(await engaged.execute()).toEqual([{ points: 5 }]);
    expect(await requestOf(w.t, w.voter(0), id)).toMatchObject({
      userVote: "approve",
      communityVotes: 2,
      votes: { approve: 1, reject: 1 },
      hindrances: [{ code: "ALREADY_VOTED" }],
    });
    expect(await requestOf(w.t, w.voter(1), id)).toMatchObject({ userVote: "reject" });
    expect(await requestOf(w.t, w.voter(2), id)).toMatchObject({ userVote: null, hindrances: [] });
  });

  it("is approve or reject, with a reason of 20 characters [M5.13 M5.15]", async () => {
    const { id } = await w.reviewed();
    const send = (body: object) => call(w.t, "POST", `/refund-requests/${id}/vote`, { as: w.voter(0), body });
    refusesField(await send({ vote: "maybe", reason: VOTE_REASON }), "vote");
    refusesField(await send({ vote: true, reason: VOTE_REASON }), "vote");
    const short = await send({ vote: "approve", reason: `  ${"x".repeat(19)}  ` });
    refusesField(short, "reason");
    expect(short.json().error).toBe("Please provide at least 20 characters of reasoning for your vote");
    refusesField(await send({ vote: "approve" }), "reason");
    ok(await send({ vote: "approve", reason: "x".repeat(20) }));
  });

  it("can be cast once per member, and a second changes nothing [M4.37]", async () => {
    const { id } = await w.reviewed();
    ok(await vote(w.t, w.voter(0), id));
    refused(await vote(w.t, w.voter(0), id, "reject"), 409, "ALREADY_VOTED");
    expect(await requestOf(w.t, w.voter(0), id)).toMatchObject({
      userVote: "approve",
      votes: { approve: 1, reject: 0 },
    });
  });

  it("can't be cast by the requester [M5.21]", async () => {
    const { id } = await w.reviewed();
    refused(await vote(w.t, w.asker, id), 403, "OWN_REQUEST");
    expect((await requestOf(w.t, w.asker, id)).hindrances).toMatchObject([{ code: "OWN_REQUEST" }]);
  });

  it("on a nonexistent request returns not found", async () => {
    for (const id of ["999999999", "x", "99999999999999999999"]) {
      refused(await vote(w.t, w.voter(0), id), 404, "NOT_FOUND");
    }
  });
});

describe("a voter", () => {
  it("needs 50 reputation points [M5.16]", async () => {
    const { id } = await w.reviewed();
    await set(w.voter(0), { reputation_points: 49 });
    const { error, details } = refused(await vote(w.t, w.voter(0), id), 403, "VOTE_REPUTATION");
    expect([error, details]).toEqual([
      "You need 50 reputation points to vote on refunds. You have 49.",
      { needed: 50, have: 49 },
    ]);
    await set(w.voter(0), { reputation_points: 50 });
    ok(await vote(w.t, w.voter(0), id));
  });

  it("needs an account that is 7 days old [M5.17]", async () => {
    const { id } = await w.reviewed();
    const joined = new Date(w.t.services.now().getTime() - 7 * DAY_MS + HOUR_MS);
    await set(w.voter(0), { created_at: joined });
    const { details } = refused(await vote(w.t, w.voter(0), id), 403, "VOTE_ACCOUNT_AGE");
    expect(details).toEqual({ availableAt: new Date(joined.getTime() + 7 * DAY_MS).toISOString() });
    w.t.travel(HOUR_MS);
    ok(await vote(w.t, w.voter(0), id));
  });

  it("must have answered, commented on, voted on, or bookmarked the post before the request [M5.18]", async () => {
    const [answerer, commenter, upvoter, keeper, late, sorry] = w.voters;
    if (!answerer || !commenter || !upvoter || !keeper || !late || !sorry) throw new Error("too few voters");
    const postId = await w.place([keeper]);
    await answer(w.t, answerer, postId);
    const comment = { content: "Which version?" };
    ok(await call(w.t, "POST", `/posts/${postId}/comments`, { as: commenter, body: comment }));
    ok(await call(w.t, "POST", `/posts/${postId}/vote`, { as: upvoter, body: { value: 1 } }));
    const taken = await answer(w.t, sorry, postId);
    ok(await call(w.t, "DELETE", `/posts/${postId}/answers/${taken}`, { as: sorry }));
    const said = ok(await call(w.t, "POST", `/posts/${postId}/comments`, { as: sorry, body: comment })).comment;
    ok(await call(w.t, "DELETE", `/posts/${postId}/comments/${said.id}`, { as: sorry }));
    w.expire();
    const body = { postId, reason: "It was not answered" };
    const { id } = ok(await call(w.t, "POST", "/refund-requests", { as: w.asker, body })).request;
    // Too late to count, because it comes after the request.
    w.t.travel(1_000);
    await answer(w.t, late, postId);
    ok(await call(w.t, "POST", `/posts/${postId}/vote`, { as: late, body: { value: 1 } }));
    ok(await call(w.t, "POST", `/posts/${postId}/comments`, { as: late, body: comment }));
    ok(await call(w.t, "POST", "/bookmarks/toggle", { as: late, body: { postId } }));
    await review(w.t, id, w.voters);
    for (const member of [answerer, commenter, upvoter, keeper]) ok(await vote(w.t, member, id));
    for (const member of [late, sorry]) refused(await vote(w.t, member, id), 403, "VOTE_ENGAGEMENT");
  });

  it.each([
    ["the list", () => "/refund-requests"],
    ["the request", (id: string) => `/refund-requests/${id}`],
    ["its votes", (id: string) => `/refund-requests/${id}/votes`],
  ])("must wait 5 minutes after first viewing %s [M5.19]", async (_, path) => {
    const { id } = await w.requested();
    const never = refused(await vote(w.t, w.voter(0), id), 403, "VOTE_REVIEW_TIME");
    expect(never.details).toEqual({ availableAt: null });
    ok(await call(w.t, "GET", path(id), { as: w.voter(0) }));
    w.t.travel(4 * MINUTE);
    // Viewing it again doesn't restart the wait.
    ok(await call(w.t, "GET", path(id), { as: w.voter(0) }));
    const { details } = refused(await vote(w.t, w.voter(0), id), 403, "VOTE_REVIEW_TIME");
    const shown = await requestOf(w.t, w.voter(0), id);
    expect(shown.hindrances).toEqual([expect.objectContaining({ code: "VOTE_REVIEW_TIME", ...details })]);
    w.t.travel(MINUTE);
    ok(await vote(w.t, w.voter(0), id));
  });

  it("can vote at most 10 times in 24 hours [M5.20]", async () => {
    const keen = await w.elector("keen");
    const made: string[] = [];
    for (let n = 0; n < 11; n++) made.push(await w.place([keen]));
    w.expire();
    const ids: string[] = [];
    for (const postId of made) {
      const body = { postId, reason: "Not answered" };
      ids.push(ok(await call(w.t, "POST", "/refund-requests", { as: w.asker, body })).request.id);
    }
    for (const id of ids) ok(await call(w.t, "GET", `/refund-requests/${id}`, { as: keen }));
    w.t.travel(5 * MINUTE);
    const [last, ...others] = ids;
    const first = w.t.services.now().getTime();
    for (const id of others) ok(await vote(w.t, keen, id));
    const { details } = refused(await vote(w.t, keen, last ?? ""), 403, "VOTE_DAILY_LIMIT");
    const { availableAt } = Object.assign({ availableAt: "" }, details);
    expect(Date.parse(availableAt) - first - DAY_MS).toBeGreaterThanOrEqual(0);
    w.t.travel(Date.parse(availableAt) - w.t.services.now().getTime());
    ok(await vote(w.t, keen, last ?? ""));
  });

  it("sees all unmet requirements at once in their language, and none for a request that is closed", async () => {
    const { id } = await w.requested([]);
    const newcomer = await w.t.member("newcomer");
    await set(newcomer, { reputation_points: 0, created_at: w.t.services.now() });
    const codes = (await requestOf(w.t, newcomer, id)).hindrances.map(({ code }: { code: string }) => code);
    expect(codes).toEqual(["VOTE_REPUTATION", "VOTE_ACCOUNT_AGE", "VOTE_ENGAGEMENT", "VOTE_REVIEW_TIME"]);
    const headers = { "accept-language": "de" };
    const german = ok(await call(w.t, "GET", `/refund-requests/${id}`, { as: newcomer, headers })).request;
    const { VOTE_ENGAGEMENT } = ERRORS;
    expect(german.hindrances[2]).toMatchObject({ message: translate("de", VOTE_ENGAGEMENT.message) });
    expect(german.hindrances[2].message).not.toBe(VOTE_ENGAGEMENT.message);
    w.t.travel(48 * HOUR_MS);
    expect((await requestOf(w.t, newcomer, id)).hindrances).toMatchObject([{ code: "VOTING_CLOSED" }]);
  });
});

describe("the deciding vote", () => {
  it("of five to approve returns the bounty to the requester, not to the treasury, immediately [M4.27 M4.30]", async () => {
    const { id, postId } = await w.reviewed();
    const held = () => balanceOf(w.t.database.db, "member", w.asker.id);
    const treasury = () => balanceOf(w.t.database.db, "treasury", "platform");
    const before = [await held(), await treasury()] as const;
    for (const n of [0, 1, 2, 3]) ok(await vote(w.t, w.voter(n), id));
    expect(await requestOf(w.t, w.asker, id)).toMatchObject({ status: "PENDING", decidedAt: null });
    expect(await outcomeOf(w.t, postId)).toBe("escrowed");
    const last = ok(await vote(w.t, w.voter(4), id));
    expect(last).toMatchObject({ request: { status: "COMPLETED" }, updatedVotes: { approve: 5, reject: 0 } });
    expect(await outcomeOf(w.t, postId)).toBe("bounty_returned");
    expect([(await held()) - before[0], (await treasury()) - before[1]]).toEqual([2n * UNIT, 0n]);
    expect(await postOf(w.t, postId)).toMatchObject({
      status: "CLOSED",
      bountyStatus: "REFUNDED",
      reward: 2,
      settlesAt: null,
      refund: { id, status: "COMPLETED", appealOpen: false },
    });
    refused(await vote(w.t, w.voter(5), id), 409, "VOTING_CLOSED");
    const [told] = ok(await call(w.t, "GET", "/notifications", { as: w.asker }));
    expect(told).toMatchObject({
      kind: "refund",
      title: "2 BBUX refunded",
      navigation: { url: `/refund-requests/${id}` },
    });
  });

  it("of five to reject rejects immediately, and leaves the bounty in escrow [M4.28]", async () => {
    const { id, postId } = await w.reviewed();
    ok(await vote(w.t, w.voter(5), id));
    for (const n of [0, 1, 2, 3, 4]) ok(await vote(w.t, w.voter(n), id, "reject"));
    expect(await requestOf(w.t, w.asker, id)).toMatchObject({ status: "REJECTED", mayAppeal: true });
    expect(await outcomeOf(w.t, postId)).toBe("escrowed");
  });

  it("is the one required when the bounty was placed [M4.27]", async () => {
    const early = await w.reviewed();
    await w.requireVotes(2);
    const late = await w.reviewed();
    await w.requireVotes(5);
    for (const n of [0, 1]) for (const { id } of [early, late]) ok(await vote(w.t, w.voter(n), id));
    expect(await requestOf(w.t, w.asker, early.id)).toMatchObject({ status: "PENDING", requiredVotes: 5 });
    expect(await requestOf(w.t, w.asker, late.id)).toMatchObject({ status: "COMPLETED", requiredVotes: 2 });
  });

  it("repeated under its key gets the first response, and pays once [M7.52]", async () => {
    await w.requireVotes(1);
    const { id, postId } = await w.reviewed();
    const body = { vote: "approve", reason: VOTE_REASON };
    const send = () =>
      call(w.t, "POST", `/refund-requests/${id}/vote`, {
        as: w.voter(0),
        body,
        headers: { "idempotency-key": `vote-${id}` },
      });
    const first = ok(await send());
    expect(ok(await send())).toEqual(first);
    expect(await outcomeOf(w.t, postId)).toBe("bounty_returned");
    await w.requireVotes(5);
  });
});

import { DAY_MS, HOUR_MS } from "@bbux/contract";
import { deposit } from "@bbux/ledger";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestMember } from "../testing.ts";
import {
  appeal,
  createRefundWorld,
  expectCleanBooks,
  postOf,
  REASON,
  type RefundWorld,
  request,
} from "./refunds.support.ts";
import { answer, ask, call, ok, refused, refusesField } from "./support.ts";

let w: RefundWorld;
beforeAll(async () => {
  w = await createRefundWorld({ electors: 3 });
});
afterAll(async () => {
  await expectCleanBooks(w.t);
  await w.t.close();
});

describe("requesting a refund", () => {
  it("creates a PENDING request with every documented field, about the whole bounty and no single answer; voting ends in 48 hours [M7.51 M7.24 M3.19 M3.20 M9.25 M4.23]", async () => {
    const postId = await w.place([], 2.5);
    w.expire();
    const before = w.t.services.now().getTime();
    const { success, request: made } = ok(await request(w.t, w.asker, postId));
    expect(success).toBe(true);
    expect(made).toEqual({
      id: expect.stringMatching(/^\d+$/),
      postId,
      postTitle: "How?",
      kind: "REQUEST",
      answerId: null,
      reason: REASON,
      status: "PENDING",
      userId: w.asker.id,
      username: "asker",
      requesterUsername: "asker",
      own: true,
      userVote: null,
      bountyAmount: 2.5,
      amount: "2.5",
      communityVotes: 0,
      requiredVotes: 5,
      votes: { approve: 0, reject: 0 },
      createdAt: expect.any(String),
      updatedAt: made.createdAt,
      decidedAt: null,
      expiresAt: expect.any(String),
      settlesAt: expect.any(String),
      mayAppeal: false,
      appeal: null,
      interested: false,
      hindrances: [{ code: "OWN_REQUEST", message: expect.any(String), availableAt: null }],
    });
    expect(Date.parse(made.createdAt)).toBeGreaterThanOrEqual(before);
    expect(Date.parse(made.expiresAt) - Date.parse(made.createdAt)).toBe(48 * HOUR_MS);
    const post = await postOf(w.t, postId);
    expect(post.refund).toEqual({
      id: made.id,
      isObjection: false,
      status: "PENDING",
      expiresAt: made.expiresAt,
      appealOpen: false,
    });
    expect(Date.parse(post.settlesAt) - Date.parse(post.bountyExpiresAt)).toBe(7 * DAY_MS);
  });

  it("requires postId and reason, and names what is missing [M5.27]", async () => {
    const send = (body: object) => call(w.t, "POST", "/refund-requests", { as: w.asker, body });
    refusesField(await send({ reason: REASON }), "postId");
    refusesField(await send({ postId: "1" }), "reason");
    refusesField(await send({ postId: "1", reason: "   " }), "reason");
    refusesField(await send({ postId: "1", reason: "x".repeat(2_001) }), "reason");
  });

  it("requires an existing post", async () => {
    for (const id of ["999999999", "x"]) refused(await request(w.t, w.asker, id), 404, "NOT_FOUND");
  });

  it("is reserved for the bounty's creator [M5.28]", async () => {
    const postId = await w.place();
    w.expire();
    refused(await request(w.t, w.voter(0), postId), 403, "FORBIDDEN");
    refused(await request(w.t, w.moderator, postId), 403, "FORBIDDEN");
  });

  it("is possible from the end of the bounty until 7 days later [M5.29 C1.08]", async () => {
    const postId = await w.place();
    const early = refused(await request(w.t, w.asker, postId), 409, "REFUND_NOT_OPEN");
    const { bountyExpiresAt } = await postOf(w.t, postId);
    expect(early.details).toEqual({ refundFrom: bountyExpiresAt });
    w.t.travel(DAY_MS + 7 * DAY_MS + 1_000);
    refused(await request(w.t, w.asker, postId), 409, "REFUND_WINDOW_CLOSED");
    w.t.travel(-HOUR_MS);
    ok(await request(w.t, w.asker, postId));
    w.t.travel(HOUR_MS);
  });

  it("requires an unpaid bounty [M5.29]", async () => {
    const plain = await ask(w.t, w.asker);
    const paid = await w.place();
    const answerId = await answer(w.t, w.voter(0), paid);
    w.expire();
    ok(await call(w.t, "POST", `/posts/${paid}/answers/${answerId}/accept`, { as: w.asker }));
    for (const id of [plain, paid]) refused(await request(w.t, w.asker, id), 409, "NO_UNPAID_BOUNTY");
  });

  it("is possible once per bounty, whatever the outcome [M5.30]", async () => {
    const postId = await w.place();
    w.expire();
    ok(await request(w.t, w.asker, postId));
    refused(await request(w.t, w.asker, postId), 409, "REFUND_EXISTS");
    await w.t.database.ownerDb
      .updateTable("refund_requests")
      .set({ status: "REJECTED", decided_at: new Date() })
      .where("post_id", "=", postId)
      .execute();
    refused(await request(w.t, w.asker, postId), 409, "REFUND_EXISTS");
  });

  it("repeated under its key returns the same request; the key can't be used for another [M7.51]", async () => {
    const postId = await w.place();
    w.expire();
    const send = (reason: string) =>
      call(w.t, "POST", "/refund-requests", {
        as: w.asker,
        body: { postId, reason },
        headers: { "idempotency-key": `refund-${postId}` },
      });
    const first = ok(await send(REASON));
    expect(ok(await send(REASON))).toEqual(first);
    refused(await send("Another reason"), 409, "IDEMPOTENCY_CONFLICT");
  });

  it("notifies the authors of answers once", async () => {
    const ann = await w.t.member("ann");
    const postId = await w.place();
    await answer(w.t, ann, postId);
    await answer(w.t, ann, postId, "And so");
    w.expire();
    const { id } = ok(await request(w.t, w.asker, postId)).request;
    const told = ok(await call(w.t, "GET", "/notifications", { as: ann }));
    expect(told.filter(({ kind }: { kind: string }) => kind === "refund")).toEqual([
      expect.objectContaining({ title: "Refund requested", navigation: { url: `/refund-requests/${id}` } }),
    ]);
  });
});

describe("while a refund is being decided", () => {
  it("the asker can neither accept nor delete, but everyone can still answer [M4.38 M4.41]", async () => {
    const postId = await w.place();
    const answerId = await answer(w.t, w.voter(0), postId);
    const alone = await w.place();
    w.expire();
    const accept = () => call(w.t, "POST", `/posts/${postId}/answers/${answerId}/accept`, { as: w.asker });
    for (const id of [postId, alone]) {
      ok(await request(w.t, w.asker, id));
      refused(await call(w.t, "DELETE", `/posts/${id}`, { as: w.asker }), 409, "REFUND_PENDING");
    }
    refused(await accept(), 409, "REFUND_PENDING");
    await answer(w.t, w.voter(1), postId);
    // Anyone who isn't allowed to anyway gets that refusal instead.
    refused(
      await call(w.t, "POST", `/posts/${postId}/answers/${answerId}/accept`, { as: w.voter(2) }),
      403,
      "FORBIDDEN",
    );
    refused(await call(w.t, "DELETE", `/posts/${alone}`, { as: w.voter(2) }), 403, "FORBIDDEN");
  });

  it("an account with the bounty can't be closed", async () => {
    const rita = await w.t.member("rita");
    const { id: postId } = await expiredBountyOf(rita);
    ok(await request(w.t, rita, postId));
    const close = { as: rita, body: { password: rita.password, forfeitBalance: true } };
    refused(await call(w.t, "POST", "/auth/delete-account", close), 409, "ACCOUNT_HAS_BOUNTIES");
  });
});

describe("without a session, or as another member,", () => {
  it("nothing can be read or written [M6.15]", async () => {
    refused(await call(w.t, "GET", "/refund-requests"), 401, "UNAUTHENTICATED");
    refused(await call(w.t, "GET", "/refund-requests/1"), 401, "UNAUTHENTICATED");
    refused(await call(w.t, "GET", "/refund-requests/1/votes"), 401, "UNAUTHENTICATED");
    for (const path of ["", "/1/vote", "/1/appeal", "/1/appeal/decision"]) {
      refused(await call(w.t, "POST", `/refund-requests${path}`, { body: {} }), 401, "UNAUTHENTICATED");
    }
  });

  it("appeals can be decided by moderators only [M6.16]", async () => {
    const decide = (as: TestMember) =>
      call(w.t, "POST", "/refund-requests/999999999/appeal/decision", { as, body: { decision: "grant", note: "Yes" } });
    refused(await decide(w.asker), 403, "FORBIDDEN");
    refused(await decide(w.moderator), 404, "NOT_FOUND");
    refused(await appeal(w.t, w.asker, "999999999"), 404, "NOT_FOUND");
  });
});

/** For a member who first receives what it costs. */
async function expiredBountyOf(member: TestMember): Promise<{ id: string }> {
  await deposit(w.t.database.db, { member: member.id, amount: 3_000_000_000n, cause: `test:${member.id}` });
  const id = await ask(w.t, member, { bountyAmount: 2, bountyDuration: 1 });
  w.expire();
  return { id };
}

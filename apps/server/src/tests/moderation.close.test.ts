import { settleBounties } from "@bbux/api";
import { balanceOf } from "@bbux/ledger";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { acts, close, REASON, soundBooks } from "./moderation.support.ts";
import {
  appeal,
  createRefundWorld,
  decideAppeal,
  outcomeOf,
  postOf,
  type RefundWorld,
  requestOf,
  vote,
} from "./refunds.support.ts";
import { answer, ask, call, ok, refused } from "./support.ts";

let w: RefundWorld;
beforeAll(async () => {
  w = await createRefundWorld({ electors: 2 });
  await w.requireVotes(2);
});
afterAll(async () => {
  await soundBooks(w.t);
  await w.t.close();
});

const wealth = () => balanceOf(w.t.database.db, "member", w.asker.id);

describe("a moderator who closes a post", () => {
  it("returns an unpaid bounty without its fee and notifies the asker; the post accepts no more answers [C6.25]", async () => {
    const { t, asker, moderator } = w;
    const before = await wealth();
    const postId = await ask(t, asker, { bountyAmount: 2 });
    const answerId = await answer(t, w.voter(0), postId);
    ok(await close(t, moderator, postId));
    expect(await postOf(t, postId)).toMatchObject({ status: "CLOSED", bountyStatus: "REFUNDED" });
    expect(before - (await wealth())).toBe(100_000_000n);
    const late = await call(t, "POST", `/posts/${postId}/answers`, { as: w.voter(1), body: { content: "x" } });
    refused(late, 409, "POST_CLOSED");
    refused(await call(t, "POST", `/posts/${postId}/answers/${answerId}/accept`, { as: asker }), 409, "POST_CLOSED");
    const [news] = ok(await call(t, "GET", "/notifications", { as: asker }));
    expect(news).toMatchObject({
      title: "Closed by a moderator",
      message: `Your post “How?” takes no more answers: ${REASON}`,
    });
    expect(await acts(t, postId)).toEqual([["moddy", "POST_CLOSED", REASON]]);
    refused(await close(t, moderator, postId), 409, "POST_CLOSED");
  });

  it("can close one without a bounty, but not their own, a completed, or an unknown one", async () => {
    const { t, asker, moderator } = w;
    const plain = await ask(t, asker);
    ok(await close(t, moderator, plain));
    expect(await postOf(t, plain)).toMatchObject({ status: "CLOSED", bountyStatus: "NONE" });
    refused(await close(t, moderator, await ask(t, moderator)), 403, "OWN_DECISION");
    const completed = await ask(t, asker);
    const answerId = await answer(t, w.voter(0), completed);
    ok(await call(t, "POST", `/posts/${completed}/answers/${answerId}/accept`, { as: asker }));
    refused(await close(t, moderator, completed), 409, "ALREADY_ACCEPTED");
    refused(await close(t, moderator, "999999999"), 404, "NOT_FOUND");
    refused(await close(t, w.voter(0), await ask(t, asker)), 403, "FORBIDDEN");
  });

  it("completes a refund request under vote, and pays once", async () => {
    const { t, asker, moderator } = w;
    const { postId, id } = await w.reviewed();
    ok(await vote(t, w.voter(0), id, "reject"));
    const before = await wealth();
    const [closed, voted] = await Promise.all([close(t, moderator, postId), vote(t, w.voter(1), id, "reject")]);
    ok(closed);
    expect([200, 409]).toContain(voted.statusCode);
    expect((await wealth()) - before).toBe(2_000_000_000n);
    expect(await outcomeOf(t, postId)).toBe("bounty_returned");
    const { status } = await requestOf(t, asker, id);
    // If it was rejected a moment before, it stays rejected: the bounty was returned with the post.
    expect(status).toBe(voted.statusCode === 200 ? "REJECTED" : "COMPLETED");
    refused(await vote(t, w.voter(1), id), 409, "VOTING_CLOSED");
    await settleBounties(t.services);
  });

  it("grants an open appeal, which is recorded in the transparency log", async () => {
    const { t, asker, moderator } = w;
    const { postId, id } = await w.reviewed();
    for (const n of [0, 1]) ok(await vote(t, w.voter(n), id, "reject"));
    ok(await appeal(t, asker, id));
    ok(await close(t, moderator, postId));
    expect(await requestOf(t, asker, id)).toMatchObject({
      status: "COMPLETED",
      appeal: { status: "GRANTED", note: REASON },
    });
    expect(await outcomeOf(t, postId)).toBe("bounty_returned");
    const { rows } = await sql<{ type: string }>`
      select type from transparency_log where subject = ${`refund:${id}`}`.execute(t.database.ownerDb);
    expect(rows).toEqual([{ type: "APPEAL_DECIDED" }]);
    expect((await decideAppeal(t, moderator, id)).statusCode).toBe(409);
  });
});

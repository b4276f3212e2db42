import { decideDueRefunds, settleBounties } from "@bbux/api";
import { auditBounties } from "@bbux/api/operator";
import { DAY_MS, HOUR_MS } from "@bbux/contract";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { TestMember } from "../testing.ts";
import {
  appeal,
  createRefundWorld,
  decideAppeal,
  expectCleanBooks,
  outcomeOf,
  postOf,
  type RefundWorld,
  requestOf,
  vote,
} from "./refunds.support.ts";
import { answer, call, ok, refused, refusesField } from "./support.ts";

let w: RefundWorld;
beforeAll(async () => {
  w = await createRefundWorld({ electors: 2 });
  await w.requireVotes(1);
});
afterAll(async () => {
  await expectCleanBooks(w.t);
  await w.t.close();
});
// Whatever a test leaves open lapses and is settled before the next one.
afterEach(async () => {
  w.t.travel(8 * DAY_MS);
  await decideDueRefunds(w.t.services);
  w.t.travel(8 * DAY_MS);
  await settle();
});

const settle = () => settleBounties(w.t.services);
const news = async (member: TestMember) => ok(await call(w.t, "GET", "/notifications", { as: member }));

/** A request that the community has rejected. */
async function rejected() {
  const made = await w.reviewed();
  ok(await vote(w.t, w.voter(0), made.id, "reject"));
  return made;
}

/** The transparency log's lines about a request. */
async function linesAbout(id: string) {
  const { rows } = await sql<{ type: string; amount: string; description: string }>`
    select type, amount::text, description from transparency_log where subject = ${`refund:${id}`}`.execute(
    w.t.database.ownerDb,
  );
  return rows;
}

describe("an appeal", () => {
  it("can be made once by the requester of a rejected request, with a reason [M4.35]", async () => {
    const { id, postId } = await rejected();
    expect(await requestOf(w.t, w.asker, id)).toMatchObject({ mayAppeal: true, appeal: null });
    refused(await appeal(w.t, w.voter(0), id), 403, "FORBIDDEN");
    refusesField(await call(w.t, "POST", `/refund-requests/${id}/appeal`, { as: w.asker, body: {} }), "reason");
    const made = ok(await appeal(w.t, w.asker, id)).request;
    expect(made).toMatchObject({
      status: "REJECTED",
      mayAppeal: false,
      appeal: { status: "OPEN", reason: "They misread the question", decidedAt: null, note: null },
    });
    expect(Date.parse(made.appeal.expiresAt) - Date.parse(made.appeal.createdAt)).toBe(7 * DAY_MS);
    refused(await appeal(w.t, w.asker, id), 409, "ALREADY_APPEALED");
    expect((await postOf(w.t, postId)).refund).toMatchObject({ status: "REJECTED", appealOpen: true });
    const open = ok(await call(w.t, "GET", "/refund-requests?status=appealed", { as: w.moderator }));
    expect(open.map((one: { id: string }) => one.id)).toEqual([id]);
  });

  it("requires a rejection, and must come before the settlement [M4.35]", async () => {
    const pending = await w.reviewed();
    refused(await appeal(w.t, w.asker, pending.id), 409, "NO_APPEAL");
    ok(await vote(w.t, w.voter(0), pending.id));
    refused(await appeal(w.t, w.asker, pending.id), 409, "NO_APPEAL");
    const late = await rejected();
    w.t.travel(7 * DAY_MS);
    refused(await appeal(w.t, w.asker, late.id), 409, "NO_APPEAL");
    await settle();
    refused(await appeal(w.t, w.asker, late.id), 409, "NO_APPEAL");
  });

  it("blocks acceptance, deletion, and settlement while it is open [M4.33]", async () => {
    const { id, postId } = await rejected();
    const answerId = await answer(w.t, w.voter(1), postId);
    ok(await call(w.t, "POST", `/posts/${postId}/answers/${answerId}/vote`, { as: w.voter(0), body: { value: 1 } }));
    w.t.travel(6 * DAY_MS);
    ok(await appeal(w.t, w.asker, id));
    refused(
      await call(w.t, "POST", `/posts/${postId}/answers/${answerId}/accept`, { as: w.asker }),
      409,
      "REFUND_PENDING",
    );
    refused(await call(w.t, "DELETE", `/posts/${postId}`, { as: w.asker }), 409, "REFUND_PENDING");
    w.t.travel(5 * DAY_MS);
    expect(await settle()).toEqual({ paid: 0, returned: 0 });
    expect(await auditBounties(w.t.database.db, w.t.services.now())).toEqual([]);
    expect(await outcomeOf(w.t, postId)).toBe("escrowed");
  });
});

describe("a moderator's decision", () => {
  it("is refused to one who answered, to whom an open appeal says so", async () => {
    const { id, postId } = await rejected();
    const seen = async (as: TestMember) => (await requestOf(w.t, as, id)).interested;
    await answer(w.t, w.moderator, postId);
    expect(await seen(w.moderator)).toBe(false);
    ok(await appeal(w.t, w.asker, id));
    const others = [w.moderator, w.asker, w.voter(0), await w.elector("bystander")];
    expect(await Promise.all(others.map(seen))).toEqual([true, true, true, false]);
    refused(await decideAppeal(w.t, w.moderator, id), 403, "HAS_INTEREST");
  });

  it("is refused to one who voted on the request", async () => {
    const { id } = await rejected();
    ok(await appeal(w.t, w.asker, id));
    const role = (name: string) =>
      w.t.database.ownerDb.updateTable("users").set({ role: name }).where("id", "=", w.voter(0).id).execute();
    await role("moderator");
    refused(await decideAppeal(w.t, w.voter(0), id), 403, "OWN_DECISION");
    await role("user");
    ok(await decideAppeal(w.t, w.moderator, id));
  });

  it("to grant returns the bounty, is final, and is recorded in both logs [M4.36 C6.26 C6.27 M6.16]", async () => {
    const { id, postId } = await rejected();
    ok(await appeal(w.t, w.asker, id));
    const granted = ok(await decideAppeal(w.t, w.moderator, id)).request;
    expect(granted).toMatchObject({
      status: "COMPLETED",
      appeal: { status: "GRANTED", note: "I have read all of it" },
    });
    expect(await outcomeOf(w.t, postId)).toBe("bounty_returned");
    expect(await postOf(w.t, postId)).toMatchObject({ status: "CLOSED", bountyStatus: "REFUNDED" });
    refused(await decideAppeal(w.t, w.moderator, id, "deny"), 409, "NO_APPEAL");
    refused(await appeal(w.t, w.asker, id), 409, "ALREADY_APPEALED");
    expect(await linesAbout(id)).toEqual([
      {
        type: "APPEAL_DECIDED",
        amount: "2000000000",
        description: "An appeal was granted: the refund of the bounty is paid",
      },
    ]);
    const rows = await w.t.database.ownerDb
      .selectFrom("audit_log")
      .select(["actor_id", "action", "subject_id", "reason", "details"])
      .where("target_id", "=", id)
      .execute();
    expect(rows).toEqual([
      {
        actor_id: w.moderator.id,
        action: "REFUND_APPEAL_DECIDED",
        subject_id: w.asker.id,
        reason: "I have read all of it",
        details: { decision: "grant", postId, amount: "2" },
      },
    ]);
    expect((await news(w.asker))[0]).toMatchObject({ kind: "refund", title: "2 BBUX refunded" });
  });

  it("to deny leaves the settlement to follow, and is recorded in the log [M4.36 C6.26]", async () => {
    const { id, postId } = await rejected();
    ok(await appeal(w.t, w.asker, id));
    const denied = ok(await decideAppeal(w.t, w.moderator, id, "deny")).request;
    expect(denied).toMatchObject({ status: "REJECTED", mayAppeal: false, appeal: { status: "DENIED" } });
    expect((await linesAbout(id)).map(({ description }) => description)).toEqual([
      "An appeal was denied: the refund of the bounty stays refused",
    ]);
    expect((await news(w.asker))[0]).toMatchObject({ title: "Appeal denied" });
    expect(await settle()).toEqual({ paid: 0, returned: 0 });
    w.t.travel(7 * DAY_MS);
    expect(await settle()).toEqual({ paid: 0, returned: 1 });
    expect(await outcomeOf(w.t, postId)).toBe("bounty_returned");
  });

  it("to deny after the payout date settles immediately, in time for the audit", async () => {
    const { id, postId } = await rejected();
    w.t.travel(7 * DAY_MS - HOUR_MS);
    ok(await appeal(w.t, w.asker, id));
    w.t.travel(5 * DAY_MS);
    ok(await decideAppeal(w.t, w.moderator, id, "deny"));
    expect(await auditBounties(w.t.database.db, w.t.services.now())).toEqual([]);
    expect(await settle()).toEqual({ paid: 0, returned: 1 });
    expect(await outcomeOf(w.t, postId)).toBe("bounty_returned");
  });

  it("can't concern their own request [C6.26]", async () => {
    const { id } = await rejected();
    ok(await appeal(w.t, w.asker, id));
    const role = (name: string) =>
      w.t.database.ownerDb.updateTable("users").set({ role: name }).where("id", "=", w.asker.id).execute();
    await role("moderator");
    refused(await decideAppeal(w.t, w.asker, id), 403, "OWN_DECISION");
    await role("user");
    refused(await decideAppeal(w.t, w.asker, id), 403, "FORBIDDEN");
    refused(await decideAppeal(w.t, w.voter(0), id), 403, "FORBIDDEN");
    expect(await linesAbout(id)).toEqual([]);
  });

  it("requires a reason and an appeal", async () => {
    const { id } = await rejected();
    const path = `/refund-requests/${id}/appeal/decision`;
    refusesField(await call(w.t, "POST", path, { as: w.moderator, body: { decision: "grant" } }), "note");
    const unsure = { decision: "maybe", note: "Hm" };
    refusesField(await call(w.t, "POST", path, { as: w.moderator, body: unsure }), "decision");
    refused(await decideAppeal(w.t, w.moderator, id), 409, "NO_APPEAL");
  });

  it("repeated under its key gets the first response [M4.36]", async () => {
    const { id } = await rejected();
    ok(await appeal(w.t, w.asker, id));
    const send = () =>
      call(w.t, "POST", `/refund-requests/${id}/appeal/decision`, {
        as: w.moderator,
        body: { decision: "grant", note: "Right" },
        headers: { "idempotency-key": `decision-${id}` },
      });
    const first = ok(await send());
    expect(ok(await send())).toEqual(first);
    expect(await linesAbout(id)).toHaveLength(1);
  });
});

describe("an appeal that nobody decides", () => {
  it("lapses after 7 days, and the bounty is settled [M4.33 M4.34]", async () => {
    const { id, postId } = await rejected();
    w.t.travel(6 * DAY_MS);
    ok(await appeal(w.t, w.asker, id));
    w.t.travel(7 * DAY_MS - HOUR_MS);
    expect(await decideDueRefunds(w.t.services)).toBe(0);
    w.t.travel(HOUR_MS);
    refused(await decideAppeal(w.t, w.moderator, id), 409, "NO_APPEAL");
    expect(await settle()).toEqual({ paid: 0, returned: 0 });
    w.t.travel(20 * 60_000);
    const overdue = await auditBounties(w.t.database.db, w.t.services.now());
    expect(overdue.map(({ subject }) => subject)).toEqual([`appeal of refund request ${id}`]);
    expect(await decideDueRefunds(w.t.services)).toBe(1);
    expect(await requestOf(w.t, w.asker, id)).toMatchObject({
      status: "REJECTED",
      appeal: { status: "LAPSED", decidedAt: expect.any(String), note: null },
    });
    expect((await news(w.asker))[0]).toMatchObject({ title: "Appeal lapsed" });
    expect(await auditBounties(w.t.database.db, w.t.services.now())).toEqual([]);
    expect(await settle()).toEqual({ paid: 0, returned: 1 });
    expect(await outcomeOf(w.t, postId)).toBe("bounty_returned");
  });
});

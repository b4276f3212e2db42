import { formatAmount, UNIT } from "@bbux/contract";
import { balanceOf, totals } from "@bbux/ledger";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTag, createTestApp, type TestApp, type TestMember } from "../testing.ts";

let t: TestApp;
let asker: TestMember;
let helper: TestMember;

beforeAll(async () => {
  t = await createTestApp();
  await createTag(t.database, "money");
  asker = await t.member("asker", { balance: 1_000n * UNIT });
  helper = await t.member("helper");
});
afterAll(() => t.close());

const call = (member: TestMember, method: "POST" | "DELETE", url: string, payload?: object) =>
  t.app.inject({ method, url: `/api${url}`, headers: member.headers, ...(payload && { payload }) });

async function ask(bounty: number): Promise<string> {
  const body = { title: "How?", content: "Tell me", tags: ["money"], ...(bounty > 0 && { bountyAmount: bounty }) };
  const response = await call(asker, "POST", "/posts", body);
  expect(response.statusCode, response.body).toBe(200);
  return response.json().post.id;
}

async function reply(member: TestMember, postId: string): Promise<string> {
  const response = await call(member, "POST", `/posts/${postId}/answers`, { content: "So" });
  expect(response.statusCode, response.body).toBe(200);
  return response.json().answer.id;
}

const postOf = async (id: string) => (await t.app.inject({ url: `/api/posts/${id}` })).json().post;

describe("accepting an answer", () => {
  it("pays the escrow to the answer's author and completes the post, and the mark can't move afterwards [C1.05 C4.22 M4.41 M4.42 M4.43]", async () => {
    const postId = await ask(10);
    const [answerId, other] = [await reply(helper, postId), await reply(helper, postId)];
    const before = await balanceOf(t.database.db, "member", helper.id);
    expect(await balanceOf(t.database.db, "escrow", postId)).toBe(10n * UNIT);

    const response = await call(asker, "POST", `/posts/${postId}/answers/${answerId}/accept`);

    expect(response.json()).toEqual({ success: true });
    expect(await balanceOf(t.database.db, "escrow", postId)).toBe(0n);
    expect((await balanceOf(t.database.db, "member", helper.id)) - before).toBe(10n * UNIT);
    expect(await postOf(postId)).toMatchObject({ status: "COMPLETED", bountyStatus: "PAID", reward: 10 });
    const second = await call(asker, "POST", `/posts/${postId}/answers/${other}/accept`);
    expect([second.statusCode, second.json().code]).toEqual([409, "ALREADY_ACCEPTED"]);
    expect((await postOf(postId)).acceptedAnswerId).toBe(answerId);
  });

  it("still pays an expired bounty, which stays in escrow [C1.07]", async () => {
    const postId = await ask(10);
    const answerId = await reply(helper, postId);
    const past = { bounty_expires_at: new Date(Date.now() - 3 * 86_400_000) };
    await t.database.ownerDb.updateTable("posts").set(past).where("id", "=", postId).execute();
    expect(await postOf(postId)).toMatchObject({ status: "OPEN", bountyStatus: "EXPIRED" });
    expect(await balanceOf(t.database.db, "escrow", postId)).toBe(10n * UNIT);
    const before = await balanceOf(t.database.db, "member", helper.id);
    const response = await call(asker, "POST", `/posts/${postId}/answers/${answerId}/accept`);
    expect(response.json()).toEqual({ success: true });
    expect((await balanceOf(t.database.db, "member", helper.id)) - before).toBe(10n * UNIT);
  });

  it("is reserved for the asker: the answer's author, other members, moderators, and admins can't do it [C1.04 M4.39]", async () => {
    const postId = await ask(0);
    const answerId = await reply(helper, postId);
    const others = [helper];
    for (const role of ["user", "moderator", "admin"]) {
      const member = await t.member(`some-${role}`);
      await t.database.ownerDb.updateTable("users").set({ role }).where("id", "=", member.id).execute();
      others.push(member);
    }
    for (const member of others) {
      const response = await call(member, "POST", `/posts/${postId}/answers/${answerId}/accept`);
      expect([response.statusCode, response.json().code], member.username).toEqual([403, "FORBIDDEN"]);
    }
    expect((await postOf(postId)).status).toBe("OPEN");
  });

  it("refuses the asker's own answer if there is a bounty, and allows it without one [C1.06 M4.40]", async () => {
    const withBounty = await ask(1);
    const own = await reply(asker, withBounty);
    const refusal = await call(asker, "POST", `/posts/${withBounty}/answers/${own}/accept`);
    expect([refusal.statusCode, refusal.json().code]).toEqual([403, "OWN_ANSWER"]);
    expect(await balanceOf(t.database.db, "escrow", withBounty)).toBe(UNIT);

    const without = await ask(0);
    const answerId = await reply(asker, without);
    expect((await call(asker, "POST", `/posts/${without}/answers/${answerId}/accept`)).statusCode).toBe(200);
  });

  it("can move the mark while nothing has been paid, and marks only one answer [C4.20 C4.21 M4.43]", async () => {
    const postId = await ask(0);
    const [first, second] = [await reply(helper, postId), await reply(helper, postId)];
    for (const id of [first, second]) {
      expect((await call(asker, "POST", `/posts/${postId}/answers/${id}/accept`)).statusCode).toBe(200);
    }
    const { answers } = await postOf(postId);
    expect(answers.map((a: { id: string; isAccepted: boolean }) => [a.id, a.isAccepted])).toEqual([
      [second, true],
      [first, false],
    ]);
  });

  it("under another post's id returns not found", async () => {
    const [one, other] = [await ask(0), await ask(0)];
    const answerId = await reply(helper, other);
    for (const id of [answerId, one, "999999999", "nope", "99999999999999999999"]) {
      const response = await call(asker, "POST", `/posts/${one}/answers/${id}/accept`);
      expect([response.statusCode, response.json().code], id).toEqual([404, "NOT_FOUND"]);
    }
  });

  it("twenty times at once for two answers pays once, and the mark stays on the paid answer [C1.05 C4.21]", async () => {
    const postId = await ask(5);
    const answers = [await reply(helper, postId), await reply(helper, postId)];
    const before = await balanceOf(t.database.db, "member", helper.id);
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, i) => call(asker, "POST", `/posts/${postId}/answers/${answers[i % 2]}/accept`)),
    );
    const statuses = responses.map((r) => r.statusCode);
    expect(statuses.filter((s) => s === 200)).toHaveLength(1);
    expect(statuses.filter((s) => s === 409)).toHaveLength(19);
    expect(formatAmount((await balanceOf(t.database.db, "member", helper.id)) - before)).toBe("5");
    const { acceptedAnswerId } = await postOf(postId);
    for (const id of answers) await call(asker, "POST", `/posts/${postId}/answers/${id}/accept`);
    expect((await postOf(postId)).acceptedAnswerId).toBe(acceptedAnswerId);
  });

  it("while the post is being deleted has one of the two outcomes, and the books balance", {
    tags: "proof",
  }, async () => {
    for (let round = 0; round < 8; round++) {
      const postId = await ask(1);
      const own = await reply(asker, postId);
      // Only the asker has answered, so deleting is allowed; accepting their own answer isn't, so the bounty can only
      // be returned.
      const [accept, remove] = await Promise.all([
        call(asker, "POST", `/posts/${postId}/answers/${own}/accept`),
        call(asker, "DELETE", `/posts/${postId}`),
      ]);
      expect(remove.statusCode).toBe(200);
      expect([403, 404]).toContain(accept.statusCode);
      expect(await balanceOf(t.database.db, "escrow", postId)).toBe(0n);
    }
    const books = await totals(t.database.db);
    expect(Object.values(books).reduce((a, b) => a + b, 0n)).toBe(0n);
  });

  it("posting an answer while the post is deleted finds no post, or the post stays", { tags: "proof" }, async () => {
    for (let round = 0; round < 10; round++) {
      const postId = await ask(1);
      const [answer, remove] = await Promise.all([
        call(helper, "POST", `/posts/${postId}/answers`, { content: "In time?" }),
        call(asker, "DELETE", `/posts/${postId}`),
      ]);
      const outcome = [answer.statusCode, remove.statusCode].join();
      expect(["200,409", "404,200"]).toContain(outcome);
      expect(await balanceOf(t.database.db, "escrow", postId)).toBe(remove.statusCode === 200 ? 0n : UNIT);
    }
  });

  it("with an Idempotency-Key repeats the first response; with a different body it's a conflict [M7.54]", async () => {
    const postId = await ask(2);
    const [first, second] = [await reply(helper, postId), await reply(helper, postId)];
    const before = await balanceOf(t.database.db, "member", helper.id);
    const accept = (answerId: string) =>
      t.app.inject({
        method: "POST",
        url: `/api/posts/${postId}/answers/${answerId}/accept`,
        headers: { ...asker.headers, "idempotency-key": "accept-once" },
      });
    const same = await Promise.all([accept(first), accept(first), accept(first)]);
    expect(same.map((r) => [r.statusCode, r.body])).toEqual(Array(3).fill([200, '{"success":true}']));
    expect((await balanceOf(t.database.db, "member", helper.id)) - before).toBe(2n * UNIT);
    const conflict = await accept(second);
    expect([conflict.statusCode, conflict.json().code]).toEqual([409, "IDEMPOTENCY_CONFLICT"]);
  });
});

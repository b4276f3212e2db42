import { finishClosings, settleBounties } from "@bbux/api";
import { DAY_MS, HOUR_MS, UNIT } from "@bbux/contract";
import { audit, balanceOf } from "@bbux/ledger";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTag, createTestApp, type TestApp, type TestMember } from "../testing.ts";
import { endDays } from "./closing.support.ts";
import { answer, ask, call, ok, refused } from "./support.ts";

let t: TestApp;
let asker: TestMember;
let people: TestMember[];

beforeAll(async () => {
  t = await createTestApp();
  await createTag(t.database, "money");
  asker = await t.member("asker", { balance: 1_000n * UNIT });
  people = await Promise.all(["ann", "ben", "cem", "dee"].map((name) => t.member(name)));
});
afterAll(async () => {
  expect((await audit(t.database.ownerDb)).problems).toEqual([]);
  await t.close();
});

const some = (index: number) => {
  const member = people[index];
  if (!member) throw new Error("no such member");
  return member;
};
const expired = () => t.travel(2 * DAY_MS);
const due = () => t.travel(8 * DAY_MS);
const held = (member: TestMember) => balanceOf(t.database.db, "member", member.id);
const place = (amount = 2) => ask(t, asker, { bountyAmount: amount, bountyDuration: 1 });
const up = (voter: TestMember, postId: string, id: string, value = 1) =>
  call(t, "POST", `/posts/${postId}/answers/${id}/vote`, { as: voter, body: { value } }).then(ok);
const postOf = async (id: string) => ok(await call(t, "GET", `/posts/${id}`)).post;
const actions = async (member: TestMember) => {
  const rows = await t.database.ownerDb
    .selectFrom("reputation_events")
    .select("action")
    .where("user_id", "=", member.id)
    .execute();
  return rows.map(({ action }) => action);
};

it("leaves an expired bounty in escrow, and the asker can still accept [C1.07]", async () => {
  const postId = await place();
  const id = await answer(t, some(0), postId);
  expired();
  expect(await settleBounties(t.services)).toEqual({ paid: 0, returned: 0 });
  expect(await balanceOf(t.database.db, "escrow", postId)).toBe(2n * UNIT);
  expect(await postOf(postId)).toMatchObject({ status: "OPEN", bountyStatus: "EXPIRED" });
  const before = await held(some(0));
  ok(await call(t, "POST", `/posts/${postId}/answers/${id}/accept`, { as: asker }));
  expect((await held(some(0))) - before).toBe(2n * UNIT);
});

it("pays the answer with the most net votes at the payout date, the earliest on a tie, as won and not as accepted [C1.09]", async () => {
  const postId = await place(3);
  // The earliest of all has fewer votes than the two that tie.
  const third = await answer(t, some(2), postId);
  const first = await answer(t, some(0), postId);
  const second = await answer(t, some(1), postId);
  const own = await answer(t, asker, postId);
  for (const voter of [some(1), some(2), some(3)]) await up(voter, postId, own);
  await up(some(3), postId, third);
  await up(some(2), postId, second);
  await up(some(3), postId, second);
  await up(some(1), postId, first);
  await up(some(2), postId, first);
  const before = await held(some(0));
  t.travel(8 * DAY_MS - HOUR_MS);
  expect(await settleBounties(t.services)).toEqual({ paid: 0, returned: 0 });
  t.travel(HOUR_MS);
  expect(await settleBounties(t.services)).toEqual({ paid: 1, returned: 0 });
  expect((await held(some(0))) - before).toBe(3n * UNIT);
  expect(await balanceOf(t.database.db, "escrow", postId)).toBe(0n);
  expect(await postOf(postId)).toMatchObject({
    status: "COMPLETED",
    bountyStatus: "PAID",
    reward: 3,
    acceptedAnswerId: first,
  });
  expect(await actions(some(0))).toContain("BOUNTY_WON");
  refused(await call(t, "POST", `/posts/${postId}/answers/${second}/accept`, { as: asker }), 409, "ALREADY_ACCEPTED");
  expect(await settleBounties(t.services)).toEqual({ paid: 0, returned: 0 });
});

it("awards no ANSWER_ACCEPTED for a settled bounty, and notifies both members [C1.09]", async () => {
  const eve = await t.member("eve");
  const postId = await place();
  const id = await answer(t, eve, postId);
  await up(some(3), postId, id);
  due();
  await settleBounties(t.services);
  expect((await actions(eve)).filter((action) => /BOUNTY_WON|ACCEPTED/.test(action))).toEqual(["BOUNTY_WON"]);
  const [told] = ok(await call(t, "GET", "/notifications", { as: asker }));
  expect(told).toMatchObject({ kind: "bounty_settled", navigation: { url: `/posts/${postId}#answer-${id}` } });
  const news = ok(await call(t, "GET", "/notifications", { as: eve }));
  expect(news).toEqual(expect.arrayContaining([expect.objectContaining({ kind: "bounty_won" })]));
});

it("skips answers that have no votes, are voted down or deleted, or whose author has left [C1.09]", async () => {
  const postId = await place();
  const [leaver, deleter] = [await t.member("leaver"), await t.member("deleter")];
  const left = await answer(t, leaver, postId);
  const deleted = await answer(t, deleter, postId);
  await answer(t, some(0), postId);
  const down = await answer(t, some(1), postId);
  const good = await answer(t, some(2), postId);
  for (const voter of [some(0), some(1), some(3)]) for (const id of [left, deleted]) await up(voter, postId, id);
  await up(some(3), postId, down, -1);
  await up(some(3), postId, good);
  ok(await call(t, "DELETE", `/posts/${postId}/answers/${deleted}`, { as: deleter }));
  ok(await call(t, "POST", "/auth/delete-account", { as: leaver, body: { password: leaver.password } }));
  await endDays(t, leaver);
  await finishClosings(t.services);
  due();
  expect(await settleBounties(t.services)).toEqual({ paid: 1, returned: 0 });
  expect(await postOf(postId)).toMatchObject({ acceptedAnswerId: good });
});

it("returns the bounty to the asker and closes the post if no answer can win it [C1.10]", async () => {
  const postId = await place();
  await answer(t, some(0), postId);
  const before = await held(asker);
  due();
  expect(await settleBounties(t.services)).toEqual({ paid: 0, returned: 1 });
  expect((await held(asker)) - before).toBe(2n * UNIT);
  expect(await postOf(postId)).toMatchObject({ status: "CLOSED", bountyStatus: "REFUNDED", reward: 2 });
  const [told] = ok(await call(t, "GET", "/notifications", { as: asker }));
  expect(told).toMatchObject({ kind: "bounty_settled", title: "2 BBUX returned" });
});

it("concurrent with acceptance, deletion, and another settlement has one final state and one payment [C1.09 C1.10]", async () => {
  const rounds = await Promise.all(
    Array.from({ length: 6 }, async (_, round) => {
      const postId = await place(1);
      const id = round % 3 === 0 ? null : await answer(t, some(0), postId);
      return { postId, id };
    }),
  );
  due();
  for (const { postId, id } of rounds) {
    await Promise.all([
      settleBounties(t.services),
      settleBounties(t.services),
      ...(id ? [call(t, "POST", `/posts/${postId}/answers/${id}/accept`, { as: asker })] : []),
      call(t, "DELETE", `/posts/${postId}`, { as: asker }),
    ]);
    expect(await balanceOf(t.database.db, "escrow", postId)).toBe(0n);
    const transfers = await t.database.ownerDb
      .selectFrom("ledger_transfers")
      .select("kind")
      .where("kind", "in", ["bounty_paid", "bounty_returned"])
      .where("cause", "=", postId)
      .execute();
    expect(transfers).toHaveLength(1);
  }
});

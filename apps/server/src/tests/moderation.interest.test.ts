import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestMember } from "../testing.ts";
import {
  appeal,
  type Court,
  close,
  comment,
  createCourt,
  decide,
  flag,
  moderate,
  thing,
  vote,
} from "./moderation.support.ts";
import { answer, ask, call, ok, refused } from "./support.ts";

let court: Court;
beforeAll(async () => {
  court = await createCourt();
});
afterAll(() => court.stop());

const stateOf = async (id: string) =>
  (await court.t.database.db.selectFrom("answers").select("hidden_at").where("id", "=", id).executeTakeFirstOrThrow())
    .hidden_at;

/** Whether the queue says that a moderator has an interest in the answer. */
const seenBy = async (as: TestMember, answerId: string): Promise<boolean> =>
  ok(await call(court.t, "GET", "/moderation/flags?limit=100", { as })).cases.find(
    (one: { target: { type: string; id: string } }) => one.target.type === "answer" && one.target.id === answerId,
  ).target.interested;

/** A question with a bounty, the helper's answer, and a flag on it. */
async function contest(asker: TestMember): Promise<{ postId: string; rival: string }> {
  const { t, helper, reader } = court;
  const postId = await ask(t, asker, asker === court.asker ? { bountyAmount: 2 } : {});
  const rival = await answer(t, helper, postId);
  ok(await flag(t, reader, thing("answer", rival)));
  return { postId, rival };
}

describe.each(["mona", "root"] as const)("%s, who answered a question", (name) => {
  it("can't hide, restore, dismiss or uphold flags on a rival's answer, or close it; another moderator can", async () => {
    const { t, milo, asker } = court;
    const judge = court[name];
    const { postId, rival } = await contest(asker);
    await answer(t, judge, postId, "Mine is better");
    const said = await comment(t, court.reader, postId);
    for (const act of ["hide", "dismiss", "uphold"] as const) {
      const { error } = refused(await moderate(t, judge, act, thing("answer", rival)), 403, "HAS_INTEREST");
      expect(error).toBe(
        "You asked or answered this question, or voted on one of its answers or its refund before the bounty was paid, so another moderator must decide here",
      );
    }
    refused(await moderate(t, judge, "hide", thing("comment", said)), 403, "HAS_INTEREST");
    refused(await moderate(t, judge, "hide", thing("post", postId)), 403, "HAS_INTEREST");
    refused(await close(t, judge, postId), 403, "HAS_INTEREST");
    expect([await seenBy(judge, rival), await seenBy(milo, rival)]).toEqual([true, false]);
    expect(await stateOf(rival)).toBeNull();

    ok(await moderate(t, milo, "hide", thing("answer", rival)));
    expect(await stateOf(rival)).not.toBeNull();
    refused(await moderate(t, judge, "restore", thing("answer", rival)), 403, "HAS_INTEREST");
    ok(await moderate(t, milo, "restore", thing("answer", rival)));
    ok(await close(t, milo, postId));
  });

  it("can't decide the appeal of a rival; a disinterested one can", async () => {
    const { t, mona, milo, root, helper, asker } = court;
    const judge = court[name];
    const { postId, rival } = await contest(asker);
    await answer(t, judge, postId, "Mine is better");
    ok(await moderate(t, milo, "hide", thing("answer", rival)));
    const { items } = ok(await call(t, "GET", "/moderation/hidden", { as: helper }));
    const id = items.find((item: { targetId: string }) => item.targetId === rival).id;
    ok(await appeal(t, helper, id));
    const appealSeenBy = async (as: TestMember) =>
      ok(await call(t, "GET", "/moderation/appeals?limit=100", { as })).appeals.find(
        (one: { item: { id: string } }) => one.item.id === id,
      ).target.interested;
    expect([await appealSeenBy(judge), await appealSeenBy(root === judge ? mona : root)]).toEqual([true, false]);
    refused(await decide(t, judge, id, "deny"), 403, "HAS_INTEREST");
    ok(await decide(t, name === "root" ? mona : root, id, "grant"));
    expect(await stateOf(rival)).toBeNull();
    ok(await close(t, milo, postId));
  });
});

it("a moderator who asked can't hide an answer to it; what is their own is refused as their own", async () => {
  const { t, mona, milo } = court;
  const { postId, rival } = await contest(mona);
  refused(await moderate(t, mona, "hide", thing("answer", rival)), 403, "HAS_INTEREST");
  refused(await moderate(t, mona, "hide", thing("post", postId)), 403, "OWN_DECISION");
  ok(await moderate(t, milo, "hide", thing("answer", rival)));
});

it("an interest ends with the answer that its author removed, not with one that is hidden", async () => {
  const { t, mona, milo, asker } = court;
  const { postId, rival } = await contest(asker);
  const own = await answer(t, mona, postId, "Mine is better");
  ok(await moderate(t, milo, "hide", thing("answer", own)));
  refused(await moderate(t, mona, "hide", thing("answer", rival)), 403, "HAS_INTEREST");
  ok(await moderate(t, milo, "restore", thing("answer", own)));
  expect(await seenBy(mona, rival)).toBe(true);
  ok(await call(t, "DELETE", `/posts/${postId}/answers/${own}`, { as: mona }));
  expect(await seenBy(mona, rival)).toBe(false);
  ok(await moderate(t, mona, "hide", thing("answer", rival)));
});

it("a vote on an answer is an interest while the bounty isn't paid, not where there is none", async () => {
  const { t, mona, milo, asker, reader } = court;
  const plain = await contest(reader);
  ok(await vote(t, mona, `/posts/${plain.postId}/answers/${plain.rival}`, 1));
  ok(await moderate(t, mona, "hide", thing("answer", plain.rival)));
  const bounty = await contest(asker);
  ok(await vote(t, mona, `/posts/${bounty.postId}/answers/${bounty.rival}`, 1));
  refused(await moderate(t, mona, "hide", thing("answer", bounty.rival)), 403, "HAS_INTEREST");
  expect([await seenBy(mona, bounty.rival), await seenBy(milo, bounty.rival)]).toEqual([true, false]);
  ok(await close(t, milo, bounty.postId));
});

it("a bounty that isn't paid is no interest in what its members write elsewhere", async () => {
  const { t, mona, milo, asker, reader } = court;
  const [bounty, elsewhere] = [await contest(asker), await contest(reader)];
  await answer(t, mona, bounty.postId, "Mine is better");
  refused(await moderate(t, mona, "hide", thing("answer", bounty.rival)), 403, "HAS_INTEREST");
  expect(await seenBy(mona, elsewhere.rival)).toBe(false);
  ok(await moderate(t, mona, "hide", thing("answer", elsewhere.rival)));
  ok(await close(t, milo, bounty.postId));
});

it("a comment or a vote on the question is no interest", async () => {
  const { t, mona, asker } = court;
  const { postId, rival } = await contest(asker);
  await comment(t, mona, postId);
  ok(await vote(t, mona, `/posts/${postId}`, 1));
  ok(await moderate(t, mona, "hide", thing("answer", rival)));
});

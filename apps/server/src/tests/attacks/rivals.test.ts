import { noteTraces, settleBounties } from "@bbux/api";
import { DAY_MS, ESTABLISHED, HOUR_MS } from "@bbux/contract";
import { waitForLocks } from "@bbux/db/testing";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { TestMember } from "../../testing.ts";
import { say } from "../chat.support.ts";
import { createEstablishedWorld, type EstablishedWorld, NEEDED } from "../established.support.ts";
import {
  accept,
  appeal,
  decide,
  flag,
  freeze,
  hidden,
  judge,
  moderate,
  prove,
  staff,
  suspend,
  thing,
  unfreeze,
  unsuspend,
  vote,
} from "../moderation.support.ts";
import { request, review, vote as voteOnRefund } from "../refunds.support.ts";
import { answer, call, ok, refused } from "../support.ts";

// Staff who want to win a bounty, and what they can do to the others there.

let world: EstablishedWorld;
let mona: TestMember;
let milo: TestMember;
let root: TestMember;
/** Who answers. */
let author: TestMember;
let rival: TestMember;

async function open(elders: number): Promise<void> {
  world = await createEstablishedWorld({ elders });
  ({ mona, milo, root } = await staff(world.t));
  [author, rival] = [await world.t.member("author"), await world.t.member("rival")];
}
const pair = (first: number) => [world.old(first), world.old(first + 1)] as const;
const votes = async (voters: readonly TestMember[], postId: string, id: string) => {
  for (const as of voters) ok(await vote(world.t, as, `/posts/${postId}/answers/${id}`, 1));
};

/** A bounty with an answer that two established members voted for, and one by someone else that one voted for. */
async function contest(voters: readonly TestMember[], other = rival) {
  const postId = await world.place(2);
  const [best, theirs] = [
    await answer(world.t, author, postId),
    await answer(world.t, other, postId, "Mine is better"),
  ];
  await votes(voters, postId, best);
  await votes([world.old(0)], postId, theirs);
  return { postId, best, theirs, voters };
}

async function settle(): Promise<void> {
  world.t.travel(9 * DAY_MS);
  await settleBounties(world.t.services);
  await prove(world.t, mona, milo, root);
}
const winnerOf = async (postId: string) => ok(await call(world.t, "GET", `/posts/${postId}`)).post.acceptedAnswerId;
const setRole = (as: TestMember, id: string, role: string) =>
  call(world.t, "PUT", `/admin/users/${id}/role`, { as, body: { role } });

beforeAll(() => open(ESTABLISHED.community));
afterAll(() => world.t.close());
// Members suspended here vote in the next test, too.
afterEach(async () => {
  const { ownerDb } = world.t.database;
  await ownerDb.deleteFrom("voting_frauds").execute();
  await ownerDb.updateTable("users").set({ suspended_at: null }).execute();
});

describe("moderators and admins decide nothing about a rival", () => {
  let flagged = 1;
  /** Everything that they could do to a member. */
  async function deeds(by: TestMember, { id }: TestMember) {
    const { t } = world;
    return {
      suspend: await suspend(t, by, id),
      fraud: await suspend(t, by, id, true),
      unsuspend: await unsuspend(t, by, id, true),
      freeze: await freeze(t, by, id),
      unfreeze: await unfreeze(t, by, id),
      uphold: await moderate(t, by, "uphold", thing("user", id)),
      dismiss: await moderate(t, by, "dismiss", thing("user", id)),
      ...(by === root && {
        role: await setRole(by, id, "moderator"),
        sessions: await call(t, "POST", `/admin/users/${id}/sessions/end`, { as: by, body: { reason: "To test it" } }),
      }),
    };
  }
  /** A chat message by a member, who is flagged. */
  async function noisy(as: TestMember): Promise<string> {
    ok(await flag(world.t, world.old(0), thing("user", as.id)));
    return (await say(world.t, as, "Hm")).id;
  }
  const parts = {
    "answered the same question": (as: TestMember, postId: string) => answer(world.t, as, postId),
    "voted on an answer there": async (as: TestMember, postId: string) =>
      votes([as], postId, await answer(world.t, author, postId)),
  };

  it.each([
    ["answered the same question", () => mona],
    ["voted on an answer there", () => root],
  ] as const)("who %s, until the bounty is paid", async (part, judgeOf) => {
    const [by, postId, member] = [judgeOf(), await world.place(2), world.old(flagged++)];
    const mine = await answer(world.t, by, postId, "Mine is better");
    await parts[part](member, postId);
    const messageId = await noisy(member);
    for (const [deed, response] of Object.entries(await deeds(by, member)))
      expect([deed, response.statusCode, response.json().code]).toEqual([deed, 403, "HAS_INTEREST"]);
    // Otherwise, answering a moderator's bounty would put a member out of that moderator's reach.
    ok(await moderate(world.t, by, "hide", thing("message", messageId)));
    ok(await suspend(world.t, milo, member.id));
    ok(await unsuspend(world.t, milo, member.id, true));
    ok(await accept(world.t, world.asker, postId, mine));
    for (const act of [suspend, unsuspend, freeze, unfreeze]) ok(await act(world.t, by, member.id));
  });

  it("who asked the question that they answered", async () => {
    const { t } = world;
    await answer(t, mona, await world.place(2));
    refused(await freeze(t, mona, world.asker.id), 403, "HAS_INTEREST");
    ok(await freeze(t, milo, world.asker.id));
    refused(await unfreeze(t, mona, world.asker.id), 403, "HAS_INTEREST");
    ok(await unfreeze(t, milo, world.asker.id));
  });

  it("but about those who joined in after them and aren't established, or whose answer is hidden", async () => {
    const { t } = world;
    const [early, late, elder] = [await t.member("early"), await t.member("late"), world.old(3)];
    const postId = await world.place(2);
    await answer(t, early, postId);
    t.travel(1000);
    await answer(t, mona, postId);
    t.travel(1000);
    await answer(t, late, postId);
    const theirs = await answer(t, elder, postId);
    for (const { id } of [early, elder]) refused(await suspend(t, mona, id), 403, "HAS_INTEREST");
    ok(await suspend(t, mona, late.id));
    ok(await unsuspend(t, mona, late.id, true));
    ok(await moderate(t, milo, "hide", thing("answer", theirs)));
    ok(await suspend(t, mona, elder.id));
  });

  it("who votes on the refund of a bounty that they want", async () => {
    const { t } = world;
    const [postId, member, stranger] = [await world.place(2), ...pair(6)] as const;
    const kept = { user_id: member.id, post_id: postId, created_at: t.services.now() };
    await t.database.ownerDb.insertInto("bookmarks").values(kept).execute();
    await answer(t, mona, postId);
    t.travel(25 * HOUR_MS);
    const { id } = ok(await request(t, world.asker, postId)).request;
    await review(t, id, [member]);
    ok(await voteOnRefund(t, member, id));
    await prove(world.t, mona, milo, root);
    refused(await suspend(t, mona, member.id), 403, "HAS_INTEREST");
    ok(await suspend(t, mona, stranger.id));
  });

  it("by calling the network that ties others a public place, or no longer one", async () => {
    const { t } = world;
    const [voter] = (await contest(pair(8), root)).voters;
    const trace = { kind: "network", value: "ab".repeat(16) } as const;
    await noteTraces(t.database.db, voter?.id ?? "", [trace], t.services.now());
    const mark = (as: TestMember, isPublic: boolean) =>
      call(t, "POST", "/moderation/shared-access/public", {
        as,
        body: { kind: trace.kind, trace: trace.value, isPublic, reason: "A library" },
      });
    const other = await judge(t, "other_admin", "admin");
    refused(await mark(root, true), 403, "HAS_INTEREST");
    ok(await mark(other, true));
    refused(await mark(root, false), 403, "HAS_INTEREST");
    ok(await mark(other, false));
  });
});

describe("a moderator who wants to win a bounty", () => {
  it("can't suspend those who voted for another answer, and no one's suspension or freeze takes their votes away", async () => {
    const { t } = world;
    const [one, other, frozen] = [
      await contest(pair(1), mona),
      await contest(pair(3), mona),
      await contest(pair(5), mona),
    ];
    for (const { id } of one.voters) refused(await suspend(t, mona, id, true), 403, "HAS_INTEREST");
    for (const { id } of other.voters) ok(await suspend(t, milo, id));
    for (const { id } of frozen.voters) ok(await freeze(t, milo, id));
    const until = new Date(t.services.now().getTime() + 99 * DAY_MS);
    const holds = frozen.voters.map(({ id }) => ({ user_id: id, cause: "frozen", until }));
    await t.database.ownerDb.insertInto("security_holds").values(holds).execute();
    await settle();
    for (const { postId, best } of [one, other, frozen]) expect(await winnerOf(postId)).toBe(best);
  });

  it("loses a voting ring's votes if uninvolved staff find the fraud, unless the finding is overturned", async () => {
    const { t } = world;
    const [found, served, wrong] = [await contest(pair(1)), await contest(pair(3)), await contest(pair(5))];
    for (const { voters } of [found, served, wrong]) for (const { id } of voters) ok(await suspend(t, milo, id, true));
    for (const { id } of served.voters) ok(await unsuspend(t, milo, id));
    for (const { id } of wrong.voters) ok(await unsuspend(t, milo, id, true));
    await settle();
    expect(await Promise.all([found, served, wrong].map(({ postId }) => winnerOf(postId)))).toEqual([
      found.theirs,
      served.theirs,
      wrong.best,
    ]);
  });

  it("takes no votes away where they answer after they found the fraud", async () => {
    const { t } = world;
    const { postId, best, voters } = await contest(pair(1));
    for (const { id } of voters) ok(await suspend(t, milo, id, true));
    const late = await answer(t, milo, postId, "Mine is best");
    await votes([world.old(3)], postId, late);
    await settle();
    expect(await winnerOf(postId)).toBe(best);
  });

  it("nor with another account in their browser", async () => {
    const { t } = world;
    const alt = await t.member("alt");
    const { postId, best, voters } = await contest(pair(1), alt);
    const [first, second] = voters;
    ok(await suspend(t, mona, first?.id ?? "", true));
    for (const { id } of [mona, alt]) {
      await noteTraces(t.database.db, id, [{ kind: "device", value: "b".repeat(22) }], t.services.now());
    }
    refused(await suspend(t, mona, second?.id ?? "", true), 403, "HAS_INTEREST");
    refused(await moderate(t, mona, "hide", thing("answer", best)), 403, "HAS_INTEREST");
    ok(await flag(t, world.old(3), thing("answer", best)));
    const seenBy = async (as: TestMember) => {
      const { cases } = ok(await call(t, "GET", "/moderation/flags?limit=100", { as }));
      return cases.find((one: { target: { id: string } }) => one.target.id === best).target.interested;
    };
    expect([await seenBy(mona), await seenBy(milo)]).toEqual([true, false]);
    await settle();
    expect(await winnerOf(postId)).toBe(best);
  });

  it("can't answer where they keep another answer hidden, until the bounty is paid", async () => {
    const { t } = world;
    const { postId, best, theirs } = await contest(pair(1));
    ok(await moderate(t, milo, "hide", thing("answer", best)));
    const mine = () => call(t, "POST", `/posts/${postId}/answers`, { as: milo, body: { content: "Mine" } });
    expect(refused(await mine(), 403, "HAS_INTEREST").error).toMatch(/^You hid another answer here/);
    ok(await accept(t, world.asker, postId, theirs));
    ok(await mine());
  });

  it("can't answer where they denied the appeal against hiding another answer", async () => {
    const { t } = world;
    const { postId, best } = await contest(pair(1));
    const id = await hidden(t, mona, thing("answer", best));
    ok(await appeal(t, author, id));
    ok(await decide(t, milo, id, "deny"));
    const mine = { as: milo, body: { content: "Mine" } };
    refused(await call(t, "POST", `/posts/${postId}/answers`, mine), 403, "HAS_INTEREST");
  });

  it("can't answer while they are hiding another answer", async () => {
    const { t } = world;
    const { postId, best } = await contest(pair(1));
    const { ownerDb } = t.database;
    const both = await ownerDb.transaction().execute(async (trx) => {
      await trx.selectFrom("answers").where("id", "=", best).forUpdate().execute();
      const hides = moderate(t, milo, "hide", thing("answer", best));
      await waitForLocks(ownerDb, 1);
      const answers = call(t, "POST", `/posts/${postId}/answers`, { as: milo, body: { content: "Mine" } });
      await waitForLocks(ownerDb, 2);
      return [hides, answers] as const;
    });
    ok(await both[0]);
    refused(await both[1], 403, "HAS_INTEREST");
  });

  it("gains nothing by flags: they hide nothing, and moderators see whose they are", async () => {
    const { t } = world;
    const { postId, best } = await contest(pair(1));
    for (const as of [rival, world.old(3)]) ok(await flag(t, as, thing("answer", best)));
    const { cases } = ok(await call(t, "GET", "/moderation/flags?limit=100", { as: mona }));
    const { flags } = cases.find((one: { target: { id: string } }) => one.target.id === best);
    expect(flags.map((one: { reporterInterested: boolean }) => one.reporterInterested)).toEqual([true, false]);
    await settle();
    expect(await winnerOf(postId)).toBe(best);
  });

  it("loses fraudulent votes, too, while nobody has to be established", async () => {
    const { t } = world;
    const set = (value: number, previous: number) =>
      t.database.ownerDb
        .insertInto("parameter_changes")
        .values({ name: "establishedPoints", value, previous, reason: "for this test", created_at: t.services.now() })
        .execute();
    await set(0, NEEDED);
    const [found, other] = [await contest(pair(1)), await contest(pair(3))];
    for (const { id } of found.voters) ok(await suspend(t, milo, id, true));
    await settle();
    await set(NEEDED, 0);
    expect([await winnerOf(found.postId), await winnerOf(other.postId)]).toEqual([found.theirs, other.best]);
  });
});

describe("the number of established members", () => {
  // With the staff, exactly enough are left for votes to decide.
  beforeAll(async () => {
    const { ownerDb } = world.t.database;
    const staff = await ownerDb.selectFrom("users").select("id").where("role", "<>", "user").execute();
    const kept = world.elders.slice(0, ESTABLISHED.community - staff.length).map(({ id }) => id);
    await ownerDb.updateTable("users").set({ trusted_points: 0 }).where("id", "not in", kept).execute();
  });

  it("doesn't fall by a suspension, so that moderators decide, unless it is for voting fraud", async () => {
    const { t } = world;
    const place = async () => {
      const postId = await world.place(2);
      const [best, theirs] = [await answer(t, author, postId), await answer(t, rival, postId)];
      await votes([world.old(1), world.old(2)], postId, best);
      await votes([milo], postId, theirs);
      return { postId, best, theirs };
    };
    const first = await place();
    ok(await suspend(t, mona, world.old(5).id));
    await settle();
    expect(await winnerOf(first.postId)).toBe(first.best);
    // Found once they are suspended, or with the suspension.
    for (const again of [false, true]) {
      if (again) ok(await unsuspend(t, mona, world.old(5).id, true));
      ok(await suspend(t, mona, world.old(5).id, true));
      const { postId, theirs } = await place();
      await settle();
      expect(await winnerOf(postId)).toBe(theirs);
    }
  });
});

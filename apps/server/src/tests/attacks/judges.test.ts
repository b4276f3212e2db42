import { decideDueRefunds, noteTraces } from "@bbux/api";
import { suspend as suspendByOperator } from "@bbux/api/operator";
import { DAY_MS, ESTABLISHED, HOUR_MS } from "@bbux/contract";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { TestMember } from "../../testing.ts";
import { createEstablishedWorld, type EstablishedWorld } from "../established.support.ts";
import {
  close,
  freeze,
  hidden,
  moderate,
  prove,
  staff,
  suspend,
  thing,
  unfreeze,
  vote,
} from "../moderation.support.ts";
import { appeal, decideAppeal, request, review, vote as voteOnRefund } from "../refunds.support.ts";
import { answer, ask, call, ok, refused } from "../support.ts";

// Staff who make themselves judges of their own case, or remove the other judges.

let world: EstablishedWorld;
let mona: TestMember;
let milo: TestMember;
let root: TestMember;
beforeAll(async () => {
  world = await createEstablishedWorld({ elders: ESTABLISHED.community });
  ({ mona, milo, root } = await staff(world.t));
});
beforeEach(() => prove(world.t, mona, milo, root));
afterEach(() => world.t.database.ownerDb.updateTable("users").set({ suspended_at: null }).execute());
afterAll(() => world.t.close());

const setRole = (as: TestMember, { id }: TestMember, role: string) =>
  call(world.t, "PUT", `/admin/users/${id}/role`, { as, body: { role } });

describe("a moderator's vote on a bounty", () => {
  /** Two answers with a vote each, of which the first wins a tie. */
  async function contest() {
    const { t } = world;
    const [author, rival] = [world.old(2), world.old(3)];
    const postId = await world.place(2);
    const [best, theirs] = [await answer(t, author, postId), await answer(t, rival, postId, "Mine is better")];
    ok(await vote(t, world.old(0), `/posts/${postId}/answers/${best}`, 1));
    ok(await vote(t, world.old(1), `/posts/${postId}/answers/${theirs}`, 1));
    return { postId, best, theirs, author };
  }
  const votes = async (as: TestMember, postId: string, id: string, value = 1) =>
    ok(await vote(world.t, as, `/posts/${postId}/answers/${id}`, value));

  it("decides, unless they take someone out of the running", async () => {
    const { postId, theirs } = await contest();
    await votes(mona, postId, theirs);
    expect(await world.winnerOf(postId)).toBe(theirs);
  });

  it.each<
    [
      string,
      (contest: { readonly postId: string; readonly best: string; readonly author: TestMember }) => Promise<unknown>,
    ]
  >([
    ["suspended the asker", async () => ok(await suspend(world.t, mona, world.asker.id))],
    [
      "froze the asker, even if they have ended that",
      async () => {
        ok(await freeze(world.t, mona, world.asker.id));
        ok(await unfreeze(world.t, mona, world.asker.id));
      },
    ],
    ["suspended someone who answered", async ({ author }) => ok(await suspend(world.t, mona, author.id))],
    [
      "keep an answer hidden that others voted for",
      async ({ postId }) => {
        const id = await answer(world.t, world.old(4), postId);
        await votes(world.old(9), postId, id);
        await hidden(world.t, mona, thing("answer", id));
      },
    ],
    [
      "found voting fraud by someone who voted there",
      async ({ postId, best }) => {
        await votes(world.old(9), postId, best);
        ok(await suspend(world.t, mona, world.old(9).id, true));
      },
    ],
  ])("doesn't count once they %s", async (_, meddle) => {
    const { postId, best, theirs, author } = await contest();
    // A vote that is taken back for the moment doesn't help.
    await votes(mona, postId, theirs);
    await votes(mona, postId, theirs, 0);
    await meddle({ postId, best, author });
    await votes(mona, postId, theirs);
    expect(await world.winnerOf(postId)).toBe(best);
  });

  it("counts though they hid spam and suspended its author, and an operator suspended the asker", async () => {
    const { t } = world;
    const { postId, theirs } = await contest();
    const spammer = await t.member("spammer");
    await hidden(t, mona, thing("answer", await answer(t, spammer, postId, "Buy my course")));
    ok(await suspend(t, mona, spammer.id));
    await suspendByOperator(t.services, { member: "asker", actor: null, reason: "A ruling", votingFraud: false });
    await votes(mona, postId, theirs);
    expect(await world.winnerOf(postId)).toBe(theirs);
  });

  it("doesn't count when someone who answered promoted them, which they can't once they have voted", async () => {
    const { t } = world;
    const { postId, best } = await contest();
    const mine = await answer(t, root, postId, "Mine is better");
    for (const name of ["friend", "neighbor"]) {
      const promoted = await world.elder(name);
      ok(await setRole(root, promoted, "moderator"));
      await votes(promoted, postId, mine);
    }
    const voter = await world.elder("voter");
    await votes(voter, postId, mine);
    refused(await setRole(root, voter, "moderator"), 403, "HAS_INTEREST");
    expect(await world.winnerOf(postId)).toBe(best);
  });

  it("doesn't count when their promoter was promoted by someone who answered, also from another account in that browser", async () => {
    const { t } = world;
    const { postId, best } = await contest();
    const other = await world.elder("other");
    const mine = await answer(t, other, postId, "Mine is better");
    for (const { id } of [root, other]) {
      await noteTraces(t.database.db, id, [{ kind: "device", value: "o".repeat(22) }], t.services.now());
    }
    const lieutenant = await world.elder("lieutenant");
    ok(await setRole(root, lieutenant, "admin"));
    await prove(world.t, lieutenant);
    for (const name of ["private1", "private2"]) {
      const promoted = await world.elder(name);
      ok(await setRole(lieutenant, promoted, "moderator"));
      await votes(promoted, postId, mine);
    }
    expect(await world.winnerOf(postId)).toBe(best);
    await t.database.ownerDb
      .updateTable("users")
      .set({ role: "user", admin_since: null })
      .where("id", "=", lieutenant.id)
      .execute();
  });

  it("doesn't count when another account in their browser casts it", async () => {
    const { t } = world;
    const { postId, best, theirs } = await contest();
    ok(await suspend(t, milo, world.asker.id));
    for (const { id } of [milo, world.old(5)]) {
      await noteTraces(t.database.db, id, [{ kind: "device", value: "j".repeat(22) }], t.services.now());
    }
    await votes(world.old(5), postId, theirs);
    expect(await world.winnerOf(postId)).toBe(best);
  });
});

describe("a moderator who", () => {
  it.each<[string, (postId: string) => Promise<TestMember>]>([
    [
      "suspended the asker",
      async () => {
        ok(await suspend(world.t, mona, world.asker.id));
        return mona;
      },
    ],
    [
      "keeps the question hidden",
      async (postId) => {
        await hidden(world.t, mona, thing("post", postId));
        return mona;
      },
    ],
    [
      "was promoted by someone who answered",
      async (postId) => {
        await answer(world.t, root, postId, "Mine is better");
        // Who was staff before stays a judge.
        for (const role of ["user", "moderator"]) ok(await setRole(root, milo, role));
        const promoted = await world.t.member("protege");
        ok(await setRole(root, promoted, "moderator"));
        return promoted;
      },
    ],
  ])("%s neither votes on the refund nor decides its appeal", async (_, meddle) => {
    const { t } = world;
    const postId = await world.place(2);
    t.travel(25 * HOUR_MS);
    const { id } = ok(await request(t, world.asker, postId)).request;
    await prove(world.t, mona, root);
    const who = await meddle(postId);
    await world.update(world.asker, { suspended_at: null });
    await review(t, id, [who, milo]);
    await prove(world.t, who, milo);
    const partisan = { error: expect.stringContaining("You decided about someone who takes part in this bounty") };
    expect(refused(await voteOnRefund(t, who, id), 403, "HAS_INTEREST")).toMatchObject(partisan);
    const { hindrances } = ok(await call(t, "GET", `/refund-requests/${id}`, { as: who })).request;
    expect(hindrances).toMatchObject([{ code: "HAS_INTEREST" }]);
    refused(await voteOnRefund(t, milo, id), 403, "VOTE_REPUTATION");

    t.travel(8 * DAY_MS);
    await decideDueRefunds(t.services);
    ok(await appeal(t, world.asker, id));
    await prove(world.t, who, milo);
    expect(refused(await decideAppeal(t, who, id), 403, "HAS_INTEREST")).toMatchObject(partisan);
    ok(await decideAppeal(t, milo, id));
  });
});

it("an admin's new moderator doesn't decide about the admin's bounty for 72 hours", async () => {
  const { t } = world;
  const puppet = world.old(6);
  const postId = await ask(t, root, {});
  const id = await answer(t, world.old(0), postId);
  ok(await setRole(root, puppet, "moderator"));
  await prove(world.t, puppet);
  refused(await close(t, puppet, postId), 403, "OWN_DECISION");
  refused(await moderate(t, puppet, "hide", thing("answer", id)), 403, "HAS_INTEREST");
  t.travel(72 * HOUR_MS + 1);
  await prove(world.t, puppet);
  ok(await close(t, puppet, postId));
});

describe("an admin of less than 72 hours", () => {
  const ended = (as: TestMember, { id }: TestMember) =>
    call(world.t, "POST", `/admin/users/${id}/sessions/end`, { as, body: { reason: "To test it" } });

  it("can't decide about staff they didn't appoint, and every admin is told of a changed role", async () => {
    const { t } = world;
    const [puppet, friend] = [world.old(7), world.old(8)];
    ok(await setRole(root, puppet, "admin"));
    await prove(world.t, puppet);
    const deeds = async () => [
      await setRole(puppet, root, "user"),
      await setRole(puppet, milo, "user"),
      await suspend(t, puppet, milo.id),
      await freeze(t, puppet, root.id),
      await ended(puppet, root),
    ];
    for (const response of await deeds())
      expect(refused(response, 403, "FORBIDDEN").error).toBe(
        "You can decide about other staff once you've been an admin for 72 hours",
      );
    ok(await setRole(puppet, friend, "moderator"));
    ok(await setRole(puppet, friend, "user"));
    const heard = async (as: TestMember) => {
      const { events } = ok(await call(t, "GET", "/auth/security-events", { as }));
      return events.flatMap(({ kind, message }: { kind: string; message: string }) =>
        kind === "role_changed" ? [message] : [],
      );
    };
    const about = (name: string, role: string) => `${name} ${role}.`;
    expect((await heard(root)).slice(0, 3)).toEqual([
      about(puppet.username, `ended ${friend.username}'s staff role`),
      about(puppet.username, `made ${friend.username} a moderator`),
      about(root.username, `made ${puppet.username} an admin`),
    ]);
    expect(await heard(friend)).toHaveLength(2);

    // Someone who gives up their role is no easier prey.
    ok(await setRole(root, root, "user"));
    refused(await ended(puppet, root), 403, "FORBIDDEN");
    refused(await suspend(t, puppet, root.id), 403, "FORBIDDEN");

    const since = new Date(Date.now() - 4 * DAY_MS);
    await world.update(puppet, { admin_since: since });
    ok(await setRole(puppet, milo, "user"));
  });
});

import { DAY_MS, ESTABLISHED, HOUR_MS } from "@bbux/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApp, type TestApp, type TestMember } from "../testing.ts";
import { createEstablishedWorld, type EstablishedWorld, joined, NEEDED } from "./established.support.ts";
import { suspend } from "./moderation.support.ts";
import { request, review, vote } from "./refunds.support.ts";
import { answer, ask, call, ok, refused } from "./support.ts";

// Votes that move money are those of established members (docs/adr/0031).

let world: EstablishedWorld;
let t: TestApp;
let asker: TestMember;
let moderator: TestMember;
let elders: readonly TestMember[];
let fresh: TestMember[];

const update = (member: TestMember, facts: Record<string, unknown>) => world.update(member, facts);
const pick = (members: readonly TestMember[], index: number) => {
  const member = members[index];
  if (!member) throw new Error(`no member ${index}`);
  return member;
};
const old = (index: number) => world.old(index);
const place = (amount?: number) => world.place(amount);
const cast = async (voters: readonly TestMember[], postId: string, id: string, value = 1) => {
  for (const as of voters) ok(await call(t, "POST", `/posts/${postId}/answers/${id}/vote`, { as, body: { value } }));
};
const winnerOf = (postId: string) => world.winnerOf(postId);
const trusted = async ({ id }: TestMember) => {
  const { trusted_points: points } = await t.database.ownerDb
    .selectFrom("users")
    .select("trusted_points")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return points;
};

beforeAll(async () => {
  world = await createEstablishedWorld({ elders: ESTABLISHED.community - 1 });
  ({ t, asker, elders } = world);
  moderator = await t.member("moddy");
  await update(moderator, { role: "moderator" });
  fresh = [];
  for (let n = 0; n < 4; n++) fresh.push(await t.member(`fresh${n}`));
});
afterAll(() => t.close());

describe("a bounty that is settled", () => {
  it("doesn't go to accounts that were made for it, whatever they vote [C1.09]", async () => {
    const postId = await place();
    const honest = await answer(t, old(0), postId);
    await cast([old(1)], postId, honest);
    t.travel(DAY_MS - 60_000);
    const theirs = await answer(t, pick(fresh, 0), postId);
    await cast(fresh.slice(1), postId, theirs);
    await cast(fresh, postId, honest, -1);
    expect(await winnerOf(postId)).toBe(honest);
  });

  it("goes back if only votes that don't count were cast: of new members, of the asker and of rivals, or after its end [C1.10]", async () => {
    const postId = await place();
    const [first, second] = [await answer(t, old(0), postId), await answer(t, old(1), postId)];
    await cast([asker, old(1), ...fresh], postId, first);
    await cast([old(0)], postId, second, -1);
    t.travel(DAY_MS + 60_000);
    await cast([old(2), old(3)], postId, second);
    expect(await winnerOf(postId)).toBe("REFUNDED");
  });

  it("counts downvotes of established members, and nobody's who has been suspended for voting fraud since", async () => {
    const postId = await place();
    const [liked, disputed] = [await answer(t, old(0), postId), await answer(t, old(1), postId)];
    const barred = await world.elder("barred");
    await cast([old(2), old(3), old(7), barred], postId, disputed);
    await cast([old(4), old(5)], postId, disputed, -1);
    await cast([old(6)], postId, liked);
    ok(await suspend(t, moderator, barred.id, true));
    expect(await winnerOf(postId)).toBe(liked);
  });
});

describe("points that make a member established", () => {
  const postOf = async (as: TestMember) => {
    const postId = await ask(t, asker);
    return { postId, id: await answer(t, as, postId) };
  };

  it("come from established members and staff, at most 10 from each, and go with what gave them", async () => {
    const newcomer = await t.member("newcomer");
    const one = await postOf(newcomer);
    await cast(fresh, one.postId, one.id);
    expect(await trusted(newcomer)).toBe(0);
    await cast([old(0), moderator], one.postId, one.id);
    expect(await trusted(newcomer)).toBe(10);
    for (let n = 0; n < 3; n++) {
      const { postId, id } = await postOf(newcomer);
      await cast([old(0)], postId, id);
    }
    expect(await trusted(newcomer)).toBe(15);
    await cast([moderator], one.postId, one.id, 0);
    expect(await trusted(newcomer)).toBe(10);
    await cast([old(0)], one.postId, one.id, -1);
    expect(await trusted(newcomer)).toBe(10);
  });

  it("include acceptances by an established asker, and not when the mark moves on", async () => {
    const [chosen, other] = [await t.member("chosen"), await t.member("other")];
    const postId = await ask(t, old(7));
    const ids = [await answer(t, chosen, postId), await answer(t, other, postId)];
    for (const id of ids) ok(await call(t, "POST", `/posts/${postId}/answers/${id}/accept`, { as: old(7) }));
    expect([await trusted(chosen), await trusted(other)]).toEqual([0, ESTABLISHED.perGiver]);
    // By someone new it's an honor, and no more.
    const theirs = await ask(t, pick(fresh, 3));
    const id = await answer(t, chosen, theirs);
    ok(await call(t, "POST", `/posts/${theirs}/answers/${id}/accept`, { as: pick(fresh, 3) }));
    expect(await trusted(chosen)).toBe(0);
  });

  it("aren't given by new members while nobody has to be established, either", async () => {
    const set = (value: number, previous: number) =>
      t.database.ownerDb
        .insertInto("parameter_changes")
        .values({ name: "establishedPoints", value, previous, reason: "for this test", created_at: new Date() })
        .execute();
    await set(0, NEEDED);
    const puppet = await t.member("puppet");
    const { postId, id } = await postOf(puppet);
    await cast([...fresh, old(0)], postId, id);
    await set(NEEDED, 0);
    expect(await trusted(puppet)).toBe(5);
  });

  it("can't be made by a ring of accounts, however large and old", async () => {
    const ring = await Promise.all(Array.from({ length: 12 }, (_, n) => t.member(`ring${n}`)));
    for (const member of ring) await update(member, { created_at: joined() });
    for (const member of ring) {
      const { postId, id } = await postOf(member);
      await cast(
        ring.filter((voter) => voter !== member),
        postId,
        id,
      );
    }
    expect(await Promise.all(ring.map(trusted))).toEqual(ring.map(() => 0));
  });
});

describe("a refund request", () => {
  const requested = async (engaged: readonly TestMember[]) => {
    const postId = await place(2);
    const kept = engaged.map(({ id }) => ({ user_id: id, post_id: postId, created_at: t.services.now() }));
    await t.database.ownerDb.insertInto("bookmarks").values(kept).execute();
    t.travel(25 * HOUR_MS);
    const { id } = ok(await request(t, asker, postId)).request;
    await review(t, id, engaged);
    return { postId, id };
  };

  it("is refused to members who aren't established, with what they lack", async () => {
    const self = await t.member("self-made");
    await update(self, { created_at: joined(), reputation_points: 500, trusted_points: 12 });
    const { id } = await requested([self, old(0)]);
    const { error, details } = refused(await vote(t, self, id), 403, "VOTE_NOT_ESTABLISHED");
    expect([error, details]).toEqual([
      "Your vote counts once other established members have given you 50 points. You have 12.",
      { needed: NEEDED, have: 12 },
    ]);
    ok(await vote(t, old(0), id));
  });

  it("counts a member among the established only once they have confirmed their email address", async () => {
    const strict = await createTestApp({
      env: { ESTABLISHED_POINTS: `${NEEDED}`, EMAIL_VERIFICATION: "on" },
      database: t.database,
    });
    const isForModerators = async (app: TestApp) => {
      const postId = await ask(app, asker, { bountyAmount: 2, bountyDuration: 1 });
      app.travel(25 * HOUR_MS);
      const { id } = ok(await request(app, asker, postId)).request;
      const decision = t.database.db.selectFrom("refund_requests").select("by_moderators").where("id", "=", id);
      return (await decision.executeTakeFirstOrThrow()).by_moderators;
    };
    try {
      for (const member of elders) await update(member, { email_verified_at: null });
      expect([await isForModerators(strict), await isForModerators(t)]).toEqual([true, false]);
      for (const member of elders) await update(member, { email_verified_at: new Date() });
      expect(await isForModerators(strict)).toBe(false);
    } finally {
      await strict.close();
    }
  });

  it("and a settlement are decided by moderators while fewer than 10 members are established, but by none who answered", async () => {
    for (const member of [old(7), old(8), await t.member("nobody")])
      await update(member, { trusted_points: NEEDED - 1 });
    await t.database.ownerDb.updateTable("users").set({ trusted_points: 0 }).where("username", "=", "barred").execute();
    const settled = await place();
    const [popular, chosen] = [await answer(t, old(0), settled), await answer(t, old(1), settled)];
    await cast([old(2), old(3)], settled, popular);
    await cast([moderator], settled, chosen);
    const { id } = await requested([old(0), moderator]);
    refused(await vote(t, old(0), id), 403, "VOTE_MODERATORS_ONLY");
    const rival = await t.member("rival");
    await update(rival, { role: "moderator" });
    const other = await place(2);
    await answer(t, rival, other);
    t.travel(25 * HOUR_MS);
    const own = ok(await request(t, asker, other)).request.id;
    await review(t, own, [rival]);
    refused(await vote(t, rival, own), 403, "HAS_INTEREST");
    const { message } = ok(await vote(t, moderator, id, "reject"));
    expect(message).toBe("Your vote decided: the refund is rejected");
    expect(await winnerOf(settled)).toBe(chosen);
  });
});

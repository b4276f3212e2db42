import { noteTraces, removeOldTraces } from "@bbux/api";
import { DAY_MS, ESTABLISHED, HOUR_MS, TIES, type Trace } from "@bbux/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { TEST_PASSWORD, type TestApp, type TestMember } from "../testing.ts";
import { closeForGood } from "./closing.support.ts";
import { createEstablishedWorld, type EstablishedWorld } from "./established.support.ts";
import { request, requestOf, review, VOTE_REASON } from "./refunds.support.ts";
import { answer, call, HOST, ORIGIN, ok, sessionCookie } from "./support.ts";

// Votes on money of members who share a network, a device or a wallet count once (docs/adr/0039).

let world: EstablishedWorld;
let t: TestApp;
let asker: TestMember;
let networks = 0;

beforeAll(async () => {
  world = await createEstablishedWorld({ elders: ESTABLISHED.community + 2, env: { TRUST_PROXY_HOPS: "1" } });
  ({ t, asker } = world);
});
afterAll(() => t.close());

const old = (index: number) => world.old(index);
/** An address that nobody has used yet. */
const elsewhere = () => `203.0.${++networks}.9`;
const from = (ip: string) => ({ "x-forwarded-for": ip });
const cast = async (as: TestMember, postId: string, id: string, { ip = elsewhere(), value = 1 } = {}) => {
  const options = { as, body: { value }, headers: from(ip) };
  ok(await call(t, "POST", `/posts/${postId}/answers/${id}/vote`, options));
};
const decide = async (as: TestMember, id: string, how: "approve" | "reject", ip = elsewhere()) =>
  ok(
    await call(t, "POST", `/refund-requests/${id}/vote`, {
      as,
      body: { vote: how, reason: VOTE_REASON },
      headers: from(ip),
    }),
  );
const note = (member: TestMember, trace: Trace, at = t.services.now()) =>
  noteTraces(t.database.db, member.id, [trace], at);
const wallet = (value: string): Trace => ({ kind: "wallet", value: value.padEnd(32, "1") });

describe("a settlement", () => {
  /** A bounty with an answer of someone honest, liked by one, and a rival's. */
  const contested = async () => {
    const postId = await world.place();
    const honest = await answer(t, old(0), postId);
    await cast(old(1), postId, honest);
    await cast(old(2), postId, honest);
    return { postId, honest, rival: await answer(t, old(3), postId) };
  };

  it("counts the votes of members in one network once, and those of members in networks of their own each", async () => {
    const { postId, honest, rival } = await contested();
    const ip = elsewhere();
    for (const voter of [old(4), old(5), old(6)]) await cast(voter, postId, rival, { ip });
    expect(await world.winnerOf(postId)).toBe(honest);

    t.travel(31 * DAY_MS);
    const again = await contested();
    for (const voter of [old(4), old(5), old(6)]) await cast(voter, again.postId, again.rival);
    expect(await world.winnerOf(again.postId)).toBe(again.rival);
  });

  it("takes networks of private addresses, which a proxy has, for no network", async () => {
    t.travel(31 * DAY_MS);
    const { postId, rival } = await contested();
    for (const voter of [old(4), old(5), old(6)]) await cast(voter, postId, rival, { ip: "10.0.0.7" });
    expect(await world.winnerOf(postId)).toBe(rival);
  });

  it("takes a /56 of IPv6 for one network", async () => {
    t.travel(31 * DAY_MS);
    const { postId, honest, rival } = await contested();
    for (const [n, voter] of [old(4), old(5), old(6)].entries())
      await cast(voter, postId, rival, { ip: `2001:db8:7:a0${n}::1` });
    expect(await world.winnerOf(postId)).toBe(honest);
  });

  it("counts no vote for whom the voter is tied to, even if that shows after the vote", async () => {
    t.travel(31 * DAY_MS);
    const postId = await world.place();
    const rival = await answer(t, old(3), postId);
    await cast(old(4), postId, rival);
    await note(old(3), wallet("shared"));
    await note(old(4), wallet("shared"));
    expect(await world.winnerOf(postId)).toBe("REFUNDED");

    const other = await contested();
    await cast(old(5), other.postId, other.honest, { value: -1 });
    await cast(old(6), other.postId, other.honest, { value: -1 });
    await note(asker, wallet("another"));
    await note(old(5), wallet("another"));
    expect(await world.winnerOf(other.postId)).toBe(other.honest);
  });

  it("counts every vote again from a network that an admin has marked since", async () => {
    t.travel(31 * DAY_MS);
    const { postId, rival } = await contested();
    const [ip, admin] = [elsewhere(), await world.elder("marker")];
    await world.update(admin, { role: "admin" });
    for (const voter of [old(4), old(5), old(6)]) await cast(voter, postId, rival, { ip });
    const { shared } = ok(await call(t, "GET", "/moderation/shared-access", { as: admin }));
    const { kind, trace } = shared.find(({ memberCount }: { memberCount: number }) => memberCount === 3);
    const body = { kind, trace, isPublic: true, reason: "A campus" };
    ok(await call(t, "POST", "/moderation/shared-access/public", { as: admin, body }));
    expect(await world.winnerOf(postId)).toBe(rival);
    await world.update(admin, { role: "user" });
  });

  it("counts the first of two opposite votes", async () => {
    t.travel(31 * DAY_MS);
    const postId = await world.place();
    const rival = await answer(t, old(3), postId);
    const ip = elsewhere();
    await cast(old(4), postId, rival, { ip });
    t.travel(1000);
    await cast(old(5), postId, rival, { ip, value: -1 });
    expect(await world.winnerOf(postId)).toBe(rival);
  });
});

describe("what ties members", () => {
  const tied = async (one: TestMember, other: TestMember) => {
    t.travel(31 * DAY_MS);
    const postId = await world.place();
    const rival = await answer(t, old(3), postId);
    return {
      async inEffect() {
        await cast(one, postId, rival);
        await cast(other, postId, rival);
        await cast(old(11), postId, rival, { value: -1 });
        return (await world.winnerOf(postId)) === "REFUNDED";
      },
    };
  };

  it("is a browser in which both have signed in", async () => {
    const [one, other] = [old(6), old(7)];
    const pair = await tied(one, other);
    const login = async (member: TestMember, device?: string) => {
      const response = await call(t, "POST", "/auth/login", {
        body: { email: member.email, password: TEST_PASSWORD },
        headers: { host: HOST, origin: ORIGIN, ...(device && { cookie: device }) },
      });
      const given = response.cookies.find(({ name }) => name === "bbux_device")?.value ?? "";
      const cookie = `bbux_device=${encodeURIComponent(given)}`;
      const session = sessionCookie(response);
      const headers = { host: HOST, origin: ORIGIN, cookie: `${session}; ${cookie}` };
      ok(await call(t, "POST", "/profile", { headers, body: { bio: "Hello" } }));
      return cookie;
    };
    await login(other, await login(one));
    expect(await pair.inEffect()).toBe(true);
  });

  it("is a computer in a library, whose users have one vote on each decision, and all of theirs 30 days after they shared it", async () => {
    t.travel(31 * DAY_MS);
    const patrons = [old(5), old(6), old(7)];
    for (const patron of patrons) await note(patron, { kind: "device", value: "a-computer-in-a-library" });
    /** Whether so many of them outvote one member together. */
    const outvote = async (voters: readonly TestMember[]) => {
      const postId = await world.place();
      const rival = await answer(t, old(3), postId);
      await cast(old(11), postId, rival, { value: -1 });
      for (const voter of voters) await cast(voter, postId, rival);
      return (await world.winnerOf(postId)) !== "REFUNDED";
    };
    expect(await outvote(patrons)).toBe(false);
    // Each of them can be the one who votes.
    const postId = await world.place();
    const rival = await answer(t, old(3), postId);
    await cast(old(7), postId, rival);
    expect(await world.winnerOf(postId)).toBe(rival);
    t.travel(31 * DAY_MS);
    expect(await outvote(patrons)).toBe(true);
  });

  it("is a wallet that both were paid from or to, for 30 days", async () => {
    const pair = await tied(old(6), old(7));
    await note(old(6), wallet("recent"));
    await note(old(7), wallet("recent"));
    expect(await pair.inEffect()).toBe(true);
    const later = await tied(old(6), old(7));
    expect(await later.inEffect()).toBe(false);
  });

  it("isn't a network or wallet that 50 established members share, but a device is", async () => {
    const { ownerDb } = t.database;
    const crowd = await sql<{ id: string }>`
      insert into users (username, email, solana_address, address_version, trusted_points, created_at)
      select 'crowd' || n, 'crowd' || n || '@example.com', 'crowd' || n, 1, 50, now() - interval '60 days'
        from generate_series(1, ${TIES.crowd - 2}) n returning id::text`.execute(ownerDb);
    const together = async (trace: Trace) => {
      await note(old(6), trace);
      await note(old(7), trace);
    };
    const fill = (trace: Trace) =>
      sql`insert into account_traces (user_id, kind, trace, seen_at)
        select id, ${trace.kind}, ${trace.value}, ${t.services.now()} from users
         where id = any (${crowd.rows.map(({ id }) => id)}::bigint[])`.execute(ownerDb);

    const exchange = await tied(old(6), old(7));
    await together(wallet("exchange"));
    await fill(wallet("exchange"));
    expect(await exchange.inEffect()).toBe(false);

    const oneLess = await tied(old(6), old(7));
    await together(wallet("less"));
    await fill(wallet("less"));
    await ownerDb.updateTable("users").set({ trusted_points: 49 }).where("username", "=", "crowd1").execute();
    expect(await oneLess.inEffect()).toBe(true);

    const device = await tied(old(6), old(7));
    const browser: Trace = { kind: "device", value: "d".repeat(22) };
    await together(browser);
    await ownerDb.updateTable("users").set({ trusted_points: 50 }).where("username", "=", "crowd1").execute();
    await fill(browser);
    expect(await device.inEffect()).toBe(true);
  });
});

describe("a refund request", () => {
  const requested = async (engaged: readonly TestMember[]) => {
    t.travel(31 * DAY_MS);
    const postId = await world.place(2);
    const kept = engaged.map(({ id }) => ({ user_id: id, post_id: postId, created_at: t.services.now() }));
    await t.database.ownerDb.insertInto("bookmarks").values(kept).execute();
    t.travel(25 * HOUR_MS);
    const { id } = ok(await request(t, asker, postId)).request;
    await review(t, id, engaged);
    return id;
  };

  it("isn't decided by five members in one network: one vote counts, and the others are told why theirs don't", async () => {
    const puppets = [old(4), old(5), old(6), old(7), old(8)];
    const id = await requested([...puppets, old(9)]);
    const ip = elsewhere();
    const answers = [];
    for (const puppet of puppets) answers.push(await decide(puppet, id, "approve", ip));
    expect(answers.map(({ counted }) => counted)).toEqual([true, false, false, false, false]);
    expect(answers[4].message).toMatch(/^Your vote has been recorded, but doesn't count:/);
    await decide(old(9), id, "reject");
    const seen = await requestOf(t, asker, id);
    expect([seen.status, seen.votes]).toEqual(["PENDING", { approve: 1, reject: 1 }]);
    const listed = await call(t, "GET", `/refund-requests/${id}/votes`, { as: asker });
    expect(ok(listed).map(({ counted }: { counted: boolean }) => counted)).toEqual([
      true,
      false,
      false,
      false,
      false,
      true,
    ]);
    expect(listed.headers["x-total-count"]).toBe("6");
  });

  it("counts a vote by someone tied to the asker only when it goes against the asker", async () => {
    const id = await requested([old(4), old(5)]);
    for (const member of [asker, old(4)]) await note(member, wallet("paymaster"));
    for (const member of [asker, old(5)]) await note(member, wallet("treasurer"));
    expect((await decide(old(4), id, "approve")).counted).toBe(false);
    expect((await decide(old(5), id, "reject")).counted).toBe(true);
  });

  it("isn't decided by five members in one network who close their accounts one after the other", async () => {
    const puppets = await Promise.all([1, 2].map((n) => world.elder(`closing${n}`)));
    const [first, second] = [puppets[0], puppets[1]];
    if (!first || !second) throw new Error("nobody");
    const id = await requested(puppets);
    const ip = elsewhere();
    expect((await decide(first, id, "approve", ip)).counted).toBe(true);
    await closeForGood(t, first);
    expect((await decide(second, id, "approve", ip)).counted).toBe(false);
  });

  it("counts a vote that is tied only to one that doesn't count", async () => {
    const id = await requested([old(4), old(5), old(6)]);
    const [ip, other] = [elsewhere(), elsewhere()];
    expect((await decide(old(4), id, "approve", ip)).counted).toBe(true);
    await note(old(6), wallet("chain"));
    await note(old(5), wallet("chain"));
    expect((await decide(old(5), id, "approve", ip)).counted).toBe(false);
    expect((await decide(old(6), id, "approve", other)).counted).toBe(true);
  });

  it("counts every vote while nobody has to be established", async () => {
    const set = (value: number, previous: number) =>
      t.database.ownerDb
        .insertInto("parameter_changes")
        .values({ name: "establishedPoints", value, previous, reason: "for this test", created_at: t.services.now() })
        .execute();
    await set(0, 50);
    const id = await requested([old(4), old(5)]);
    const ip = elsewhere();
    expect((await decide(old(4), id, "approve", ip)).counted).toBe(true);
    expect((await decide(old(5), id, "approve", ip)).counted).toBe(true);
    await set(50, 0);
  });
});

describe("traces", () => {
  const tracesOf = async ({ id }: TestMember) => {
    const { rows } = await sql<{ kind: string; trace: string }>`
      select kind, trace from account_traces where user_id = ${id} order by seen_at, kind`.execute(t.database.ownerDb);
    return rows;
  };

  it("are kept for 90 days, in the export of their member, without an address in the clear", async () => {
    const member = await t.member("traced");
    ok(await call(t, "POST", "/profile", { as: member, headers: from("203.0.113.200"), body: { bio: "Hello" } }));
    const [trace] = await tracesOf(member);
    expect(trace).toEqual({ kind: "network", trace: expect.stringMatching(/^[\w-]{22}$/) });
    const exported = await call(t, "GET", "/profile/export", { as: member });
    expect(exported.body).toContain(trace?.trace);
    await removeOldTraces(t.database.db, new Date(t.services.now().getTime() + 89 * DAY_MS));
    expect(await tracesOf(member)).toHaveLength(1);
    await removeOldTraces(t.database.db, new Date(t.services.now().getTime() + 91 * DAY_MS));
    expect(await tracesOf(member)).toEqual([]);
  });

  it("take the marks of networks and wallets along that nobody has used for 90 days, and no others", async () => {
    const now = t.services.now();
    const member = await t.member("payer");
    const marks: Trace[] = [
      { kind: "network", value: "a-marked-network-of-old" },
      wallet("oldMark"),
      wallet("recentMark"),
      wallet("usedMark"),
    ];
    for (const { kind, value } of marks) {
      const created_at = new Date(now.getTime() - (value.startsWith("recent") ? 89 : 91) * DAY_MS);
      const mark = { kind, trace: value, reason: "An exchange", marked_by: member.id, created_at };
      await t.database.ownerDb.insertInto("public_traces").values(mark).execute();
    }
    await note(member, wallet("usedMark"), new Date(now.getTime() - 89 * DAY_MS));
    await removeOldTraces(t.database.db, now);
    const left = await t.database.ownerDb.selectFrom("public_traces").select("trace").orderBy("trace").execute();
    const kept = [wallet("recentMark").value, wallet("usedMark").value];
    expect(left.map(({ trace }) => trace).filter((trace) => marks.some(({ value }) => value === trace))).toEqual(kept);
  });

  it("tie a giver of points to their receiver, who isn't trusted for them", async () => {
    t.travel(31 * DAY_MS);
    const [receiver, ip] = [await t.member("receiver"), elsewhere()];
    const postId = await world.place(2);
    ok(await call(t, "POST", `/posts/${postId}/answers`, { as: receiver, body: { content: "So" }, headers: from(ip) }));
    const id = await answer(t, receiver, postId);
    await cast(old(4), postId, id, { ip });
    await cast(old(5), postId, id);
    const row = await t.database.ownerDb
      .selectFrom("users")
      .select("trusted_points")
      .where("id", "=", receiver.id)
      .executeTakeFirstOrThrow();
    expect(row.trusted_points).toBe(5);
  });
});

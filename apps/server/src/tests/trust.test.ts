import { DAY_MS, TRUST_CODES, TRUST_LIMITS, type TrustKind } from "@bbux/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTag, createTestApp, type TestApp, type TestMember } from "../testing.ts";
import { flag, thing } from "./moderation.support.ts";
import { ask, call, ok, type Response, refused, tally } from "./support.ts";
import { image, sendMedia } from "./uploads.support.ts";

// How much members may do, by trust level (docs/adr/0043).

let t: TestApp;
/** The same without limits, for sign-ups. */
let open: TestApp;
let author: TestMember;
let postId: string;
beforeAll(async () => {
  const env = { EMAIL_VERIFICATION: "on", SMTP_URL: "smtp://127.0.0.1:1" };
  t = await createTestApp({ env: { ...env, RATE_LIMITS: "on" } });
  open = await createTestApp({ env, database: t.database });
  await createTag(t.database, "money");
  author = await open.member("author");
  postId = await ask(t, author);
});
afterAll(async () => {
  await open.close();
  await t.close();
});

let count = 0;
const verified = () => open.member(`verified${++count}`);
const update = (member: TestMember, facts: Record<string, unknown>) =>
  t.database.ownerDb.updateTable("users").set(facts).where("id", "=", member.id).execute();
const established = async () => {
  const member = await verified();
  await update(member, { trusted_points: 50, created_at: new Date(Date.now() - 30 * DAY_MS) });
  return member;
};
/** Leaves a member with `left` of a kind for today. */
const spend = (member: TestMember, kind: TrustKind, left: number, level: "verified" | "established" = "verified") =>
  t.database.ownerDb
    .insertInto("trust_uses")
    .values({
      user_id: member.id,
      kind,
      day_start: t.services.now(),
      day_used: TRUST_LIMITS[level][kind].day - left,
      minute_start: new Date(t.services.now().getTime() - 60_000),
      minute_used: 0,
    })
    .execute();
const post = (as: TestMember, body: object = {}) =>
  call(t, "POST", "/posts", { as, body: { title: "How?", content: "Tell me", tags: ["money"], ...body } });
const comment = (as: TestMember, content = "Hm") =>
  call(t, "POST", `/posts/${postId}/comments`, { as, body: { content } });
const answer = (as: TestMember, content = "So") =>
  call(t, "POST", `/posts/${postId}/answers`, { as, body: { content } });
const voteOn = (as: TestMember, value: number, path = `/posts/${postId}`) =>
  call(t, "POST", `${path}/vote`, { as, body: { value } });
const say = (as: TestMember, content = "Hello") =>
  call(t, "POST", "/chat/global-chat/messages", { as, body: { content } });
const proposeTag = async (as: TestMember) => {
  await update(as, { reputation_points: 50 });
  const body = { name: `of ${as.username}`, description: "What it's about", reason: "No tag fits" };
  return call(t, "POST", "/tags/proposals", { as, body });
};
const trust = async (as: TestMember) => ok(await call(t, "GET", "/profile/trust", { as }));
const leftOf = async (as: TestMember, kind: TrustKind): Promise<number> =>
  (await trust(as)).allowances.find((one: { kind: string }) => one.kind === kind).left;

describe("a new account", () => {
  it("can't publish 120 long posts at once: not even a few a minute, and nothing is stored of the others", {
    tags: "proof",
  }, async () => {
    const ada = await verified();
    const body = { content: "x".repeat(30_000), codeBlocks: [{ language: "typescript", code: "y".repeat(20_000) }] };
    const responses = await Promise.all(Array.from({ length: 120 }, () => post(ada, body)));
    expect(tally(responses)).toEqual({ 200: 3, 429: 117 });
    const { details, error } = refused(
      responses.find(({ statusCode }) => statusCode === 429) as Response,
      429,
      "POST_LIMIT",
    );
    expect(details).toMatchObject({ limit: 3, window: "minute", level: "verified", liftedBy: "established" });
    expect(error).toMatch(/^You can ask three questions a minute\. Try again in \d+ seconds\./);
    const stored = t.database.db.selectFrom("posts").select("id").where("author_id", "=", ada.id);
    expect(await stored.execute()).toHaveLength(3);
    expect(await leftOf(ada, "posts")).toBe(TRUST_LIMITS.verified.posts.day - 3);
  });

  it("can't go on in the next minutes: the day has a limit, too, which ends after 24 hours", async () => {
    const ada = await verified();
    await spend(ada, "posts", 1);
    ok(await post(ada));
    const refusal = await post(ada);
    expect(refused(refusal, 429, "POST_LIMIT").error).toContain(
      "You can ask 10 questions a day. Try again in 24 hours.",
    );
    expect(Number(refusal.headers["retry-after"])).toBeGreaterThan(86_000);
    t.travel(DAY_MS);
    ok(await post(ada));
    expect(await leftOf(ada, "posts")).toBe(TRUST_LIMITS.verified.posts.day - 1);
  });

  it("can't upload gigabytes a day, by single files or many at the same time", async () => {
    const [eve, origin] = [await verified(), await t.listen()];
    const file = await image("png");
    const most = TRUST_LIMITS.verified.uploads.day;
    const row = { owner_id: eve.id, kind: "VIDEO", created_at: t.services.now() };
    await t.database.ownerDb
      .insertInto("uploads")
      .values({ ...row, key: `${"e".repeat(22)}.mp4`, bytes: most - file.length * 2 })
      .execute();
    const sent = await Promise.all(Array.from({ length: 6 }, () => sendMedia(origin, eve, file)));
    const stored = t.database.db.selectFrom("uploads").select("bytes").where("owner_id", "=", eve.id);
    const total = (await stored.execute()).reduce((sum, { bytes }) => sum + Number(bytes), 0);
    expect(total).toBeLessThanOrEqual(most);
    const refusals = sent.filter(({ status }) => status !== 200);
    expect(refusals.length).toBeGreaterThan(0);
    for (const { status, body, headers } of refusals) {
      expect([status, body.code]).toEqual([429, "UPLOAD_LIMIT"]);
      expect(Number(headers.get("retry-after"))).toBeGreaterThan(80_000);
    }
    expect(refusals[0]?.body.error).toMatch(/^You can upload 300 MB a day\. Try again in 24 hours\./);
    const until = new Date(row.created_at.getTime() + DAY_MS).toISOString();
    expect(refusals[0]?.body.details).toMatchObject({ until, liftedBy: "established" });
    const elder = await established();
    const theirs = { ...row, owner_id: elder.id, key: `${"f".repeat(22)}.mp4`, bytes: most };
    await t.database.ownerDb.insertInto("uploads").values(theirs).execute();
    expect((await sendMedia(origin, elder, file)).status).toBe(200);
  });
});

describe("each kind", () => {
  const long = "z".repeat(1_000);
  const cases: [TrustKind, number, (as: TestMember) => Promise<Response>][] = [
    ["posts", 1, (as) => post(as)],
    ["answers", 1, (as) => answer(as)],
    ["comments", 1, (as) => comment(as)],
    ["votes", 1, (as) => voteOn(as, 1)],
    ["flags", 1, (as) => flag(t, as, thing("post", postId))],
    ["links", 2, (as) => comment(as, "https://one.example and www.two.example")],
    ["mentions", 1, (as) => comment(as, "@author, see")],
    ["characters", 1_000, (as) => comment(as, long)],
    ["messages", 1, (as) => say(as)],
    ["tags", 1, (as) => proposeTag(as)],
  ];
  it.each(cases)("%s: the last one is taken, the next refused with a code of its own", async (kind, amount, act) => {
    const [last, none, elder] = [await verified(), await verified(), await established()];
    await spend(last, kind, amount);
    await spend(none, kind, amount - 1);
    await spend(elder, kind, amount - 1);
    ok(await act(last));
    expect(await leftOf(last, kind)).toBe(0);
    const { details } = refused(await act(none), 429, TRUST_CODES[kind]);
    expect(details).toMatchObject({ level: "verified", liftedBy: "established", until: expect.any(String) });
    // The higher level lifts it.
    ok(await act(elder));
  });

  it("counts what an edit writes and adds, and not what was there before", async () => {
    const ada = await verified();
    const text = "https://one.example @author";
    const id = ok(await answer(ada, text)).answer.id;
    const edit = (content: string) => call(t, "PUT", `/posts/${postId}/answers/${id}`, { as: ada, body: { content } });
    const before = [await leftOf(ada, "links"), await leftOf(ada, "mentions"), await leftOf(ada, "characters")];
    ok(await edit(`${text} https://two.example`));
    const after = [await leftOf(ada, "links"), await leftOf(ada, "mentions"), await leftOf(ada, "characters")];
    expect(before.map((left, nth) => left - (after[nth] ?? 0))).toEqual([1, 0, 47]);
    await t.database.ownerDb
      .updateTable("trust_uses")
      .set({ day_used: TRUST_LIMITS.verified.characters.day - 10 })
      .where("user_id", "=", ada.id)
      .where("kind", "=", "characters")
      .execute();
    refused(await edit("Quite another text"), 429, "TEXT_LIMIT");
    ok(await edit("Short"));
  });

  it("limits votes at the same time, counts no repeated vote, and lets votes be taken back", async () => {
    const ada = await verified();
    await spend(ada, "votes", 2);
    const others = await Promise.all(Array.from({ length: 4 }, async () => ok(await comment(author)).comment.id));
    const path = (id: string) => `/posts/${postId}/comments/${id}`;
    expect(tally(await Promise.all(others.map((id) => voteOn(ada, 1, path(id)))))).toEqual({ 200: 2, 429: 2 });
    const { rows } = await votesOf(ada);
    expect(rows).toHaveLength(2);
    const [cast = ""] = rows;
    ok(await voteOn(ada, 1, path(cast)));
    ok(await voteOn(ada, 0, path(cast)));
  });

  it("counts nothing that is refused otherwise", async () => {
    const ada = await verified();
    const before = await leftOf(ada, "posts");
    expect((await post(ada, { tags: ["no such tag"] })).statusCode).toBe(422);
    expect((await post(ada, { bountyAmount: 1 })).json().code).toBe("INSUFFICIENT_BALANCE");
    expect(await leftOf(ada, "posts")).toBe(before);
  });
});

async function votesOf({ id }: TestMember): Promise<{ rows: string[] }> {
  const rows = await t.database.db.selectFrom("votes").select("target_id").where("voter_id", "=", id).execute();
  return { rows: rows.map(({ target_id }) => target_id) };
}

describe("members see", () => {
  it("their level and what the next one takes", async () => {
    const ada = await verified();
    const joined = t.services.now();
    const soon = new Date(joined.getTime() + 7 * DAY_MS);
    await update(ada, { created_at: joined, trusted_points: 12 });
    const next = { level: "established", confirmEmail: false, points: 12, pointsNeeded: 50 };
    expect(await trust(ada)).toMatchObject({
      level: "verified",
      isLimited: true,
      next: { ...next, oldEnoughAt: soon.toISOString() },
    });
    const unconfirmed = await open.member(`new${++count}`, { verified: false });
    expect(await trust(unconfirmed)).toMatchObject({ level: "new", next: { level: "verified", confirmEmail: true } });
    expect(await trust(await established())).toMatchObject({ level: "established", next: null });
    await update(ada, { role: "moderator" });
    expect(await trust(ada)).toMatchObject({ level: "staff", next: null });
  });

  it("no limits where the operator has turned them off", async () => {
    const ada = await verified();
    await spend(ada, "posts", 0);
    ok(await call(open, "POST", "/posts", { as: ada, body: { title: "How?", content: "Tell me", tags: ["money"] } }));
    expect(ok(await call(open, "GET", "/profile/trust", { as: ada })).isLimited).toBe(false);
    refused(await post(ada), 429, "POST_LIMIT");
  });
});

import { createPasswordReset, removeExpired, tellOfWrongCodes } from "@bbux/api";
import { SECOND_FACTOR } from "@bbux/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApp, TEST_PASSWORD, type TestApp, type TestMember } from "../../testing.ts";
import { codeOf, enroll, wrongCode } from "../second-factor.support.ts";
import { dueSecurityMails } from "../security-mails.support.ts";
import { call, ok, refused } from "../support.ts";

// Guessing codes of a second factor with patience.

const NEXT = "the owner's next password";
let t: TestApp;
let count = 0;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

const fresh = () => t.member(`guessed${count++}`);
const post = (path: string, body: object, as?: TestMember) => call(t, "POST", path, { body, ...(as && { as }) });
const kindsOf = async (as: TestMember) =>
  (ok(await call(t, "GET", "/auth/security-events", { as })).events as { kind: string }[]).map(({ kind }) => kind);
const reset = async ({ email }: TestMember, newPassword: string) => {
  const made = await createPasswordReset(t.database.db, email, t.services.now());
  ok(await post("/auth/reset-password", { token: made?.token, newPassword }));
};

describe("someone who guesses codes", () => {
  const { told, most, days } = SECOND_FACTOR.wrongCodes;
  /** Counts as a wrong code, and can't be one of an app. */
  const WRONG = "wrong-code";
  const signIn = (member: TestMember, code: string, from = "192.0.2.1", more: object = {}, cookie?: string) =>
    t.app.inject({
      method: "POST",
      url: "/api/auth/login",
      remoteAddress: from,
      payload: { email: member.email, password: TEST_PASSWORD, code, ...more },
      ...(cookie !== undefined && { headers: { cookie } }),
    });
  const guess = async (member: TestMember, times: number, from?: string) => {
    for (let n = 0; n < times; n++) refused(await signIn(member, WRONG, from), 401, "SECOND_FACTOR_WRONG");
  };
  /** Does what is queued. @returns how often the member was to be told */
  const work = async (member: TestMember) => {
    const queued = t.jobs.splice(0).filter(({ name }) => name === "wrong-codes");
    for (const _ of queued) await tellOfWrongCodes(t.services, { userId: member.id });
    return queued.length;
  };
  const guarded = async () => {
    const member = await fresh();
    return { member, ...(await enroll(t, member)) };
  };

  it("causes an email to the owner after five, without a link that anyone but the owner could use, and once a day", async () => {
    const { member } = await guarded();
    await guess(member, told - 1);
    expect(await work(member)).toBe(0);
    await guess(member, 1);
    expect(await work(member)).toBe(1);
    await guess(member, 1, "198.51.100.1");
    await work(member);
    expect(await kindsOf(member)).toEqual(["wrong_codes", "factor_added"]);
    const mail = (await dueSecurityMails(t)).find(
      ({ to, subject }) => to === member.email && subject.includes("codes"),
    );
    expect(mail?.text).toContain("https://bbux.example/forgot-password");
    expect(mail?.text).not.toMatch(/token=/);
  });

  it("isn't forgotten because the owner signs in elsewhere, while typing errors before a right code are", async () => {
    const { member, recoveryCodes } = await guarded();
    await guess(member, told - 1);
    ok(await signIn(member, recoveryCodes[0] ?? "", "203.0.113.1"));
    await guess(member, 1);
    expect(await work(member)).toBe(1);
    const { member: other, recoveryCodes: codes } = await guarded();
    for (let n = 0; n < 3; n++) {
      await guess(other, 2);
      ok(await signIn(other, codes[n] ?? ""));
    }
    expect(await work(other)).toBe(0);
  });

  it("also by a step-up, and whatever came before the code", async () => {
    const { member } = await guarded();
    for (let n = 0; n < told; n++)
      refused(await post("/auth/step-up", { code: WRONG }, member), 401, "SECOND_FACTOR_WRONG");
    expect(await work(member)).toBe(1);
  });

  it("isn't someone whose right code is refused for another reason", async () => {
    const { member, secret } = await guarded();
    const { ownerDb } = t.database;
    await sql`update users set closes_at = clock_timestamp() + interval '1 day' where id = ${member.id}`.execute(
      ownerDb,
    );
    refused(await signIn(member, codeOf(secret)), 403, "ACCOUNT_CLOSING");
    const { rows } = await sql`select from code_attempts where user_id = ${member.id}`.execute(ownerDb);
    expect(rows).toEqual([]);
  });

  it("gets 30 guesses in 30 days, also at once: too few to be right in one of a hundred years, and the owner still gets in", async () => {
    const { member, secret, recoveryCodes } = await guarded();
    const known = await signIn(member, recoveryCodes[0] ?? "", "192.0.2.9");
    const device = known.cookies.find(({ name }) => name === "bbux_device")?.value ?? "";
    const right = () => signIn(member, codeOf(secret), "203.0.113.1");
    const wrong = wrongCode(secret);
    const guesses = await Promise.all(Array.from({ length: most + 5 }, (_, n) => signIn(member, wrong, `10.1.${n}.1`)));
    const codes = guesses.map((response) => response.json().code);
    expect(codes.filter((code) => code === "SECOND_FACTOR_WRONG")).toHaveLength(most);
    expect(codes.filter((code) => code === "SECOND_FACTOR_LOCKED")).toHaveLength(5);
    refused(await right(), 401, "SECOND_FACTOR_LOCKED");
    // Three codes are right at any time, and new passwords by mail double the guesses.
    expect((2 * most * (365 / days) * 3) / 1_000_000).toBeLessThan(0.01);
    // With a recovery code from anywhere, and from a browser of the owner's own.
    ok(await signIn(member, recoveryCodes[1] ?? "", "203.0.113.1"));
    ok(await signIn(member, codeOf(secret), "203.0.113.1", {}, `bbux_device=${encodeURIComponent(device)}`));
    await sql`update code_attempts set created_at = created_at - make_interval(days => ${days}) where user_id = ${member.id}`.execute(
      t.database.ownerDb,
    );
    refused(await signIn(member, wrong, "203.0.113.1"), 401, "SECOND_FACTOR_WRONG");
    await removeExpired(t.database.db, t.services.now());
    const left = t.database.db.selectFrom("code_attempts").select("state").where("user_id", "=", member.id);
    expect(await left.execute()).toEqual([{ state: "wrong" }]);
  });

  it("gets no more than 60 guesses from any number of browsers that signed in before the owner added the app", async () => {
    const { member, secret, recoveryCodes } = await guarded();
    const known = await signIn(member, recoveryCodes[0] ?? "", "192.0.2.9");
    const device = known.cookies.find(({ name }) => name === "bbux_device")?.value ?? "";
    await sql`
      insert into code_attempts (user_id, from_hash, is_own)
      select ${member.id}, sha256(n::text::bytea), true from generate_series(1, ${2 * most}::int) as n`.execute(
      t.database.ownerDb,
    );
    const own = signIn(member, codeOf(secret), "203.0.113.1", {}, `bbux_device=${encodeURIComponent(device)}`);
    refused(await own, 401, "SECOND_FACTOR_LOCKED");
    // From elsewhere nothing is spent.
    ok(await signIn(member, codeOf(secret), "203.0.113.1"));
  });

  it("is out once the owner has set a new password, which doesn't buy someone with the mailbox guesses without end", async () => {
    const { member, secret } = await guarded();
    const wrong = wrongCode(secret);
    const lock = async (password: string) => {
      const more = { password };
      for (let n = 0; n < most; n++)
        refused(await signIn(member, wrong, "192.0.2.1", more), 401, "SECOND_FACTOR_WRONG");
      refused(await signIn(member, wrong, "192.0.2.1", more), 401, "SECOND_FACTOR_LOCKED");
    };
    await lock(TEST_PASSWORD);
    await reset(member, NEXT);
    await lock(NEXT);
    await reset(member, `${NEXT} again`);
    refused(await signIn(member, wrong, "192.0.2.1", { password: `${NEXT} again` }), 401, "SECOND_FACTOR_LOCKED");
  });

  it("can't lock the owner out without the password", async () => {
    const { member, secret } = await guarded();
    for (let n = 0; n < most + 1; n++) {
      refused(await signIn(member, WRONG, "192.0.2.1", { password: "a wrong guess" }), 401, "INVALID_CREDENTIALS");
    }
    ok(await signIn(member, codeOf(secret)));
  });
});

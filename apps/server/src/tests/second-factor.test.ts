import { createPasswordReset } from "@bbux/api";
import { RATE_LIMITS } from "@bbux/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApp, TEST_PASSWORD, type TestApp, type TestMember } from "../testing.ts";
import { ageProofs, codeOf, enroll } from "./second-factor.support.ts";
import { call, ok, refused, tally } from "./support.ts";

let t: TestApp;
let count = 0;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

const fresh = () => t.member(`factor${count++}`);
const signIn = (member: TestMember, more: object = {}) =>
  call(t, "POST", "/auth/login", { body: { email: member.email, password: TEST_PASSWORD, ...more } });
const listed = async (member: TestMember) => ok(await call(t, "GET", "/auth/factors", { as: member }));

describe("signing in with an authenticator app", () => {
  it("takes the password and a code, and returns what it returned without one", async () => {
    const member = await fresh();
    const { secret } = await enroll(t, member);
    expect(refused(await signIn(member), 401, "SECOND_FACTOR_REQUIRED").details).toEqual({
      proofs: ["totp", "recovery_code"],
    });
    refused(await signIn(member, { code: codeOf(secret, 40) }), 401, "SECOND_FACTOR_WRONG");
    const body = ok(await signIn(member, { code: codeOf(secret) }));
    expect(Object.keys(body).sort()).toEqual(["refreshToken", "success", "token", "user"]);
  });

  it("answers a wrong password exactly as for a member without a factor, whatever the code", async () => {
    const [plain, guarded] = [await fresh(), await fresh()];
    const { secret } = await enroll(t, guarded);
    const password = "not the password";
    const answers = [
      await signIn(plain, { password }),
      await signIn(guarded, { password }),
      await signIn(guarded, { password, code: codeOf(secret) }),
      await signIn(guarded, { password, code: "000000" }),
    ];
    for (const answer of answers) refused(answer, 401, "INVALID_CREDENTIALS");
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
  });

  it("takes a code once, even of two sign-ins at the same time, and none of an earlier step than one that was used", async () => {
    const member = await fresh();
    const { secret } = await enroll(t, member);
    const code = codeOf(secret);
    const both = await Promise.all([signIn(member, { code }), signIn(member, { code })]);
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401]);
    refused(await signIn(member, { code }), 401, "SECOND_FACTOR_WRONG");
    refused(await signIn(member, { code: codeOf(secret, -1) }), 401, "SECOND_FACTOR_WRONG");
  });

  it("takes each recovery code once, however it is typed, and none of before they were renewed", async () => {
    const member = await fresh();
    const { recoveryCodes } = await enroll(t, member);
    expect(new Set(recoveryCodes).size).toBe(10);
    const [first = "", second = ""] = recoveryCodes;
    ok(await signIn(member, { code: first.toUpperCase().replaceAll("-", " ") }));
    refused(await signIn(member, { code: first }), 401, "SECOND_FACTOR_WRONG");
    expect((await listed(member)).recoveryCodesLeft).toBe(9);
    const { recoveryCodes: renewed } = ok(await call(t, "POST", "/auth/recovery-codes", { as: member }));
    refused(await signIn(member, { code: second }), 401, "SECOND_FACTOR_WRONG");
    ok(await signIn(member, { code: renewed[0] }));
  });

  it("takes a recovery code once, even of sign-ins and step-ups at the same time", async () => {
    const member = await fresh();
    const { recoveryCodes } = await enroll(t, member);
    const [code = ""] = recoveryCodes;
    const stepUp = () => call(t, "POST", "/auth/step-up", { as: member, body: { code } });
    const uses = await Promise.all([signIn(member, { code }), stepUp(), signIn(member, { code }), stepUp()]);
    expect(tally(uses)).toEqual({ 200: 1, 401: 3 });
    expect((await listed(member)).recoveryCodesLeft).toBe(9);
  });

  it("still takes a code after the password was reset by mail", async () => {
    const member = await fresh();
    const { secret } = await enroll(t, member);
    const reset = await createPasswordReset(t.database.db, member.email, new Date());
    const password = "another horse battery";
    ok(await call(t, "POST", "/auth/reset-password", { body: { token: reset?.token, newPassword: password } }));
    refused(await signIn(member, { password }), 401, "SECOND_FACTOR_REQUIRED");
    ok(await signIn(member, { password, code: codeOf(secret) }));
  });

  it("stores neither the secret nor a recovery code readably", async () => {
    const member = await fresh();
    const { secret, recoveryCodes } = await enroll(t, member);
    const { ownerDb } = t.database;
    const row = await ownerDb.selectFrom("factors").selectAll().where("user_id", "=", member.id).executeTakeFirst();
    expect(row?.secret?.toString("latin1")).not.toContain(secret);
    expect(t.services.vault.open(row?.secret ?? Buffer.alloc(0), `totp ${member.id} ${row?.id}`)).toBe(secret);
    expect(t.services.vault.open(row?.secret ?? Buffer.alloc(0), `totp 1 ${row?.id}`)).toBeNull();
    const stored = await ownerDb.selectFrom("recovery_codes").selectAll().where("user_id", "=", member.id).execute();
    expect(JSON.stringify(stored)).not.toContain(recoveryCodes[0]?.replaceAll("-", ""));
  });
});

describe("an authenticator app", () => {
  it("counts only once a code has confirmed it, and there is one at a time", async () => {
    const member = await fresh();
    const begin = () => call(t, "POST", "/auth/factors/totp", { as: member });
    const confirm = (code: string) => call(t, "POST", "/auth/factors/totp/confirm", { as: member, body: { code } });
    refused(await confirm("123456"), 409, "NO_SECOND_FACTOR");
    const { secret: earlier } = ok(await begin());
    const { secret, uri } = ok(await begin());
    expect(uri).toContain(`secret=${secret}`);
    ok(await signIn(member));
    refused(await confirm(codeOf(earlier)), 401, "SECOND_FACTOR_WRONG");
    ok(await confirm(codeOf(secret)));
    refused(await begin(), 409, "SECOND_FACTOR_EXISTS");
    expect((await listed(member)).factors).toHaveLength(1);
  });

  it("is removed with its recovery codes, by its member alone", async () => {
    const [member, other] = [await fresh(), await fresh()];
    await enroll(t, member);
    const { id } = (await listed(member)).factors[0];
    refused(await call(t, "DELETE", `/auth/factors/${id}`, { as: other }), 404, "NOT_FOUND");
    ok(await call(t, "DELETE", `/auth/factors/${id}`, { as: member }));
    expect(await listed(member)).toMatchObject({ factors: [], recoveryCodesLeft: 0 });
    ok(await signIn(member));
  });

  it("is set up, removed and given new codes only with a fresh proof", async () => {
    const [member, guarded] = [await fresh(), await fresh()];
    await enroll(t, guarded);
    const { id } = (await listed(guarded)).factors[0];
    for (const one of [member, guarded]) await ageProofs(t, one);
    const calls = [
      await call(t, "POST", "/auth/factors/totp", { as: member }),
      await call(t, "POST", "/auth/factors/totp/confirm", { as: member, body: { code: "123456" } }),
      await call(t, "DELETE", `/auth/factors/${id}`, { as: guarded }),
      await call(t, "POST", "/auth/recovery-codes", { as: guarded }),
    ];
    for (const answer of calls) refused(answer, 403, "STEP_UP_REQUIRED");
  });
});

it("wrong codes are limited by member, from wherever they come, but not for the member's own browser and session", async () => {
  const limited = await createTestApp({ env: { RATE_LIMITS: "on" } });
  try {
    const member = await limited.member("guessed");
    const { secret, recoveryCodes } = await enroll(limited, member);
    const signInFrom = (nth: number, code?: string, cookie?: string) =>
      limited.app.inject({
        method: "POST",
        url: "/api/auth/login",
        payload: { email: member.email, password: TEST_PASSWORD, code },
        headers: cookie === undefined ? {} : { cookie },
        remoteAddress: `10.9.${nth}.1`,
      });
    const known = await signInFrom(0, codeOf(secret));
    ok(known);
    const device = known.cookies.find(({ name }) => name === "bbux_device")?.value ?? "";
    for (let nth = 1; nth <= 10; nth++) refused(await signInFrom(nth, codeOf(secret, 40)), 401, "SECOND_FACTOR_WRONG");
    refused(await signInFrom(11, recoveryCodes[0]), 429, "RATE_LIMITED");
    ok(await signInFrom(12, recoveryCodes[0], `bbux_device=${encodeURIComponent(device)}`));
    ok(await call(limited, "POST", "/auth/step-up", { as: member, body: { code: recoveryCodes[1] } }));
  } finally {
    await limited.close();
  }
});

it("a right password that still needs a code doesn't count as a failed sign-in", async () => {
  const limited = await createTestApp({ env: { RATE_LIMITS: "on" } });
  try {
    const member = await limited.member("forgetful");
    const { secret } = await enroll(limited, member);
    const signInWith = (more: object) =>
      call(limited, "POST", "/auth/login", { body: { email: member.email, password: TEST_PASSWORD, ...more } });
    for (let nth = 0; nth < RATE_LIMITS.signIn.minute + 1; nth++) {
      refused(await signInWith({}), 401, "SECOND_FACTOR_REQUIRED");
    }
    ok(await signInWith({ code: codeOf(secret) }));
  } finally {
    await limited.close();
  }
});

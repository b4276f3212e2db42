import { generateKeyPairSync } from "node:crypto";
import { LIMITS } from "@bbux/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApp, TEST_PASSWORD, type TestApp, type TestMember } from "../testing.ts";
import { addPasskey, optionsToAdd, optionsToUse, Passkey } from "./passkeys.support.ts";
import { ageProofs, enroll } from "./second-factor.support.ts";
import { call, ok, refused, tally } from "./support.ts";

let t: TestApp;
let count = 0;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

const fresh = () => t.member(`passkey${count++}`);
const signIn = (passkey: object) => call(t, "POST", "/auth/passkey/login", { body: { passkey } });
const add = (as: TestMember, passkey: object, name = "Phone") =>
  call(t, "POST", "/auth/factors/passkeys", { as, body: { name, passkey } });

describe("a passkey", () => {
  it("signs in without a password or a code, and its session may do what needs a fresh proof", async () => {
    const member = await fresh();
    const { passkey } = await addPasskey(t, member);
    const body = ok(await signIn(passkey.use(await optionsToUse(t))));
    expect(Object.keys(body).sort()).toEqual(["refreshToken", "success", "token", "user"]);
    expect(body.user.username).toBe(member.username);
    await optionsToAdd(t, { ...member, headers: { authorization: `Bearer ${body.token}` } });
    const { factors } = ok(await call(t, "GET", "/auth/factors", { as: member }));
    expect(factors).toMatchObject([{ kind: "passkey", name: "Laptop", lastUsedAt: expect.any(String) }]);
  });

  it("makes the password alone worthless, next to which a recovery code of the first one counts", async () => {
    const member = await fresh();
    const { recoveryCodes } = await addPasskey(t, member);
    expect(recoveryCodes).toHaveLength(10);
    expect((await addPasskey(t, member)).recoveryCodes).toEqual([]);
    const login = (more: object = {}) =>
      call(t, "POST", "/auth/login", { body: { email: member.email, password: TEST_PASSWORD, ...more } });
    const { details } = refused(await login(), 401, "SECOND_FACTOR_REQUIRED");
    expect(details).toEqual({ proofs: ["passkey", "recovery_code"] });
    ok(await login({ code: recoveryCodes[0] }));
  });

  it("proves again who its member is, and nobody else", async () => {
    const [member, other] = [await fresh(), await fresh()];
    const [own, others] = [await addPasskey(t, member), await addPasskey(t, other)];
    await ageProofs(t, member);
    const begin = () => call(t, "POST", "/auth/factors/passkeys/options", { as: member });
    const stepUp = async ({ passkey }: { passkey: Passkey }) =>
      call(t, "POST", "/auth/step-up", { as: member, body: { passkey: passkey.use(await optionsToUse(t)) } });
    expect(refused(await begin(), 403, "STEP_UP_REQUIRED").details).toEqual({ proofs: ["passkey", "recovery_code"] });
    refused(await stepUp(others), 401, "PASSKEY_REFUSED");
    refused(await begin(), 403, "STEP_UP_REQUIRED");
    ok(await stepUp(own));
    ok(await begin());
  });

  it("that was removed no longer signs in", async () => {
    const member = await fresh();
    const { passkey } = await addPasskey(t, member);
    const { factors } = ok(await call(t, "GET", "/auth/factors", { as: member }));
    ok(await call(t, "DELETE", `/auth/factors/${factors[0].id}`, { as: member }));
    refused(await signIn(passkey.use(await optionsToUse(t))), 401, "PASSKEY_REFUSED");
  });

  it("can be joined by an authenticator app, which then counts as well", async () => {
    const member = await fresh();
    await addPasskey(t, member);
    expect((await enroll(t, member)).recoveryCodes).toEqual([]);
    const login = await call(t, "POST", "/auth/login", { body: { email: member.email, password: TEST_PASSWORD } });
    const { details } = refused(login, 401, "SECOND_FACTOR_REQUIRED");
    expect(details).toEqual({ proofs: ["passkey", "totp", "recovery_code"] });
  });
});

describe("a use of a passkey is refused", () => {
  let passkey: Passkey;
  beforeAll(async () => {
    ({ passkey } = await addPasskey(t, await fresh()));
  });

  it("a second time, also of two at the same time", async () => {
    const overheard = passkey.use(await optionsToUse(t));
    expect(tally(await Promise.all([signIn(overheard), signIn(overheard)]))).toEqual({ 200: 1, 401: 1 });
    refused(await signIn(overheard), 401, "PASSKEY_REFUSED");
  });

  it("with a counter that doesn't grow, as a copy of the passkey would have", async () => {
    ok(await signIn(passkey.use(await optionsToUse(t), { counter: 50 })));
    refused(await signIn(passkey.use(await optionsToUse(t), { counter: 50 })), 401, "PASSKEY_REFUSED");
    ok(await signIn(passkey.use(await optionsToUse(t), { counter: 51 })));
  });

  it.each([
    ["on another site", { origin: "https://bbux.evil.example" }],
    ["for another host", { host: "evil.example" }],
    ["without a fingerprint or PIN", { isVerified: false }],
    ["signed with another key", { key: generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey }],
  ])("%s", async (_, how) => {
    refused(
      await signIn(passkey.use(await optionsToUse(t), { counter: 100 + count++, ...how })),
      401,
      "PASSKEY_REFUSED",
    );
  });

  it("with a challenge that was made for something else, or by someone else", async () => {
    const member = await fresh();
    const toAdd = await optionsToAdd(t, member);
    refused(await signIn(passkey.use(toAdd, { counter: 200 })), 401, "PASSKEY_REFUSED");
    const forged = { challenge: Buffer.alloc(80, 7).toString("base64url") };
    refused(await signIn(passkey.use(forged, { counter: 201 })), 401, "PASSKEY_REFUSED");
    refused(await signIn(new Passkey().use(await optionsToUse(t))), 401, "PASSKEY_REFUSED");
  });

  it("more than five minutes after it was asked for", async () => {
    const options = await optionsToUse(t);
    t.travel(5 * 60_000 + 1_000);
    refused(await signIn(passkey.use(options, { counter: 300 })), 401, "PASSKEY_REFUSED");
    t.travel(-5 * 60_000 - 1_000);
  });
});

describe("a new passkey", () => {
  it("is refused with the challenge of another member, of a sign-in, or of a passkey that was added with it", async () => {
    const [member, other] = [await fresh(), await fresh()];
    refused(await add(member, new Passkey().make(await optionsToAdd(t, other))), 401, "PASSKEY_REFUSED");
    refused(await add(member, new Passkey().make(await optionsToUse(t))), 401, "PASSKEY_REFUSED");
    const options = await optionsToAdd(t, member);
    ok(await add(member, new Passkey().make(options)));
    refused(await add(member, new Passkey().make(options)), 401, "PASSKEY_REFUSED");
  });

  it("is refused if it doesn't check who uses it, or was made on another site", async () => {
    const member = await fresh();
    for (const how of [{ isVerified: false }, { origin: "https://evil.example" }, { host: "evil.example" }]) {
      refused(await add(member, new Passkey().make(await optionsToAdd(t, member), how)), 401, "PASSKEY_REFUSED");
    }
  });

  it("belongs to one member, who has at most ten", async () => {
    const [member, other] = [await fresh(), await fresh()];
    const passkey = new Passkey();
    ok(await add(member, passkey.make(await optionsToAdd(t, member))));
    refused(await add(other, passkey.make(await optionsToAdd(t, other))), 409, "PASSKEY_EXISTS");
    for (let nth = 1; nth < LIMITS.passkeys; nth++) await addPasskey(t, member);
    refused(await add(member, new Passkey().make(await optionsToAdd(t, member))), 409, "TOO_MANY_PASSKEYS");
  });
});

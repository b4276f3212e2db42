import { createPasswords } from "@bbux/api";
import { HOUR_MS, RATE_LIMITS } from "@bbux/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApp, TEST_PASSWORD, type TestApp, type TestMember } from "../../testing.ts";
import { enroll } from "../second-factor.support.ts";
import { call, ok, refused, tally } from "../support.ts";
import { joinWithWallet } from "../wallets.support.ts";
import { compare } from "./ratio.ts";

// Guessing passwords from many networks, and finding out who has an account.

const EMAIL = "ada@example.org";
const NETWORKS = 1_000;
const { minute, hour } = RATE_LIMITS.signIn;
const MINUTE_MS = 60_000;

const create = (options: Parameters<typeof createTestApp>[0]) => createTestApp(options);
const send = (t: TestApp, path: string, payload: object, remoteAddress: string, cookie?: string) =>
  t.app.inject({
    method: "POST",
    url: `/api/auth/${path}`,
    payload,
    remoteAddress,
    ...(cookie !== undefined && { headers: { cookie } }),
  });
const signUp = async (t: TestApp) =>
  ok(await send(t, "signup", { email: EMAIL, username: "ada", password: TEST_PASSWORD }, "192.0.2.1"));
const login = (t: TestApp, password: string, from: string, cookie?: string, email = EMAIL) =>
  send(t, "login", { email, password }, from, cookie);

describe("a thousand networks that guess one password", () => {
  let t: TestApp;
  beforeAll(async () => {
    t = await create({ env: { RATE_LIMITS: "on" } });
    await signUp(t);
  });
  afterAll(() => t.close());

  it("have few guesses each in a minute and in an hour, and keep the owner out nowhere", {
    tags: "proof",
  }, async () => {
    const known = await login(t, TEST_PASSWORD, "192.0.2.1");
    const device = known.cookies.find(({ name }) => name === "bbux_device")?.value ?? "";
    const cookie = `bbux_device=${encodeURIComponent(device)}`;
    const guesses = [];
    for (let n = 0; n < NETWORKS; n++)
      guesses.push(await login(t, `guess number ${n}`, `198.${18 + Math.floor(n / 256)}.${n % 256}.7`));
    expect(tally(guesses)).toEqual({ 401: NETWORKS });
    // From as many addresses of one network as they like.
    const fromOne = async (network: string, times: number) => {
      const responses = [];
      for (let n = 0; n < times; n++) responses.push(await login(t, `guess number ${n}`, `${network}.${n + 9}`));
      return tally(responses);
    };
    expect(await fromOne("192.0.2", minute + 5)).toEqual({ 401: minute, 429: 5 });
    for (let guessed = 0; guessed < hour; guessed += minute) {
      expect(await fromOne("198.51.100", minute)).toEqual({ 401: minute });
      t.travel(MINUTE_MS);
    }
    expect(await fromOne("198.51.100", 5)).toEqual({ 429: 5 });
    // From their own network, where the guesses are used up, and from one that the account hasn't been in.
    ok(await login(t, TEST_PASSWORD, "198.51.100.9", cookie));
    ok(await login(t, TEST_PASSWORD, "203.0.113.9"));
    t.travel(HOUR_MS);
    expect(await fromOne("198.51.100", minute + 1)).toEqual({ 401: minute, 429: 1 });
  });

  it("don't become a thousand by what one of them writes into its headers, with a proxy or without", async () => {
    const behind = await create({ env: { RATE_LIMITS: "on", TRUST_PROXY_HOPS: "1" } });
    try {
      await signUp(behind);
      const guess = (app: TestApp, n: number, last: string[]) =>
        app.app.inject({
          method: "POST",
          url: "/api/auth/login",
          payload: { email: EMAIL, password: `guess number ${n}` },
          remoteAddress: "100.64.9.1",
          headers: { "x-forwarded-for": [`198.18.${n}.7`, ...last].join(", "), "x-real-ip": `198.18.${n}.7` },
        });
      for (const [app, proxied] of [
        [t, []],
        [behind, ["203.0.113.50"]],
      ] as const) {
        const guesses = [];
        for (let n = 0; n < minute + 3; n++) guesses.push(await guess(app, n, [...proxied]));
        expect(tally(guesses)).toEqual({ 401: minute, 429: 3 });
      }
      // The proxy itself isn't the network that guesses.
      ok(
        await behind.app.inject({
          method: "POST",
          url: "/api/auth/login",
          payload: { email: EMAIL, password: TEST_PASSWORD },
          remoteAddress: "100.64.9.1",
          headers: { "x-forwarded-for": "203.0.114.50" },
        }),
      );
    } finally {
      await behind.close();
    }
  });

  it("with a stolen session leave the owner's other sessions their tries", async () => {
    const stolen = await t.member("stolen");
    const body = { email: stolen.email, password: TEST_PASSWORD };
    const own = {
      ...stolen,
      headers: { authorization: `Bearer ${ok(await call(t, "POST", "/auth/login", { body })).token}` },
    };
    const stepUp = (as: TestMember, password: string) => call(t, "POST", "/auth/step-up", { as, body: { password } });
    for (let n = 0; n < minute; n++) refused(await stepUp(stolen, "a wrong guess"), 400, "WRONG_PASSWORD");
    refused(await stepUp(stolen, TEST_PASSWORD), 429, "RATE_LIMITED");
    ok(await stepUp(own, TEST_PASSWORD));
    const change = (as: TestMember) =>
      call(t, "POST", "/auth/change-password", {
        as,
        body: { currentPassword: TEST_PASSWORD, newPassword: "the owner's next password" },
      });
    refused(await change(stolen), 429, "RATE_LIMITED");
    ok(await change(own));
  });

  it.each([
    ["password", "PASSWORD_COMMON"],
    ["12345678", "PASSWORD_COMMON"],
    ["aaaaaaaa", "PASSWORD_GUESSABLE"],
    ["iloveyou1", "PASSWORD_COMMON"],
    ["carol@example.org", "PASSWORD_OWN_NAME"],
  ] as const)("don't meet the password %s, which is refused at sign-up", async (password, code) => {
    const who = { email: password.includes("@") ? password : "bob@example.org", username: "bob", password };
    refused(await send(t, "signup", who, "192.0.2.77"), 422, code);
  });
});

describe("a list of addresses", () => {
  let t: TestApp;
  beforeAll(async () => {
    t = await create({ env: { RATE_LIMITS: "on" } });
    await signUp(t);
  });
  afterAll(() => t.close());

  it("can't be tried at sign-up, which has to say that an address is taken, more often than a network may open accounts", async () => {
    const { account, accountNetwork } = RATE_LIMITS;
    const who = { email: EMAIL, username: "another", password: TEST_PASSWORD };
    const tried = async (network: string, addresses: number, times: number) => {
      const tries = [];
      for (let host = 1; host <= addresses; host++)
        for (let n = 0; n < times; n++) tries.push(await send(t, "signup", who, `${network}.${host}`));
      return tally(tries);
    };
    expect(await tried("198.51.100", 1, account.minute + 1)).toEqual({ 409: account.minute, 429: 1 });
    expect(await tried("203.0.113", 5, account.minute)).toEqual({
      409: accountNetwork.minute,
      429: 5 * account.minute - accountNetwork.minute,
    });
  });
});

describe("whether an address has an account", () => {
  const NOBODY = "nobody@example.org";
  const members: string[] = [];
  let t: TestApp;
  let hashed = 0;
  beforeAll(async () => {
    // Hashes at their real cost, which is what would show.
    const passwords = createPasswords();
    const verify = (...given: Parameters<typeof passwords.verify>) => {
      hashed++;
      return passwords.verify(...given);
    };
    t = await create({ passwords: { ...passwords, verify } });
    await signUp(t);
    const guarded = await t.member("guarded");
    await enroll(t, guarded);
    const { member: withWallet } = await joinWithWallet(t, "wallet_only");
    members.push(EMAIL, guarded.email, withWallet.email);
  });
  afterAll(() => t.close());

  it.each([
    { path: "login", more: { password: "not the password" }, rounds: 24 },
    { path: "forgot-password", more: {}, rounds: 100 },
  ])(
    "doesn't show in the time that $path takes for one with a password, with a second factor, or without a password: as many passwords are hashed, and no difference of twice or half is found with 99% confidence",
    { tags: "proof" },
    async ({ path, more, rounds }) => {
      const once = async (email: string) => {
        const response = await send(t, path, { email, ...more }, "192.0.2.1");
        return `${response.statusCode} ${response.body}`;
      };
      const { answers, ratios } = await compare(once, [NOBODY, ...members], rounds);
      expect(answers.size).toBe(1);
      // A busy machine widens the intervals, which finds less and fails nothing; ratio.test.ts shows what they find.
      for (const [email, [low, high]] of ratios) {
        expect(low, email).toBeLessThan(2);
        expect(high, email).toBeGreaterThan(0.5);
      }
      const counts = [];
      for (const email of [NOBODY, ...members]) {
        hashed = 0;
        await once(email);
        counts.push(hashed);
      }
      expect(new Set(counts).size, counts.join()).toBe(1);
    },
  );
});

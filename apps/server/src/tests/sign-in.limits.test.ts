import { AppError } from "@bbux/api";
import { RATE_LIMITS } from "@bbux/contract";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createTestApp, TEST_PASSWORD, type TestApp, type TestMember } from "../testing.ts";
import { ok, type Response, refused, tally } from "./support.ts";

const { minute } = RATE_LIMITS.signIn;
let t: TestApp;
let count = 0;
beforeAll(async () => {
  t = await createTestApp({ env: { RATE_LIMITS: "on" } });
});
afterAll(() => t.close());

/** A member who signed up from an address of their own, because sign-ups are limited, too. */
async function member(): Promise<Pick<TestMember, "email">> {
  const name = `member${++count}`;
  const email = `${name}@example.org`;
  const payload = { email, username: name, password: TEST_PASSWORD };
  ok(await t.app.inject({ method: "POST", url: "/api/auth/signup", remoteAddress: address(), payload }));
  return { email };
}

let networks = 0;
/** An address in a region that no other test has used. */
const address = (host = 7) => `10.${Math.floor(++networks / 16)}.${(networks % 16) * 16}.${host}`;
const neighbor = (of: string, host: number) => of.replace(/\d+$/, String(host));

interface From {
  readonly from: string;
  readonly cookie?: string;
}
const login = (email: string, password: string, { from, cookie }: From) =>
  t.app.inject({
    method: "POST",
    url: "/api/auth/login",
    payload: { email, password },
    remoteAddress: from,
    ...(cookie !== undefined && { headers: { cookie } }),
  });
const guess = (email: string, from: From) => login(email, "wrong guess", from);
async function many(times: number, attempt: (nth: number) => Promise<Response>): Promise<Response[]> {
  const responses: Response[] = [];
  for (let nth = 0; nth < times; nth++) responses.push(await attempt(nth));
  return responses;
}
/** The cookie by which a browser is known that has signed in. */
const deviceOf = (response: Response, name = "bbux_device"): string =>
  `${name}=${encodeURIComponent(response.cookies.find((cookie) => cookie.name === "bbux_device")?.value ?? "")}`;
/** A browser that has signed in to the account. */
const device = async (email: string, cookie = "") =>
  deviceOf(await login(email, TEST_PASSWORD, { from: address(), cookie }));

describe("sign-in", () => {
  it("stays possible for the owner, however often strangers from other networks fail", async () => {
    const ada = await member();
    for (let network = 0; network < 12; network++) {
      const from = address();
      expect(tally(await many(minute + 1, () => guess(ada.email, { from })))).toEqual({ 401: minute, 429: 1 });
    }
    const home = { from: address() };
    refused(await guess(ada.email, home), 401, "INVALID_CREDENTIALS");
    ok(await login(ada.email, TEST_PASSWORD, home));
  });

  it("is limited by account and network: across the network's addresses, and regardless of case", async () => {
    const ada = await member();
    const from = address();
    const attempt = (nth: number) =>
      guess(nth % 2 ? ada.email : ada.email.toUpperCase(), { from: neighbor(from, 10 + nth) });
    expect(tally(await many(minute + 3, attempt))).toEqual({ 401: minute, 429: 3 });
    refused(await login(ada.email, TEST_PASSWORD, { from: neighbor(from, 99) }), 429, "RATE_LIMITED");
  });

  it("is limited by address, across accounts", async () => {
    const from = address();
    const attempt = (nth: number) => guess(`nobody${nth}@example.org`, { from });
    expect(tally(await many(minute + 3, attempt))).toEqual({ 401: minute, 429: 3 });
    refused(await guess("another@example.org", { from: neighbor(from, 8) }), 401, "INVALID_CREDENTIALS");
  });

  it.each([
    ["/24", (host: number) => `198.51.100.${host}`, "198.51.101.1"],
    ["/56", (host: number) => `2001:db8:7:70${host.toString(16).padStart(2, "0")}::1`, "2001:db8:7:7100::1"],
  ])("is limited by network, %s, across accounts and addresses", async (_, host, beyond) => {
    const most = RATE_LIMITS.signInNetwork.minute;
    const attempt = (nth: number) => guess(`nobody${nth}@example.org`, { from: host(nth + 1) });
    expect(tally(await many(most + 3, attempt))).toEqual({ 401: most, 429: 3 });
    refused(await guess("nobody@example.org", { from: beyond }), 401, "INVALID_CREDENTIALS");
  });

  it("leaves a network its allowance if one of its addresses is over its own", async () => {
    const from = address();
    const most = RATE_LIMITS.signInNetwork.minute;
    await many(most + 5, (nth) => guess(`nobody${nth}@example.org`, { from }));
    refused(await guess("nobody@example.org", { from: neighbor(from, 8) }), 401, "INVALID_CREDENTIALS");
  });

  it("doesn't count if it succeeds", async () => {
    const ada = await member();
    const home = { from: address() };
    expect(tally(await many(2 * minute, () => login(ada.email, TEST_PASSWORD, home)))).toEqual({ 200: 2 * minute });
    expect(tally(await many(minute + 1, () => guess(ada.email, home)))).toEqual({ 401: minute, 429: 1 });
  });

  it("doesn't count if the server is too busy to compare the password", async () => {
    const ada = await member();
    const home = { from: address() };
    const busy = vi.spyOn(t.services.passwords, "verify").mockRejectedValue(new AppError("SERVICE_UNAVAILABLE"));
    expect(tally(await many(minute + 1, () => guess(ada.email, home)))).toEqual({ 503: minute + 1 });
    busy.mockRestore();
    ok(await login(ada.email, TEST_PASSWORD, home));
  });

  it("counts attempts that come at the same time", async () => {
    const ada = await member();
    const from = address();
    const responses = await Promise.all(Array.from({ length: 2 * minute }, () => guess(ada.email, { from })));
    expect(tally(responses)).toEqual({ 401: minute, 429: minute });
  });
});

describe("a browser that has signed in before", () => {
  it("is known by a signed cookie that scripts can't read, for a year, and that names no account", async () => {
    const ada = await member();
    const response = await login(ada.email, TEST_PASSWORD, { from: address() });
    const cookie = response.cookies.find(({ name }) => name === "bbux_device");
    expect(cookie).toMatchObject({ path: "/api", httpOnly: true, sameSite: "Lax", maxAge: 365 * 24 * 3_600 });
    expect(cookie?.value).not.toContain("member");
    expect((await guess(ada.email, { from: address() })).cookies).toEqual([]);
  });

  it("signs in where its network has no attempt left", async () => {
    const ada = await member();
    const cookie = await device(ada.email);
    const from = address();
    await many(minute, () => guess(ada.email, { from }));
    refused(await login(ada.email, TEST_PASSWORD, { from }), 429, "RATE_LIMITED");
    ok(await login(ada.email, TEST_PASSWORD, { from, cookie }));
  });

  it("has no more attempts than that: its own, and then those of its network", async () => {
    const ada = await member();
    const cookie = await device(ada.email);
    const from = address();
    const responses = await many(3 * minute, () => guess(ada.email, { from, cookie }));
    expect(tally(responses)).toEqual({ 401: 2 * minute, 429: minute });
  });

  it("isn't locked out by a copy of its cookie", async () => {
    const ada = await member();
    const cookie = await device(ada.email);
    const thief = address();
    await many(3 * minute, () => guess(ada.email, { from: thief, cookie }));
    ok(await login(ada.email, TEST_PASSWORD, { from: address(), cookie }));
  });

  it("has no attempts of its own for other accounts", async () => {
    const [ada, bob] = [await member(), await member()];
    const cookie = await device(bob.email);
    const from = address();
    await many(minute, () => guess(ada.email, { from }));
    refused(await login(ada.email, TEST_PASSWORD, { from, cookie }), 429, "RATE_LIMITED");
  });

  it("can't be invented, nor can an account be added to its cookie", async () => {
    const [ada, bob] = [await member(), await member()];
    const [own, others] = [await device(ada.email), await device(bob.email)];
    const [, id, tag, signature] = decodeURIComponent(own.slice("bbux_device=".length)).split(".");
    const [, otherId, otherTag, otherSignature] = decodeURIComponent(others.slice("bbux_device=".length)).split(".");
    const from = address();
    await many(minute, () => guess(ada.email, { from }));
    for (const forged of [
      `device.${id}.${tag}`,
      `device.${id}.${tag}.${otherSignature}`,
      `device.${otherId}.${otherTag}.${tag}.${otherSignature}`,
      `device.${otherId}.${tag}.${otherSignature}`,
      "device.x.y",
      "",
    ]) {
      const cookie = `bbux_device=${encodeURIComponent(forged)}`;
      refused(await login(ada.email, TEST_PASSWORD, { from, cookie }), 429, "RATE_LIMITED");
    }
    const cookie = `bbux_device=${encodeURIComponent(`device.${id}.${tag}.${signature}`)}`;
    ok(await login(ada.email, TEST_PASSWORD, { from, cookie }));
  });

  it("is known for the five accounts that signed in last", async () => {
    const members = [];
    for (let nth = 0; nth < 6; nth++) members.push(await member());
    let cookie = "";
    for (const { email } of members) cookie = await device(email, cookie);
    const from = address();
    const statuses = [];
    for (const { email } of members) {
      await many(minute, (nth) => guess(email, { from: neighbor(from, 10 + nth) }));
      statuses.push((await login(email, TEST_PASSWORD, { from: neighbor(from, 99), cookie })).statusCode);
    }
    expect(statuses).toEqual([429, 200, 200, 200, 200, 200]);
  });

  it("isn't signed in by its cookie", async () => {
    const ada = await member();
    const signedIn = await login(ada.email, TEST_PASSWORD, { from: address() });
    for (const name of ["bbux_device", "bbux_session"]) {
      const headers = { cookie: deviceOf(signedIn, name) };
      refused(await t.app.inject({ url: "/api/auth/me", headers, remoteAddress: address() }), 401, "UNAUTHENTICATED");
    }
  });
});

describe("mails with a link", () => {
  const most = RATE_LIMITS.account.minute;
  const forgot = (email: string, from: string) =>
    t.app.inject({ method: "POST", url: "/api/auth/forgot-password", payload: { email }, remoteAddress: from });

  it("can be requested by the owner, however often strangers from other networks request them", async () => {
    const ada = await member();
    for (let network = 0; network < 3; network++) {
      const from = address();
      const attempt = (nth: number) => forgot(ada.email, neighbor(from, nth + 1));
      expect(tally(await many(most + 1, attempt))).toEqual({ 200: most, 429: 1 });
    }
    ok(await forgot(ada.email, address()));
  });

  it("are limited by address and by network", async () => {
    const from = address();
    expect(tally(await many(most + 2, (nth) => forgot(`u${nth}@x.org`, from)))).toEqual({ 200: most, 429: 2 });
    const left = RATE_LIMITS.accountNetwork.minute - most;
    const attempt = (nth: number) => forgot(`v${nth}@x.org`, neighbor(from, nth + 10));
    expect(tally(await many(left + 2, attempt))).toEqual({ 200: left, 429: 2 });
  });
});

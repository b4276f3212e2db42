import bs58 from "bs58";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApp, type TestApp, type TestMember } from "../testing.ts";
import { codeOf, enroll } from "./second-factor.support.ts";
import { call, ok, refused, tally } from "./support.ts";
import { linkWallet, toLink, toSignIn, Wallet } from "./wallets.support.ts";
import { waysInOf } from "./ways-in.support.ts";

// Signatures of wallets that are no proof (docs/adr/0044).

let t: TestApp;
const { fresh, link } = waysInOf(() => t);
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

describe("a signature is refused", () => {
  let member: TestMember;
  let wallet: Wallet;
  beforeAll(async () => {
    member = await fresh();
    wallet = await linkWallet(t, member);
  });
  const enter = (signed: object) => call(t, "POST", "/auth/wallet/login", { body: { wallet: signed } });

  it("a second time, also of two at the same time", async () => {
    const overheard = wallet.sign(await toSignIn(t));
    expect(tally(await Promise.all([enter(overheard), enter(overheard)]))).toEqual({ 200: 1, 401: 1 });
    refused(await enter(overheard), 401, "WALLET_REFUSED");
  });

  it.each([
    ["for another site", { host: "bbux.evil.example" }],
    ["for a site whose name starts like ours", { host: "localhost.evil.example" }],
    ["whose address names another site", { uri: "https://bbux.evil.example" }],
    ["for something else", { statement: "Sign in to another site." }],
    ["with a nonce of its own", { nonce: "ab".repeat(40) }],
    ["without much of a nonce", { nonce: "12345678" }],
  ])("%s", async (_, how) => {
    refused(await enter(wallet.sign(await toSignIn(t), how)), 401, "WALLET_REFUSED");
  });

  it("by another key, or of another text", async () => {
    const request = await toSignIn(t);
    refused(await enter(new Wallet().sign(request, { address: wallet.address })), 401, "WALLET_REFUSED");
    const named = { ...wallet.sign(request, { address: new Wallet().address }), address: wallet.address };
    refused(await enter(named), 401, "WALLET_REFUSED");
    const { message, ...signed } = wallet.sign(request);
    refused(await enter({ ...signed, message: `${message}\n` }), 401, "WALLET_REFUSED");
    refused(await enter({ ...signed, message: "Sign in" }), 401, "WALLET_REFUSED");
    refused(await enter({ ...signed, message, signature: "1".repeat(64) }), 401, "WALLET_REFUSED");
    refused(await enter({ ...signed, message, address: "0".repeat(40) }), 401, "WALLET_REFUSED");
    ok(await enter({ ...signed, message }));
  });

  it("to link what was signed to sign in, or for another account, and the other way around", async () => {
    const other = await fresh();
    const mine = new Wallet();
    refused(await link(other, mine.sign(await toSignIn(t))), 401, "WALLET_REFUSED");
    refused(await link(other, mine.sign(await toLink(t, member))), 401, "WALLET_REFUSED");
    // The text of one with the nonce of the other.
    const { nonce } = await toSignIn(t);
    refused(await link(other, mine.sign(await toLink(t, other), { nonce })), 401, "WALLET_REFUSED");
    refused(await enter(wallet.sign(await toLink(t, member))), 401, "WALLET_REFUSED");
    const linking = (await toLink(t, member)).nonce;
    refused(await enter(wallet.sign(await toSignIn(t), { nonce: linking })), 401, "WALLET_REFUSED");
  });

  it("more than five minutes after it was asked for", async () => {
    const request = await toSignIn(t);
    t.travel(5 * 60_000 + 1_000);
    refused(await enter(wallet.sign(request)), 401, "WALLET_REFUSED");
    t.travel(-5 * 60_000 - 1_000);
  });

  it("of a key that anybody can sign for", async () => {
    const address = "1".repeat(32);
    const { message } = new Wallet().sign(await toLink(t, member), { address });
    const anybodys = Buffer.alloc(64);
    anybodys[0] = 1;
    refused(await link(member, { address, message, signature: bs58.encode(anybodys) }), 401, "WALLET_REFUSED");
  });

  it("that was used or is ours no more, without using up the owner's guesses of codes", async () => {
    const limited = await createTestApp({ env: { RATE_LIMITS: "on" } });
    try {
      const owner = await limited.member("owner");
      const own = await linkWallet(limited, owner);
      const { secret } = await enroll(limited, owner);
      const from = (remoteAddress: string, body: object) =>
        limited.app.inject({ method: "POST", url: "/api/auth/wallet/login", remoteAddress, payload: body });
      const used = own.sign(await toSignIn(limited));
      ok(await from("203.0.113.1", { wallet: used, code: codeOf(secret) }));
      for (const old of [used, own.sign(await toSignIn(limited), { nonce: "ab".repeat(40) })]) {
        for (let n = 0; n < 6; n++) {
          refused(await from(`198.51.${n}.7`, { wallet: old, code: "000000" }), 401, "WALLET_REFUSED");
        }
      }
      const code = (await from("203.0.113.9", { wallet: own.sign(await toSignIn(limited)), code: "000000" })).json()
        .code;
      expect(code).toBe("SECOND_FACTOR_WRONG");
    } finally {
      await limited.close();
    }
  });

  it("counts toward the limit of guesses of its network", async () => {
    const limited = await createTestApp({ env: { RATE_LIMITS: "on" } });
    try {
      const body = { wallet: wallet.sign(await toSignIn(limited), { nonce: "ab".repeat(40) }) };
      const attempts = [];
      for (let n = 0; n < 11; n++) attempts.push(await call(limited, "POST", "/auth/wallet/login", { body }));
      expect(tally(attempts)).toEqual({ 401: 10, 429: 1 });
    } finally {
      await limited.close();
    }
  });
});

describe("on a site with an origin, a signature", () => {
  it("names its host, and is refused for this machine or another port", async () => {
    const site = await createTestApp({ env: { PUBLIC_ORIGIN: "https://bbux.example" } });
    try {
      const request = await toSignIn(site);
      expect(request).toMatchObject({ domain: "bbux.example", uri: "https://bbux.example" });
      const enter = (how: object) =>
        call(site, "POST", "/auth/wallet/login", {
          body: { wallet: new Wallet().sign(request, how) },
          headers: { origin: "https://bbux.example" },
        });
      refused(await enter({}), 401, "WALLET_UNKNOWN");
      for (const host of ["localhost:5173", "bbux.example:8443", "bbux.example.evil.org", "evil.org"]) {
        refused(await enter({ host, uri: `https://${host}` }), 401, "WALLET_REFUSED");
      }
    } finally {
      await site.close();
    }
  });
});

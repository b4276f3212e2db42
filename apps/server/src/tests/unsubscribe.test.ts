import { freezeLinkToken, unsubscribeToken } from "@bbux/api";
import { RATE_LIMITS } from "@bbux/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTestApp, TEST_PASSWORD, type TestApp, type TestMember } from "../testing.ts";
import { dueSecurityMails } from "./security-mails.support.ts";
import { browser, call, ok, type Response, refused } from "./support.ts";

let t: TestApp;
let ada: TestMember;
beforeAll(async () => {
  t = await createTestApp();
  ada = await t.member("ada");
});
afterAll(() => t.close());

const settings = async (as: TestMember) => ok(await call(t, "GET", "/notifications/settings", { as })).settings;
const choose = async (as: TestMember, body: object) =>
  ok(await call(t, "PUT", "/notifications/settings", { as, body }));
const addressOf = (token: string) => `/mail/unsubscribe?token=${token}`;
const tokenOf = ({ id: memberId, email }: TestMember) => unsubscribeToken(t.services, { memberId, email });
const linkOf = (member: TestMember) => addressOf(tokenOf(member));
/** The request of a mail program (RFC 8058). */
const post = (url: string, headers: Record<string, string> = {}): Promise<Response> =>
  t.app.inject({
    method: "POST",
    url,
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    payload: "List-Unsubscribe=One-Click",
  });

beforeEach(() => choose(ada, { mail: "daily" }));

describe("a post to the link that digests carry", () => {
  it("turns the member's digest off without a session, a cookie or a redirect, and nothing else, however often", async () => {
    const bob = await t.member("bob");
    await choose(bob, { mail: "weekly" });
    await choose(ada, { kinds: { votes: false } });
    const url = linkOf(ada);
    for (let times = 0; times < 2; times++) {
      const response = await post(url);
      expect([response.statusCode, response.cookies, response.headers.location]).toEqual([200, [], undefined]);
      expect(response.headers["content-type"]).toBe("text/html; charset=utf-8");
      expect(response.headers["cache-control"]).toBe("no-store");
      expect(response.body).toContain("The email digest is off");
      expect(await settings(ada)).toMatchObject({ mail: "off", kinds: { votes: false, answer: true } });
    }
    expect((await settings(bob)).mail).toBe("weekly");
  });

  it("is taken as any form, or without a body, and from a signed-in browser", async () => {
    const multipart = { "content-type": "multipart/form-data; boundary=x" };
    const signedIn = { cookie: (await browser(t, ada)).cookie ?? "" };
    for (const headers of [multipart, signedIn]) {
      await choose(ada, { mail: "daily" });
      expect((await post(linkOf(ada), headers)).statusCode).toBe(200);
      expect((await settings(ada)).mail).toBe("off");
    }
    await choose(ada, { mail: "daily" });
    expect((await t.app.inject({ method: "POST", url: linkOf(ada) })).statusCode).toBe(200);
    expect((await settings(ada)).mail).toBe("off");
  });

  it("never turns off mails about security", async () => {
    await post(linkOf(ada));
    await dueSecurityMails(t);
    const body = { currentPassword: TEST_PASSWORD, newPassword: "another good password" };
    ok(await call(t, "POST", "/auth/change-password", { as: ada, body }));
    const mails = (await dueSecurityMails(t)).filter(({ to }) => to === ada.email);
    expect(mails.map(({ subject, unsubscribe }) => [subject, unsubscribe])).toEqual([
      ["Your password was changed on BBUX", undefined],
    ]);
  });
});

describe("opening that link", () => {
  it("changes nothing, and shows a button that posts and a link to the settings, with the brand", async () => {
    for (const method of ["GET", "HEAD"] as const) {
      const response = await t.app.inject({ method, url: linkOf(ada) });
      expect(response.statusCode).toBe(200);
      expect((await settings(ada)).mail).toBe("daily");
    }
    const { body } = await t.app.inject({ method: "GET", url: linkOf(ada) });
    expect(body).toContain('<form method="post"><button>Turn it off</button></form>');
    expect(body).toContain('<a href="/settings?tab=account">Notification settings</a>');
    expect(body).toContain("<span>BBUX</span>");
    expect(body).not.toMatch(/<script|ada/);
  });
});

describe("a link that was mailed to an address that the member no longer has", () => {
  it("does nothing, and neither does one of an earlier version, which named no address", async () => {
    const moved = await t.member("moved");
    const earlier = t.services.vault.seal(moved.id, "unsubscribe from digests").toString("base64url");
    const link = linkOf(moved);
    expect((await t.app.inject({ method: "GET", url: link })).statusCode).toBe(200);
    const email = "moved.on@example.org";
    await t.database.ownerDb.updateTable("users").set({ email }).where("id", "=", moved.id).execute();
    await choose(moved, { mail: "daily" });
    for (const old of [link, addressOf(earlier)]) refused(await post(old), 400, "BAD_REQUEST");
    expect((await settings(moved)).mail).toBe("daily");
    // However the address is written.
    expect((await post(linkOf({ ...moved, email: email.toUpperCase() }))).statusCode).toBe(200);
  });
});

describe("a token that isn't for it", () => {
  it.each(["GET", "POST"] as const)("is refused on %s with the documented body", async (method) => {
    const others = ["", "x", ada.id, freezeLinkToken(t.services, ada.id, t.services.now()), "x".repeat(300)];
    for (const url of ["/mail/unsubscribe", ...others.map(addressOf), `${linkOf(ada)}&token=x`]) {
      refused(await t.app.inject({ method, url }), 400, "BAD_REQUEST");
    }
    expect((await settings(ada)).mail).toBe("daily");
  });

  it("is limited by network, and a valid one by its token", async () => {
    const limited = await createTestApp({ database: t.database, env: { RATE_LIMITS: "on" } });
    const open = (token: string) => limited.app.inject({ method: "POST", url: addressOf(token) });
    for (let times = 0; times < RATE_LIMITS.link.minute; times++) refused(await open("x"), 400, "BAD_REQUEST");
    refused(await open("x"), 429, "RATE_LIMITED");
    expect((await open(tokenOf(ada))).statusCode).toBe(200);
    await limited.close();
  });
});

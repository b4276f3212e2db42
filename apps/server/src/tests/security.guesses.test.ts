import { tellOfFailedSignIns } from "@bbux/api";
import { DAY_MS, RATE_LIMITS } from "@bbux/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { createTestApp, TEST_PASSWORD, type TestApp, type TestMember } from "../testing.ts";
import { enroll } from "./second-factor.support.ts";
import { dueSecurityMails } from "./security-mails.support.ts";
import { call, ok, refused } from "./support.ts";

// What the owner of an account hears of others who guess its password (docs/adr/0038).

const toWhom = z.object({ email: z.string() });
const most = RATE_LIMITS.failedSignIns.day;
let networks = 0;
let t: TestApp;
beforeAll(async () => {
  t = await createTestApp({ env: { RATE_LIMITS: "on" } });
});
afterAll(() => t.close());

/** Fails as often, each time from another network, and then does what was queued. */
async function fail(email: string, times: number, more: object = {}): Promise<void> {
  for (let nth = 0; nth < times; nth++) {
    const failed = await t.app.inject({
      method: "POST",
      url: "/api/auth/login",
      remoteAddress: `10.0.${networks++}.1`,
      payload: { email: nth % 2 ? email.toUpperCase() : email, password: "a wrong guess", ...more },
    });
    expect(failed.statusCode).toBe(401);
  }
  for (const { name, payload } of t.jobs.splice(0)) {
    if (name === "failed-sign-ins") await tellOfFailedSignIns(t.services, toWhom.parse(payload));
  }
}
const kindsOf = async ({ headers }: TestMember) =>
  (ok(await call(t, "GET", "/auth/security-events", { headers })).events as { kind: string }[]).map(({ kind }) => kind);

describe("failed sign-ins", () => {
  it("more than 20 in a day are told to the owner by mail, from however many networks they come, with what to do other than freezing", async () => {
    const kim = await t.member("kim_guessed");
    await fail(kim.email, most);
    expect(await kindsOf(kim)).toEqual([]);
    await fail(kim.email, 1);
    expect(await kindsOf(kim)).toEqual(["failed_sign_ins"]);
    const [mail, ...more] = (await dueSecurityMails(t)).filter(({ to }) => to === kim.email);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe("Failed sign-ins to your account on BBUX");
    expect(mail?.text).toContain(`More than ${most} attempts`);
    expect(mail?.text).toContain("https://bbux.example/settings?tab=security");
    expect(mail?.text).not.toContain("/freeze");
  });

  it("include wrong codes after the right password, and queue as much for an address without an account", async () => {
    const max = await t.member("max_guessed");
    await enroll(t, max);
    await fail(max.email, most - 1);
    await fail(max.email, 2, { password: TEST_PASSWORD, code: "abcde-fghij" });
    expect(await kindsOf(max)).toEqual(["failed_sign_ins", "factor_added"]);
    for (let nth = 0; nth <= most; nth++) {
      const payload = { email: "nobody@example.org", password: "a wrong guess" };
      const remoteAddress = `10.0.${networks++}.1`;
      await t.app.inject({ method: "POST", url: "/api/auth/login", remoteAddress, payload });
    }
    expect(t.jobs.splice(0)).toEqual([{ name: "failed-sign-ins", payload: { email: "nobody@example.org" } }]);
    await tellOfFailedSignIns(t.services, { email: "nobody@example.org" });
  });

  it("include those of a stolen session that guesses the password", async () => {
    const ivy = await t.member("ivy_guessed");
    const guess = (path: string, body: object) => call(t, "POST", `/auth/${path}`, { as: ivy, body });
    for (let nth = 0; nth <= most; nth++) {
      if (nth % 10 === 9) t.travel(61_000);
      const failed = await (nth % 2
        ? guess("step-up", { password: "a wrong guess" })
        : guess("change-password", { currentPassword: "a wrong guess", newPassword: "the thief's own password" }));
      refused(failed, 400, "WRONG_PASSWORD");
    }
    expect(t.jobs.splice(0)).toContainEqual({ name: "failed-sign-ins", payload: { email: ivy.email } });
  });

  it("more than 20 in a day are told once in 24 hours, and again after that", async () => {
    const lea = await t.member("lea_guessed");
    await fail(lea.email, most + 3);
    expect(await kindsOf(lea)).toEqual(["failed_sign_ins"]);
    t.travel(DAY_MS - 60_000);
    await fail(lea.email, 3);
    expect(await kindsOf(lea)).toEqual(["failed_sign_ins"]);
    t.travel(120_000);
    await fail(lea.email, most + 1);
    expect(await kindsOf(lea)).toEqual(["failed_sign_ins", "failed_sign_ins"]);
  });
});

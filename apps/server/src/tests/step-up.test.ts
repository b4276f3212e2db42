import { UNIT } from "@bbux/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { allProcedures } from "../http/rest.ts";
import { createTestApp, TEST_PASSWORD, type TestApp, type TestMember } from "../testing.ts";
import { ageProofs, codeOf, enroll } from "./second-factor.support.ts";
import { call, ok, refused } from "./support.ts";
import { stranger } from "./wallet.support.ts";

let t: TestApp;
let count = 0;
beforeAll(async () => {
  // Without a demo, so that its staff need a second factor.
  t = await createTestApp({ env: { DEMO: "off" } });
});
afterAll(() => t.close());

const fresh = (balance = 0n) => t.member(`prover${count++}`, { balance });
const withdraw = (as: TestMember, to: string) =>
  call(t, "POST", "/wallet/withdraw", { as, body: { amount: "1", destinationAddress: to } });
const stepUp = (as: TestMember, body: object) => call(t, "POST", "/auth/step-up", { as, body });
const again = async (member: TestMember, more: object = {}): Promise<TestMember> => {
  const body = { email: member.email, password: TEST_PASSWORD, ...more };
  const { token, refreshToken } = ok(await call(t, "POST", "/auth/login", { body }));
  return { ...member, token, refreshToken, headers: { authorization: `Bearer ${token}` } };
};
const withRole = async (role: "moderator" | "admin") => {
  const member = await fresh();
  await t.database.ownerDb.updateTable("users").set({ role }).where("id", "=", member.id).execute();
  return member;
};

describe("a stolen token", () => {
  it("older than 10 minutes can't withdraw to a new address, nor after a refresh, but to one that was used before", async () => {
    const member = await fresh(10n * UNIT);
    const own = stranger();
    ok(await withdraw(member, own));
    await ageProofs(t, member);
    expect(refused(await withdraw(member, stranger()), 403, "STEP_UP_REQUIRED").details).toEqual({
      proofs: ["password"],
    });
    const { token } = ok(await call(t, "POST", "/auth/refresh", { body: { refreshToken: member.refreshToken } }));
    const renewed = { ...member, headers: { authorization: `Bearer ${token}` } };
    refused(await withdraw(renewed, stranger()), 403, "STEP_UP_REQUIRED");
    ok(await withdraw(renewed, own));
    const rows = await t.database.ownerDb
      .selectFrom("withdrawals")
      .select("destination")
      .where("user_id", "=", member.id)
      .execute();
    expect(rows.map(({ destination }) => destination)).toEqual([own, own]);
  });

  it("gains nothing from a proof that the member gives in another session", async () => {
    const member = await fresh(10n * UNIT);
    await ageProofs(t, member);
    const own = await again(member);
    await ageProofs(t, member);
    ok(await stepUp(own, { password: TEST_PASSWORD }));
    refused(await withdraw(member, stranger()), 403, "STEP_UP_REQUIRED");
    ok(await withdraw(own, stranger()));
  });

  it("can't use an address to which a withdrawal was given back", async () => {
    const member = await fresh(10n * UNIT);
    const to = stranger();
    const { transactionId } = ok(await withdraw(member, to));
    const { ownerDb } = t.database;
    await ownerDb.updateTable("withdrawals").set({ state: "REFUNDED" }).where("id", "=", transactionId).execute();
    await ageProofs(t, member);
    refused(await withdraw(member, to), 403, "STEP_UP_REQUIRED");
  });

  it("with the code of another session can't use it a second time", async () => {
    const member = await fresh(10n * UNIT);
    const { secret } = await enroll(t, member);
    const code = codeOf(secret);
    const own = await again(member, { code });
    await ageProofs(t, member);
    refused(await stepUp(member, { code }), 401, "SECOND_FACTOR_WRONG");
    refused(await withdraw(own, stranger()), 403, "STEP_UP_REQUIRED");
  });
});

describe("a step-up", () => {
  it("takes the password of a member without a second factor, and a wrong one changes nothing", async () => {
    const member = await fresh(10n * UNIT);
    await ageProofs(t, member);
    refused(await stepUp(member, { password: "a guess" }), 400, "WRONG_PASSWORD");
    refused(await stepUp(member, { code: "123456" }), 409, "NO_SECOND_FACTOR");
    refused(await withdraw(member, stranger()), 403, "STEP_UP_REQUIRED");
    ok(await stepUp(member, { password: TEST_PASSWORD }));
    ok(await withdraw(member, stranger()));
  });

  it("takes only a code of a member who has a second factor, and a password given before no longer counts", async () => {
    const member = await fresh(10n * UNIT);
    const other = await again(member);
    const { recoveryCodes } = await enroll(t, member);
    const { details } = refused(await withdraw(other, stranger()), 403, "STEP_UP_REQUIRED");
    expect(details).toEqual({ proofs: ["totp", "recovery_code"] });
    refused(await stepUp(other, { password: TEST_PASSWORD }), 401, "SECOND_FACTOR_REQUIRED");
    ok(await stepUp(other, { code: recoveryCodes[0] }));
    ok(await withdraw(other, stranger()));
  });

  it("is needed for a new password by a member with a second factor; otherwise the current password is proof enough", async () => {
    const [plain, guarded] = [await fresh(), await fresh()];
    await enroll(t, guarded);
    for (const member of [plain, guarded]) await ageProofs(t, member);
    const body = { currentPassword: TEST_PASSWORD, newPassword: "another horse battery" };
    refused(await call(t, "POST", "/auth/change-password", { as: guarded, body }), 403, "STEP_UP_REQUIRED");
    ok(await call(t, "POST", "/auth/change-password", { as: plain, body }));
  });

  it("is needed by admins for roles, parameters, ending the emergency stop, and what moves money or votes", async () => {
    const [admin, member] = [await withRole("admin"), await fresh()];
    await ageProofs(t, admin);
    const put = (path: string, body: object) => call(t, "PUT", path, { as: admin, body });
    refused(await put(`/admin/users/${member.id}/role`, { role: "moderator" }), 403, "STEP_UP_REQUIRED");
    refused(await put("/admin/parameters", { name: "postFee", value: "1", reason: "x" }), 403, "STEP_UP_REQUIRED");
    const reason = { reason: "All is well again" };
    const post = (path: string, body: object) => call(t, "POST", path, { as: admin, body });
    refused(await post("/admin/withdrawals/resume", reason), 403, "STEP_UP_REQUIRED");
    // What gives SOL to a member, and what has one person's votes count several times.
    refused(await post("/admin/suspense/1/resolve", { username: "eve", ...reason }), 403, "STEP_UP_REQUIRED");
    refused(await post("/admin/waiting-deposits/1/approve", reason), 403, "STEP_UP_REQUIRED");
    const place = { kind: "network", trace: "a".repeat(43), isPublic: true, ...reason };
    refused(await post("/moderation/shared-access/public", place), 403, "STEP_UP_REQUIRED");
    // Stopping payments has to be quick.
    ok(await call(t, "POST", "/admin/withdrawals/stop", { as: admin, body: { reason: "Something is wrong" } }));
  });

  it("of a session from before there were proofs is asked for once", async () => {
    const member = await fresh(10n * UNIT);
    await t.database.ownerDb
      .updateTable("sessions")
      .set({ proof: null, proved_at: null })
      .where("user_id", "=", member.id)
      .execute();
    ok(await call(t, "GET", "/auth/me", { as: member }));
    refused(await withdraw(member, stranger()), 403, "STEP_UP_REQUIRED");
    ok(await stepUp(member, { password: TEST_PASSWORD }));
    ok(await withdraw(member, stranger()));
  });
});

describe("moderators and admins without a second factor", () => {
  const overdue = async (member: TestMember, days: number) => {
    const at = new Date(Date.now() - days * 86_400_000);
    await t.database.ownerDb.updateTable("users").set({ staff_since: at }).where("id", "=", member.id).execute();
  };

  it.each(["moderator", "admin"] as const)(
    "a %s has 7 days, then is refused everything until one is set up",
    async (role) => {
      const staff = await withRole(role);
      await overdue(staff, 6);
      ok(await call(t, "GET", "/notifications", { as: staff }));
      await overdue(staff, 7);
      for (const path of ["/notifications", "/posts", "/profile/export"]) {
        refused(await call(t, "GET", path, { as: staff }), 403, "SECOND_FACTOR_NEEDED");
      }
      ok(await call(t, "GET", "/auth/me", { as: staff }));
      await ageProofs(t, staff);
      ok(await stepUp(staff, { password: TEST_PASSWORD }));
      await enroll(t, staff);
      ok(await call(t, "GET", "/notifications", { as: staff }));
    },
  );

  it("get no new days by giving up the role for less than 30", async () => {
    const [chief, staff] = [await withRole("admin"), await withRole("moderator")];
    const setRole = async (role: string) =>
      ok(await call(t, "PUT", `/admin/users/${staff.id}/role`, { as: chief, body: { role } }));
    await overdue(staff, 8);
    await setRole("user");
    ok(await call(t, "GET", "/notifications", { as: staff }));
    expect(ok(await call(t, "GET", "/auth/factors", { as: staff })).requiredFrom).toBeNull();
    await setRole("moderator");
    refused(await call(t, "GET", "/notifications", { as: staff }), 403, "SECOND_FACTOR_NEEDED");

    const { ownerDb } = t.database;
    const ended = { actor_id: null, action: "ROLE_CHANGED", details: { from: "moderator", to: "user" } };
    const former = await withRole("moderator");
    await overdue(former, 40);
    await ownerDb.updateTable("users").set({ role: "user" }).where("id", "=", former.id).execute();
    const created_at = new Date(Date.now() - 31 * 86_400_000);
    await ownerDb
      .insertInto("audit_log")
      .values({ ...ended, subject_id: former.id, created_at })
      .execute();
    ok(await call(t, "PUT", `/admin/users/${former.id}/role`, { as: chief, body: { role: "moderator" } }));
    ok(await call(t, "GET", "/notifications", { as: former }));
  });

  it("have none while theirs is suspended, until they confirm it", async () => {
    const staff = await withRole("moderator");
    await enroll(t, staff);
    await overdue(staff, 7);
    const { id } = ok(await call(t, "GET", "/auth/factors", { as: staff })).factors[0];
    const suspended = { suspended_at: new Date() };
    await t.database.ownerDb.updateTable("factors").set(suspended).where("id", "=", id).execute();
    refused(await call(t, "GET", "/notifications", { as: staff }), 403, "SECOND_FACTOR_NEEDED");
    ok(await call(t, "POST", `/auth/ways-in/${id}/confirm`, { as: staff }));
    ok(await call(t, "GET", "/notifications", { as: staff }));
  });

  it("can call nothing but what leads them to one, or out", () => {
    const open = Object.entries(allProcedures())
      .filter(([, procedure]) => JSON.stringify(procedure._def.meta ?? {}).includes('"withoutFactor":true'))
      .map(([name]) => name);
    expect(open.sort()).toEqual([
      "auth.forgotPassword",
      "auth.localChain",
      "auth.login",
      "auth.loginBrowser",
      "auth.logout",
      "auth.me",
      "auth.openIdLogin",
      "auth.openIdLoginBrowser",
      "auth.openIdProviders",
      "auth.openIdReturn",
      "auth.openIdStart",
      "auth.passkeyLogin",
      "auth.passkeyLoginBrowser",
      "auth.passkeyOptions",
      "auth.refresh",
      "auth.resetPassword",
      "auth.stepUp",
      "auth.walletLogin",
      "auth.walletLoginBrowser",
      "auth.walletOptions",
      "factors.addPasskey",
      "factors.beginTotp",
      "factors.confirmTotp",
      "factors.list",
      "factors.passkeyOptions",
      "factors.regenerateRecoveryCodes",
      "factors.remove",
      "waysIn.confirm",
    ]);
  });

  it("lose their grace with the role, and begin anew with the next", async () => {
    const staff = await withRole("moderator");
    await overdue(staff, 8);
    const { ownerDb } = t.database;
    const be = (role: string) => ownerDb.updateTable("users").set({ role }).where("id", "=", staff.id).execute();
    await be("user");
    ok(await call(t, "GET", "/notifications", { as: staff }));
    await be("admin");
    ok(await call(t, "GET", "/notifications", { as: staff }));
  });
});

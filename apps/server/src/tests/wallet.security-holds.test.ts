import { createPasswordReset, processPayments } from "@bbux/api";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createTestApp, type TestMember } from "../testing.ts";
import { ageFactors, enroll } from "./second-factor.support.ts";
import { call, ok, refused } from "./support.ts";
import {
  balanceOf,
  held,
  type MoneyWorld,
  SOL,
  sound,
  startMoney,
  stateOf,
  stranger,
  withdrawal,
  work,
} from "./wallet.support.ts";

// Withdrawals are held for a while after what a thief would do first (docs/adr/0040).

const ENV = { SECURITY_HOLD_HOURS: "24", WITHDRAWAL_DAILY_LIMIT: "100" };
const untouched = { state: "REQUESTED", attempts: [] };
let world: MoneyWorld;
let members = 0;
beforeAll(async () => {
  world = await startMoney({ env: ENV });
});
afterAll(() => world.stop());
afterEach(() => world.heal());

const rich = () => world.rich(`holder${members++}`, 60n * SOL);
const progress = async (as: TestMember, id: string) =>
  ok(await call(world.t, "GET", `/wallet/transactions/${id}`, { as })).transaction;
const cancel = (as: TestMember, transactionId: string) =>
  call(world.t, "POST", "/wallet/cancel-withdrawal", { as, body: { transactionId } });

/** Resets the password by mail, and signs in again. */
async function reset(member: TestMember): Promise<TestMember> {
  const made = await createPasswordReset(world.t.database.db, member.email, world.services.now());
  const newPassword = "another good password";
  ok(await call(world.t, "POST", "/auth/reset-password", { body: { token: made?.token, newPassword } }));
  const { token } = ok(
    await call(world.t, "POST", "/auth/login", { body: { email: member.email, password: newPassword } }),
  );
  return { ...member, headers: { authorization: `Bearer ${token}` } };
}

/** Asks for a withdrawal to an address that the member has used for long, so that a reset doesn't cancel it. */
async function withdrawalAsEver(member: TestMember, amount: string, to: string): Promise<string> {
  const id = await withdrawal(world.t, member, amount, to);
  await sql`update withdrawals set created_at = created_at - interval '31 days' where id = ${id}`.execute(
    world.t.database.ownerDb,
  );
  return id;
}

/** Lets a day pass for what holds a member's withdrawals, on the database's clock. */
async function endHolds({ id }: TestMember): Promise<void> {
  const { ownerDb } = world.t.database;
  await sql`update security_holds set until = until - interval '1 day' where user_id = ${id}`.execute(ownerDb);
  await sql`alter table withdrawals disable trigger withdrawals_hold_kept`.execute(ownerDb);
  await sql`update withdrawals set held_until = held_until - interval '1 day' where user_id = ${id}`.execute(ownerDb);
  await sql`alter table withdrawals enable trigger withdrawals_hold_kept`.execute(ownerDb);
}

describe("after a password reset", () => {
  it("withdrawals are accepted and held for a day, earlier ones too, and then paid once", async () => {
    const before = await rich();
    const first = await withdrawalAsEver(before, "1", stranger());
    const anna = await reset(before);
    const second = await withdrawal(world.t, anna, "2", stranger());
    await work(world);
    for (const id of [first, second]) expect(await stateOf(world.t, id)).toEqual(untouched);
    const transaction = await progress(anna, second);
    expect([transaction.status, transaction.withdrawal]).toEqual([
      "pending",
      {
        stage: "held",
        until: expect.any(String),
        reason: null,
        held: { reason: "HELD_SECURITY", cause: "password_reset", until: transaction.withdrawal.until },
      },
    ]);
    expect(Math.round((Date.parse(transaction.withdrawal.until) - Date.now()) / 3_600_000)).toBe(24);
    const { events } = ok(await call(world.t, "GET", "/auth/security-events", { as: anna }));
    expect(events[0].message).toMatch(
      /It's held until .* UTC, because your password was reset\. Until then you can cancel/,
    );
    await endHolds(anna);
    await work(world);
    for (const id of [first, second]) expect((await stateOf(world.t, id)).state).toBe("FINALIZED");
    expect((await progress(anna, second)).withdrawal.held).toBeUndefined();
    await sound(world);
  });

  it("a payment that a worker has signed and not stored isn't stored, and its nonce is used up", async () => {
    const before = await rich();
    const to = stranger();
    const id = await withdrawalAsEver(before, "3", to);
    const reached = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const other = await createTestApp({
      database: world.t.database,
      chainUrl: world.chain.url,
      env: ENV,
      async failpoint(point) {
        if (point !== "withdrawal.signed") return;
        reached.resolve();
        await goOn.promise;
      },
    });
    const paused = processPayments(other.services);
    await reached.promise;
    const anna = await reset(before);
    goOn.resolve();
    await paused;
    await other.close();
    expect(await stateOf(world.t, id)).toEqual(untouched);
    ok(await cancel(anna, id));
    await work(world);
    expect([(await stateOf(world.t, id)).state, await balanceOf(world.t, anna), await held(world, to)]).toEqual([
      "REFUNDED",
      "60",
      0n,
    ]);
    await sound(world);
  });

  it("and a worker at the same time, each withdrawal ends one way", async () => {
    const before = await rich();
    const to = stranger();
    const id = await withdrawal(world.t, before, "3", to);
    const [anna] = await Promise.all([reset(before), processPayments(world.services)]);
    await cancel(anna, id);
    await work(world);
    const { state } = await stateOf(world.t, id);
    expect([await balanceOf(world.t, anna), await held(world, to)]).toEqual(
      state === "FINALIZED" ? ["57", 2_910_000_000n] : ["60", 0n],
    );
    await sound(world);
  });
});

describe("a withdrawal to a new address", () => {
  it("is held above 10 BBUX, also in parts, and not of a member who has had a second factor for a day", async () => {
    const [anna, bert] = [await rich(), await rich()];
    const [to, known] = [stranger(), stranger()];
    await enroll(world.t, bert);
    await ageFactors(world.t, bert);
    const parts = await withdrawal(world.t, anna, "10", to);
    const more = await withdrawal(world.t, anna, "1", to);
    const guarded = await withdrawal(world.t, bert, "20", known);
    await work(world);
    expect((await stateOf(world.t, parts)).state).toBe("FINALIZED");
    expect((await stateOf(world.t, guarded)).state).toBe("FINALIZED");
    expect(await stateOf(world.t, more)).toEqual(untouched);
    expect((await progress(anna, more)).withdrawal.held.cause).toBe("new_address");
    await endHolds(anna);
    await work(world);
    expect((await stateOf(world.t, more)).state).toBe("FINALIZED");
    await sound(world);
  });

  it("and after a removed authenticator app is held, too, and can be canceled by its member alone, once", async () => {
    const [anna, eve] = [await rich(), await rich()];
    await enroll(world.t, anna);
    const [factor] = ok(await call(world.t, "GET", "/auth/factors", { as: anna })).factors;
    ok(await call(world.t, "DELETE", `/auth/factors/${factor.id}`, { as: anna }));
    const id = await withdrawal(world.t, anna, "5", stranger());
    expect((await progress(anna, id)).withdrawal.held.cause).toBe("factor_removed");
    refused(await cancel(eve, id), 404, "NOT_FOUND");
    for (const again of [1, 2]) expect(ok(await cancel(anna, id)).success, `${again}`).toBe(true);
    await work(world);
    expect([(await stateOf(world.t, id)).state, await balanceOf(world.t, anna)]).toEqual(["REFUNDED", "60"]);
    refused(await cancel(eve, await withdrawal(world.t, eve, "1", stranger())), 409, "WITHDRAWAL_NOT_HELD");
    await work(world);
    await sound(world);
  });

  it("isn't stored whatever a process does, and its hold can't be changed", async () => {
    const anna = await rich();
    const id = await withdrawal(world.t, anna, "20", stranger());
    const attempt = sql`
      insert into payment_attempts (withdrawal_id, signature, bytes, network_fee, lamports, last_valid_block_height, created_at, updated_at)
      values (${id}, ${`forged${id}`}, 'x', 5000, 1, 1, now(), now())`;
    await expect(attempt.execute(world.t.database.jobsDb)).rejects.toMatchObject({ code: "LG004" });
    const shortened = sql`update withdrawals set held_until = null where id = ${id}`;
    await expect(shortened.execute(world.t.database.db)).rejects.toMatchObject({ code: "LG004" });
    ok(await cancel(anna, id));
    await work(world);
    await sound(world);
  });
});

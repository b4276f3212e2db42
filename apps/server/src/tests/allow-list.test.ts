import { createPasswordReset } from "@bbux/api";
import { ALLOW_LIST } from "@bbux/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTestApp, TEST_PASSWORD, type TestApp, type TestMember } from "../testing.ts";
import { ageProofs } from "./second-factor.support.ts";
import { dueSecurityMails } from "./security-mails.support.ts";
import { call, ok, refused, refusesField, tally } from "./support.ts";
import { SOL, stranger } from "./wallet.support.ts";

// Members can have their withdrawals go to listed addresses only (docs/adr/0045).

let t: TestApp;
let anna: TestMember;
let members = 0;
beforeAll(async () => {
  t = await createTestApp({ env: { SECURITY_HOLD_HOURS: "24" } });
});
beforeEach(async () => {
  anna = await t.member(`lister${members++}`, { balance: 100n * SOL });
});
afterAll(() => t.close());

const list = async () => ok(await call(t, "GET", "/wallet/allow-list", { as: anna }));
const add = (address: string, label = "") =>
  call(t, "POST", "/wallet/allow-list/add", { as: anna, body: { address, label } });
const remove = (address: string) => call(t, "POST", "/wallet/allow-list/remove", { as: anna, body: { address } });
const turn = (on: boolean) => call(t, "POST", "/wallet/allow-list/set", { as: anna, body: { on } });
const withdraw = (destinationAddress: string, amount = 1) =>
  call(t, "POST", "/wallet/withdraw", { as: anna, body: { amount, destinationAddress } });
const events = async () => {
  const { events: all } = ok(await call(t, "GET", "/auth/security-events", { as: anna }));
  return all.map(({ kind }: { kind: string }) => kind);
};
/** Lets hours pass for the list, on the database's clock. */
const pass = async (hours: number) => {
  const by = sql`make_interval(hours => ${hours})`;
  await sql`update allowed_addresses set usable_at = usable_at - ${by} where user_id = ${anna.id}`.execute(
    t.database.ownerDb,
  );
  await sql`update allow_lists set off_at = off_at - ${by} where user_id = ${anna.id}`.execute(t.database.ownerDb);
};

describe("while the list is on", () => {
  it("withdrawals go to its addresses only, and to an added one after 48 hours", async () => {
    const [own, other] = [stranger(), stranger()];
    ok(await turn(true));
    refused(await withdraw(own), 403, "ADDRESS_NOT_ALLOWED");
    const added = ok(await add(own, "Ledger"));
    expect(added).toMatchObject({
      isOn: true,
      offAt: null,
      addresses: [{ address: own, label: "Ledger", isUsable: false }],
    });
    const [entry] = added.addresses;
    expect(Date.parse(entry.usableAt) - Date.parse(entry.addedAt)).toBe(ALLOW_LIST.hours * 3_600_000);
    expect(refused(await withdraw(own), 403, "ADDRESS_NOT_ALLOWED").details).toEqual({ availableAt: entry.usableAt });
    await pass(47);
    refused(await withdraw(own), 403, "ADDRESS_NOT_ALLOWED");
    await pass(1);
    // It was announced for longer than a new address is held.
    expect(ok(await withdraw(own, 20)).transaction.withdrawal).not.toHaveProperty("held");
    refused(await withdraw(other), 403, "ADDRESS_NOT_ALLOWED");
    ok(await remove(own));
    refused(await withdraw(own), 403, "ADDRESS_NOT_ALLOWED");
    const told = ["allowed_address_removed", "withdrawal_requested", "allowed_address_added", "allow_list_on"];
    expect(await events()).toEqual(told);
    // One that isn't on the list changes nothing.
    ok(await remove(own));
    expect(await events()).toEqual(told);
  });

  it("it stays on for 48 hours after it was turned off, and on if that is taken back", async () => {
    ok(await turn(true));
    const off = ok(await turn(false));
    expect(off).toMatchObject({ isOn: true, offAt: expect.any(String) });
    refused(await withdraw(stranger()), 403, "ADDRESS_NOT_ALLOWED");
    // Again doesn't prolong it.
    expect(ok(await turn(false)).offAt).toBe(off.offAt);
    expect(ok(await turn(true))).toMatchObject({ isOn: true, offAt: null });
    ok(await turn(false));
    await pass(48);
    expect(await list()).toMatchObject({ isOn: false, offAt: null });
    ok(await withdraw(stranger()));
    ok(await turn(true));
    refused(await withdraw(stranger()), 403, "ADDRESS_NOT_ALLOWED");
  });
});

it("every change needs a fresh proof: a thief could also keep the owner from withdrawing", async () => {
  const own = stranger();
  ok(await add(own));
  await ageProofs(t, anna);
  refused(await add(stranger()), 403, "STEP_UP_REQUIRED");
  refused(await turn(true), 403, "STEP_UP_REQUIRED");
  refused(await remove(own), 403, "STEP_UP_REQUIRED");
});

it("a freeze of the account takes back what would loosen the list and isn't in effect yet", async () => {
  const [own, pending] = [stranger(), stranger()];
  ok(await add(own));
  await pass(48);
  ok(await turn(true));
  ok(await turn(false));
  ok(await add(pending));
  ok(await call(t, "POST", "/auth/freeze", { as: anna }));
  await sql`delete from security_holds where user_id = ${anna.id}`.execute(t.database.ownerDb);
  const body = { email: anna.email, password: TEST_PASSWORD };
  const { token } = ok(await call(t, "POST", "/auth/login", { body }));
  anna = { ...anna, headers: { authorization: `Bearer ${token}` } };
  const kept = await list();
  expect([kept.isOn, kept.offAt, kept.addresses.map(({ address }: { address: string }) => address)]).toEqual([
    true,
    null,
    [own],
  ]);
  expect((await events()).slice(0, 3)).toEqual(["account_frozen", "allowed_address_removed", "allow_list_on"]);
  const subjects = (await dueSecurityMails(t)).filter(({ to }) => to === anna.email).map(({ subject }) => subject);
  // Changes that a freeze makes are listed, but not emailed.
  expect(subjects).toContain("Your account was frozen on BBUX");
  expect(subjects).not.toContain("Withdrawal address removed on BBUX");
});

it("a reset by mail takes back what was changed in the 30 days before, and its mail names it", async () => {
  const [own, recent] = [stranger(), stranger()];
  ok(await add(own));
  await sql`update allowed_addresses set added_at = now() - interval '31 days' where user_id = ${anna.id}`.execute(
    t.database.ownerDb,
  );
  ok(await add(recent));
  ok(await turn(true));
  ok(await turn(false));
  await pass(48);
  expect((await list()).isOn).toBe(false);
  await sql`update allow_lists set off_at = now() - interval '1 day' where user_id = ${anna.id}`.execute(
    t.database.ownerDb,
  );
  await dueSecurityMails(t);
  const made = await createPasswordReset(t.database.db, anna.email, t.services.now());
  const newPassword = "another good password";
  ok(await call(t, "POST", "/auth/reset-password", { body: { token: made?.token, newPassword } }));
  const { token } = ok(await call(t, "POST", "/auth/login", { body: { email: anna.email, password: newPassword } }));
  anna = { ...anna, headers: { authorization: `Bearer ${token}` } };
  expect(await list()).toMatchObject({ isOn: true, offAt: null, addresses: [{ address: own }] });
  expect((await list()).addresses).toHaveLength(1);
  expect((await events()).slice(0, 3)).toEqual(["password_reset", "allowed_address_removed", "allow_list_on"]);
  const mails = (await dueSecurityMails(t)).filter(({ to }) => to === anna.email);
  expect(mails.map(({ subject }) => subject)).toEqual(["Your password was reset on BBUX"]);
  expect(mails[0]?.text).toContain(`This address was removed from your allow-list: ${recent}.`);
  expect(mails[0]?.text).toContain("Your allow-list is on again.");
});

it("holds 20 addresses, also when 40 come at once, and renames one that it has", async () => {
  const many = await Promise.all(Array.from({ length: 40 }, () => add(stranger())));
  expect(tally(many)).toEqual({ 200: ALLOW_LIST.max, 409: ALLOW_LIST.max });
  const [{ address, usableAt }] = (await list()).addresses;
  const renamed = ok(await add(` ${address} `, "Exchange"));
  expect(renamed.addresses[0]).toMatchObject({ address, usableAt, label: "Exchange" });
});

it("refuses what can't be an address, and others' lists stay theirs", async () => {
  refusesField(await add("here"), "address");
  refusesField(await add(stranger(), "x".repeat(41)), "label");
  ok(await add(stranger()));
  anna = await t.member("someone-else");
  expect(await list()).toEqual({ isOn: false, offAt: null, addresses: [] });
});

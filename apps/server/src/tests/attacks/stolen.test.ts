import { createPasswordReset } from "@bbux/api";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { sendEmailChange } from "../../jobs/email-change-mail.ts";
import type { Mail } from "../../mail.ts";
import { TEST_PASSWORD, type TestMember } from "../../testing.ts";
import { addPasskey } from "../passkeys.support.ts";
import { ageFactors, ageProofs, codeOf, enroll } from "../second-factor.support.ts";
import { dueSecurityMails } from "../security-mails.support.ts";
import { browser, call, ok, refused } from "../support.ts";
import { balanceOf, held, type MoneyWorld, SOL, sound, startMoney, stranger, work } from "../wallet.support.ts";

// What a thief gets who has a session, and then the mailbox, too: nothing, if the owner reads a mail within a day.

const THIEFS = "the thief's own password";
const OWNERS = "the owner's next password";
let world: MoneyWorld;
const mails: Mail[] = [];
beforeAll(async () => {
  world = await startMoney({ env: { SECURITY_HOLD_HOURS: "24", WITHDRAWAL_DAILY_LIMIT: "100" } });
});
afterAll(() => world.stop());
afterEach(() => world.heal());

const post = (path: string, body: object, as?: TestMember) => call(world.t, "POST", path, { body, ...(as && { as }) });
const withdraw = (as: TestMember, amount: number, destinationAddress: string) =>
  post("/wallet/withdraw", { amount, destinationAddress }, as);
const signIn = async (member: TestMember, email: string, password: string): Promise<TestMember> => {
  const { token } = ok(await post("/auth/login", { email, password }));
  return { ...member, headers: { authorization: `Bearer ${token}` } };
};
const reset = async (email: string, newPassword: string) => {
  const made = await createPasswordReset(world.t.database.db, email, world.t.services.now());
  ok(await post("/auth/reset-password", { token: made?.token, newPassword }));
};
const statusOf = async (as: TestMember, id: string) =>
  ok(await call(world.t, "GET", `/wallet/transactions/${id}`, { as })).transaction;
const linkTo = async (to: string, page: string) => {
  mails.push(...(await dueSecurityMails(world.t)));
  const mail = mails.findLast((one) => one.to === to && one.text.includes(`/${page}?`));
  return new RegExp(`/${page}\\?token=([\\w-]+)\\n`).exec(mail?.text ?? "")?.[1] ?? "";
};
/** Lets a day pass for holds, on the database's clock. */
const passDay = ({ id }: TestMember) =>
  sql`update security_holds set until = until - interval '1 day' where user_id = ${id}`.execute(
    world.t.database.ownerDb,
  );

it.each([
  { stolen: "token", steal: async (owner: TestMember): Promise<Record<string, string>> => owner.headers },
  { stolen: "cookie", steal: (owner: TestMember) => browser(world.t, owner) },
])("a stolen $stolen alone moves nothing to a new address, and changes nothing about the account", async (theft) => {
  const owner = await world.rich(`session_${theft.stolen}`, 60n * SOL);
  const headers = await theft.steal(owner);
  const ask = (path: string, body: object) => call(world.t, "POST", path, { headers, body });
  ok(await call(world.t, "GET", "/auth/me", { headers }));
  await ageProofs(world.t, owner);
  const attempts = [
    ask("/wallet/withdraw", { amount: 1, destinationAddress: stranger() }),
    call(world.t, "PUT", "/wallet/withdrawal-address", { headers, body: { address: stranger() } }),
    ask("/auth/email", { newEmail: "thief@example.org" }),
    ask("/auth/factors/totp", {}),
    ask("/auth/factors/passkeys/options", {}),
    ask("/wallet/allow-list/set", { on: true }),
    ask("/wallet/allow-list/remove", { address: stranger() }),
  ];
  for (const response of await Promise.all(attempts)) refused(response, 403, "STEP_UP_REQUIRED");
  const guess = { currentPassword: "a guess of theirs", newPassword: THIEFS };
  refused(await ask("/auth/change-password", guess), 400, "WRONG_PASSWORD");
  expect(await balanceOf(world.t, owner)).toBe("60");
});

it("a thief with the password who adds a second factor withdraws nothing for a day", async () => {
  const owner = await world.rich("young_factor", 60n * SOL);
  const thief = await signIn(owner, owner.email, TEST_PASSWORD);
  await enroll(world.t, thief);
  // Of two holds the one that ends last is named.
  for (const [amount, cause] of [
    [1, "factor_added"],
    [12, "new_address"],
  ] as const) {
    const { transaction } = ok(await withdraw(thief, amount, stranger()));
    expect(transaction.withdrawal).toMatchObject({ stage: "held", held: { cause } });
  }
  await passDay(owner);
  // The factor itself is still too young to make up for a new address.
  const { transaction } = ok(await withdraw(thief, 12, stranger()));
  expect(transaction.withdrawal).toMatchObject({ stage: "held", held: { cause: "new_address" } });
});

it("a further second factor holds withdrawals if its session is younger than a hold, and not otherwise", async () => {
  const { t } = world;
  const owner = await world.rich("further_factor", 60n * SOL);
  await enroll(t, owner);
  await ageFactors(t, owner);
  const isHeld = async () =>
    ok(await withdraw(owner, 1, stranger())).transaction.withdrawal.held?.cause === "factor_added";
  await sql`update sessions set created_at = created_at - interval '25 hours' where user_id = ${owner.id}`.execute(
    t.database.ownerDb,
  );
  await addPasskey(t, owner);
  expect(await isHeld()).toBe(false);
  await sql`update sessions set created_at = now() where user_id = ${owner.id}`.execute(t.database.ownerDb);
  await addPasskey(t, owner);
  expect(await isHeld()).toBe(true);
});

it("a suspended second factor doesn't make up for a new address, nor does one that has just been confirmed again", async () => {
  const { t } = world;
  const owner = await world.rich("suspended_factor", 60n * SOL);
  const { secret } = await enroll(t, owner);
  await ageFactors(t, owner);
  await passDay(owner);
  const heldBy = async () => ok(await withdraw(owner, 11, stranger())).transaction.withdrawal.held?.cause ?? null;
  expect(await heldBy()).toBeNull();
  await sql`update factors set suspended_at = now() where user_id = ${owner.id}`.execute(t.database.ownerDb);
  expect(await heldBy()).toBe("new_address");
  const { factors } = ok(await call(t, "GET", "/auth/factors", { as: owner }));
  ok(await post("/auth/step-up", { password: TEST_PASSWORD }, owner));
  ok(await post(`/auth/ways-in/${factors[0].id}/confirm`, {}, owner));
  ok(await post("/auth/step-up", { code: codeOf(secret) }, owner));
  await passDay(owner);
  expect(await heldBy()).toBe("new_address");
});

it("with an old session even a known address gets no more than the member wants to be asked for", async () => {
  const owner = await world.rich("known_address", 60n * SOL);
  const known = stranger();
  ok(await withdraw(owner, 1, known));
  await ageProofs(world.t, owner);
  refused(await withdraw(owner, 11, known), 403, "STEP_UP_REQUIRED");
  ok(await withdraw(owner, 9, known));
  refused(await withdraw(owner, 1, known), 403, "STEP_UP_REQUIRED");
});

it("a session with the mailbox takes over the account for a day, and gets nothing once the owner undoes it", async () => {
  const { t } = world;
  const owner = await world.rich("mailbox", 60n * SOL);
  const [loot, email] = [stranger(), owner.email];
  // The thief resets the password, withdraws, and moves the account to an address of theirs.
  await reset(email, THIEFS);
  const thief = await signIn(owner, email, THIEFS);
  // At first too little to be held for the new address alone.
  const asked = [ok(await withdraw(thief, 9, loot)), ok(await withdraw(thief, 40, loot))];
  const newEmail = "mailbox-thief@example.org";
  ok(await post("/auth/email", { newEmail }, thief));
  const sendMail = async (mail: Mail) => void mails.push(mail);
  const job = { db: t.database.db, verifiesEmail: true, sendMail, origin: "https://bbux.example" };
  await sendEmailChange(job, { userId: owner.id, newEmail }, t.services.now());
  ok(await post("/auth/email/confirm", { token: await linkTo(newEmail, "confirm-email-change") }));
  await work(world);
  expect(await held(world, loot)).toBe(0n);

  // The owner reads the mail at the address from before.
  ok(await post("/auth/email/undo", { token: await linkTo(email, "undo-email-change") }));
  refused(await withdraw(thief, 1, loot), 401, "UNAUTHENTICATED");
  refused(await post("/auth/login", { email: newEmail, password: THIEFS }), 401, "INVALID_CREDENTIALS");
  // Who knows the password doesn't get in, however long they wait.
  refused(await post("/auth/login", { email, password: THIEFS }), 403, "ACCOUNT_FROZEN");
  await passDay(owner);
  await work(world);
  expect(await held(world, loot)).toBe(0n);

  await reset(email, OWNERS);
  const back = await signIn(owner, email, OWNERS);
  await passDay(owner);
  await work(world);
  for (const { transactionId } of asked)
    expect(await statusOf(back, transactionId)).toMatchObject({ withdrawal: { stage: "returned" } });
  expect([await held(world, loot), await balanceOf(t, back)]).toEqual([0n, "60"]);
  await sound(world);
});

it("an address that a thief was paid at is new again once the owner has recovered, and one that the owner used long before isn't", async () => {
  const { t } = world;
  const owner = await world.rich("recovered", 60n * SOL);
  const [own, loot, saved] = [stranger(), stranger(), stranger()];
  for (const to of [own, loot]) ok(await withdraw(owner, 1, to));
  ok(await call(t, "PUT", "/wallet/withdrawal-address", { as: owner, body: { address: saved } }));
  await sql`
    update withdrawals set created_at = now() - case when destination = ${own} then interval '31 days' else interval '2 days' end
     where user_id = ${owner.id}`.execute(t.database.ownerDb);
  await work(world);
  const heldAt = async (as: TestMember, to: string) => {
    const { transactionId, transaction } = ok(await withdraw(as, 11, to));
    return { transactionId, cause: transaction.withdrawal.held?.cause ?? null };
  };
  expect((await heldAt(owner, loot)).cause).toBeNull();
  await work(world);
  // A factor that is removed holds what follows.
  await sql`insert into security_holds values (${owner.id}, 'factor_removed', now() + interval '1 day')`.execute(
    t.database.ownerDb,
  );
  const [kept, dropped] = [await heldAt(owner, own), await heldAt(owner, loot)];
  ok(await post("/auth/freeze", {}, owner));

  await reset(owner.email, OWNERS);
  const back = await signIn(owner, owner.email, OWNERS);
  await passDay(owner);
  await work(world);
  const stages = await Promise.all([kept, dropped].map(({ transactionId }) => statusOf(back, transactionId)));
  expect(stages.map((status) => status.withdrawal.stage)).toEqual(["paid", "returned"]);
  expect(ok(await call(t, "GET", "/wallet", { as: back })).withdrawalAddress).toBeNull();
  expect((await heldAt(back, loot)).cause).toBe("new_address");
  await ageProofs(t, back);
  const save = (address: string) => call(t, "PUT", "/wallet/withdrawal-address", { as: back, body: { address } });
  refused(await save(loot), 403, "STEP_UP_REQUIRED");
  ok(await save(own));
  await sound(world);
});

it("a new password by mail cancels withdrawals to new addresses and forgets the saved one, without a freeze too, and its mail names them", async () => {
  const { t } = world;
  const owner = await world.rich("plain_reset", 60n * SOL);
  const [own, loot, paid] = [stranger(), stranger(), stranger()];
  for (const to of [own, paid]) ok(await withdraw(owner, 1, to));
  await sql`
    update withdrawals set created_at = now() - case destination when ${own} then interval '31 days' else interval '2 days' end
     where user_id = ${owner.id}`.execute(t.database.ownerDb);
  await work(world);
  ok(await call(t, "PUT", "/wallet/withdrawal-address", { as: owner, body: { address: loot } }));
  const [kept, dropped] = [ok(await withdraw(owner, 11, own)), ok(await withdraw(owner, 12, loot))];
  await sql`update users set settings = settings || '{"confirmAbove": "50"}' where id = ${owner.id}`.execute(
    t.database.ownerDb,
  );
  await reset(owner.email, OWNERS);
  const back = await signIn(owner, owner.email, OWNERS);
  const mail = (await dueSecurityMails(t)).find(
    ({ to, subject }) => to === owner.email && subject === "Your password was reset on BBUX",
  );
  expect(mail?.text).toContain(`you first used their addresses less than 30 days ago: 12 BBUX → ${loot}.`);
  expect(mail?.text).toContain(`Your wallet no longer suggests this address when you withdraw: ${loot}.`);
  await passDay(owner);
  await work(world);
  const stages = await Promise.all([kept, dropped].map(({ transactionId }) => statusOf(back, transactionId)));
  expect(stages.map(({ withdrawal }) => withdrawal.stage)).toEqual(["paid", "returned"]);
  expect(ok(await call(t, "GET", "/wallet", { as: back })).withdrawalAddress).toBeNull();
  // A recent payment doesn't make its address known.
  const { transaction } = ok(await withdraw(back, 11, paid));
  expect(transaction.withdrawal).toMatchObject({ stage: "held", held: { cause: "new_address" } });
  const { rows } = await sql`select from users where id = ${owner.id} and settings ? 'confirmAbove'`.execute(
    t.database.ownerDb,
  );
  expect(rows).toEqual([]);
  await sound(world);
});

it("a new password by mail leaves the saved address if the member's own list had it 30 days before", async () => {
  const { t } = world;
  const savedAfter = async (days: number) => {
    const owner = await t.member(`listed_${days}_days`);
    const own = stranger();
    ok(await post("/wallet/allow-list/add", { address: own, label: "Mine" }, owner));
    await sql`
      update allowed_addresses set usable_at = now(), added_at = now() - make_interval(days => ${days})
       where user_id = ${owner.id}`.execute(t.database.ownerDb);
    ok(await call(t, "PUT", "/wallet/withdrawal-address", { as: owner, body: { address: own } }));
    await reset(owner.email, OWNERS);
    const back = await signIn(owner, owner.email, OWNERS);
    return ok(await call(t, "GET", "/wallet", { as: back })).withdrawalAddress === own;
  };
  expect([await savedAfter(31), await savedAfter(29)]).toEqual([true, false]);
});

it("a fresh session is paid 10 BBUX in a day at new addresses, however many these are", async () => {
  const owner = await world.rich("spread", 60n * SOL);
  const loot = Array.from({ length: 5 }, stranger);
  for (const response of await Promise.all(loot.map((to) => withdraw(owner, 6, to)))) ok(response);
  // What the owner's own list has allowed for long enough is no thief's, and leaves as much for a new address.
  const other = await world.rich("spread_listed", 60n * SOL);
  const own = stranger();
  ok(await post("/wallet/allow-list/add", { address: own, label: "Mine" }, other));
  await sql`update allowed_addresses set usable_at = now() where user_id = ${other.id}`.execute(
    world.t.database.ownerDb,
  );
  const allowed = [own, stranger()];
  for (const to of allowed) ok(await withdraw(other, 10, to));
  await work(world);
  const paid = async (addresses: readonly string[]) =>
    (await Promise.all(addresses.map((to) => held(world, to)))).filter((amount) => amount > 0n).length;
  expect([await paid(loot), await paid(allowed)]).toEqual([1, 2]);
  await sound(world);
});

it("the account is frozen without a session by the link in the mail about the withdrawal", async () => {
  const owner = await world.rich("frozen", 60n * SOL);
  const loot = stranger();
  // The thief is in with the password, so nothing but the new address holds it up.
  const thief = await signIn(owner, owner.email, TEST_PASSWORD);
  ok(await withdraw(thief, 40, loot));
  ok(await post("/auth/freeze-by-link", { token: await linkTo(owner.email, "freeze") }));
  refused(await withdraw(thief, 1, loot), 401, "UNAUTHENTICATED");
  await sql`alter table withdrawals disable trigger withdrawals_hold_kept`.execute(world.t.database.ownerDb);
  await sql`update withdrawals set held_until = null where user_id = ${owner.id}`.execute(world.t.database.ownerDb);
  await sql`alter table withdrawals enable trigger withdrawals_hold_kept`.execute(world.t.database.ownerDb);
  await work(world);
  expect(await held(world, loot)).toBe(0n);
  await sound(world);
});

it("an address that was withdrawn to just now needs a proof to be saved, and the owner is told", async () => {
  const owner = await world.rich("saved_after_use", 60n * SOL);
  const loot = stranger();
  ok(await withdraw(owner, 1, loot));
  await ageProofs(world.t, owner);
  const save = () => call(world.t, "PUT", "/wallet/withdrawal-address", { as: owner, body: { address: loot } });
  refused(await save(), 403, "STEP_UP_REQUIRED");
  ok(await post("/auth/step-up", { password: TEST_PASSWORD }, owner));
  ok(await save());
  const { events } = ok(await call(world.t, "GET", "/auth/security-events", { as: owner }));
  expect(events[0]).toMatchObject({ kind: "default_address_set" });
});

it("an address that a thief with a fresh session saves is told to the owner, and counts as new when it is first withdrawn to", async () => {
  const owner = await world.rich("saved", 60n * SOL);
  const loot = stranger();
  ok(await call(world.t, "PUT", "/wallet/withdrawal-address", { as: owner, body: { address: loot } }));
  const { events } = ok(await call(world.t, "GET", "/auth/security-events", { as: owner }));
  expect(events[0]).toMatchObject({ kind: "default_address_set" });
  ok(await post("/wallet/withdraw", { amount: 40 }, owner));
  await work(world);
  expect(await held(world, loot)).toBe(0n);
});

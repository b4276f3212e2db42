import { createPasswordReset, freezeLinkToken, undoAddedToken } from "@bbux/api";
import { removeFactors } from "@bbux/api/operator";
import { DAY_MS } from "@bbux/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { TEST_PASSWORD, type TestApp, type TestMember } from "../../testing.ts";
import { emailChangesOf, startEmailChanges } from "../email-change.support.ts";
import { addPasskey } from "../passkeys.support.ts";
import { ageProofs, codeOf, enroll } from "../second-factor.support.ts";
import { dueSecurityMails } from "../security-mails.support.ts";
import { call, ok, refused } from "../support.ts";
import { linkWallet, toSignIn } from "../wallets.support.ts";
import { waysInOf, withToken } from "../ways-in.support.ts";

// Anything a thief added to an account stops working once the owner has recovered it (docs/adr/0036).

const OWNERS = "the owner's next password";
let t: TestApp;
let later = 0;
const { fresh, address, login, byPasskey, asked, confirm, undo, undoToken, causes } = emailChangesOf(() => t);
const { signIn: byWallet, kindsOf } = waysInOf(() => t);
beforeAll(async () => {
  t = await startEmailChanges(() => later);
});
afterAll(() => t.close());
beforeEach(() => {
  later = 0;
});

const post = (path: string, body: object = {}, as?: TestMember) => call(t, "POST", path, { body, ...(as && { as }) });
const freezeBy = (token: string) => post("/auth/freeze-by-link", { token });
const undoBy = (token: string) => post("/auth/undo-added", { token });
const freezeToken = ({ id }: TestMember, days = 0) =>
  freezeLinkToken(t.services, id, new Date(t.services.now().getTime() + days * DAY_MS));
const confirmWay = (as: TestMember, id: string) => post(`/auth/ways-in/${id}/confirm`, {}, as);
const factorsOf = async (as: TestMember) => ok(await call(t, "GET", "/auth/factors", { as }));
const waysOf = async (as: TestMember) => ok(await call(t, "GET", "/auth/ways-in", { as }));

async function reset(member: TestMember, newPassword = OWNERS): Promise<void> {
  const made = await createPasswordReset(t.database.db, member.email, t.services.now());
  ok(await post("/auth/reset-password", { token: made?.token, newPassword }));
}

/** Recovers the account as its owner does: freezes it with one mailed link, and sets a password with another. */
async function recover(member: TestMember): Promise<void> {
  ok(await freezeBy(freezeToken(member)));
  await reset(member);
}

const back = async (member: TestMember, code?: string, password = OWNERS): Promise<TestMember> =>
  withToken(member, ok(await login(member.email, password, code)).token);

/** Makes what a member has added so far older. */
async function age({ id }: TestMember, days: number): Promise<void> {
  const by = sql`make_interval(days => ${days})`;
  const { ownerDb } = t.database;
  await sql`update factors set confirmed_at = confirmed_at - ${by} where user_id = ${id}`.execute(ownerDb);
  await sql`update recovery_codes set created_at = created_at - ${by} where user_id = ${id}`.execute(ownerDb);
  await sql`update linked_logins set created_at = created_at - ${by} where user_id = ${id}`.execute(ownerDb);
}

/** The states of the wrong codes entered for the member. */
const guessesOf = async ({ id }: TestMember) => {
  const rows = await t.database.db.selectFrom("code_attempts").select("state").where("user_id", "=", id).execute();
  return rows.map(({ state }) => state);
};

async function stolen() {
  const owner = await fresh();
  const { secret } = await enroll(t, owner);
  const { passkey } = await addPasskey(t, owner);
  return { owner, secret, passkey, wallet: await linkWallet(t, owner) };
}

describe("what a thief has added is suspended when the owner recovers the account", () => {
  it("by a freeze and a reset: it opens nothing, is not asked for, and proves nothing", async () => {
    const { owner, secret, passkey, wallet } = await stolen();
    await recover(owner);
    refused(await byPasskey(passkey), 401, "WAY_IN_SUSPENDED");
    refused(await byWallet(wallet), 401, "WAY_IN_SUSPENDED");
    const again = await back(owner);
    const { options } = ok(await post("/auth/passkey/options"));
    refused(await post("/auth/step-up", { passkey: passkey.use(options) }, again), 401, "WAY_IN_SUSPENDED");
    const signed = wallet.sign(await toSignIn(t));
    refused(await post("/auth/step-up", { wallet: signed }, again), 401, "WAY_IN_SUSPENDED");
    refused(await post("/auth/step-up", { code: codeOf(secret) }, again), 409, "NO_SECOND_FACTOR");
    refused(await post("/auth/recovery-codes", {}, again), 409, "NO_SECOND_FACTOR");
    await ageProofs(t, owner);
    const { details } = refused(await post("/auth/factors/totp", {}, again), 403, "STEP_UP_REQUIRED");
    expect(details).toEqual({ proofs: ["password"] });
  });

  it("by undoing a change of address, however long before it was added", async () => {
    const { owner, passkey, wallet } = await stolen();
    await age(owner, 28);
    ok(await confirm(await asked(owner, address("thief"))));
    ok(await undo(await undoToken(owner.email)));
    refused(await byPasskey(passkey), 401, "WAY_IN_SUSPENDED");
    refused(await byWallet(wallet), 401, "WAY_IN_SUSPENDED");
    // Nor does who knows the password, so they confirm none.
    refused(await login(owner.email, TEST_PASSWORD), 403, "ACCOUNT_FROZEN");
    await reset(owner);
    ok(await login(owner.email, OWNERS));
  });

  it("and one that is 30 days old stays needed, without codes that were made since", async () => {
    const owner = await fresh();
    const { secret, recoveryCodes } = await enroll(t, owner);
    const own = await linkWallet(t, owner);
    await age(owner, 31);
    const { recoveryCodes: renewed } = ok(await post("/auth/recovery-codes", {}, owner));
    const { passkey } = await addPasskey(t, owner);
    await age(owner, 29);
    await sql`update linked_logins set created_at = now() - interval '31 days' where subject = ${own.address}`.execute(
      t.database.ownerDb,
    );
    const theirs = await linkWallet(t, owner);
    await recover(owner);
    refused(await byPasskey(passkey), 401, "WAY_IN_SUSPENDED");
    refused(await byWallet(theirs), 401, "WAY_IN_SUSPENDED");
    refused(await login(owner.email, OWNERS), 401, "SECOND_FACTOR_REQUIRED");
    for (const code of [recoveryCodes[0], renewed[0]]) {
      refused(await login(owner.email, OWNERS, code), 401, "SECOND_FACTOR_WRONG");
    }
    ok(await byWallet(own, { code: codeOf(secret) }));
  });
});

describe("the owner", () => {
  it("reads what is suspended, and confirms each with a fresh proof, or removes it", async () => {
    const { owner, secret, passkey, wallet } = await stolen();
    const other = await fresh();
    await recover(owner);
    const again = await back(owner);
    const kinds = ["factor_suspended", "factor_suspended", "login_suspended"];
    expect((await kindsOf(again)).filter((kind) => kind.endsWith("_suspended")).sort()).toEqual(kinds);
    const texts = (await dueSecurityMails(t, { verifiesEmail: true })).map(({ text }) => text).join("\n");
    expect(texts).toContain("The passkey “Laptop” was added shortly before your account was recovered.");
    const { factors } = await factorsOf(again);
    expect(factors.map((one: { suspendedAt: string | null }) => typeof one.suspendedAt)).toEqual(["string", "string"]);
    const [app, key] = factors;
    const [linked] = (await waysOf(again)).logins;
    expect([linked.suspendedAt, (await waysOf(again)).passkeys]).toEqual([expect.any(String), 0]);
    refused(await confirmWay(other, key.id), 404, "NOT_FOUND");
    ok(await call(t, "DELETE", `/auth/factors/${app.id}`, { as: again }));
    await ageProofs(t, owner);
    refused(await confirmWay(again, key.id), 403, "STEP_UP_REQUIRED");
    ok(await post("/auth/step-up", { password: OWNERS }, again));
    expect(ok(await confirmWay(again, key.id)).recoveryCodes).toHaveLength(10);
    refused(await confirmWay(again, key.id), 403, "STEP_UP_REQUIRED");
    const inside = withToken(owner, ok(await byPasskey(passkey)).token);
    expect(ok(await confirmWay(inside, linked.id)).recoveryCodes).toEqual([]);
    refused(await confirmWay(inside, linked.id), 404, "NOT_FOUND");
    refused(await byWallet(wallet), 401, "SECOND_FACTOR_REQUIRED");
    refused(await login(owner.email, OWNERS, codeOf(secret)), 401, "SECOND_FACTOR_WRONG");
    expect((await kindsOf(inside)).slice(0, 2)).toEqual(["login_confirmed", "factor_confirmed"]);
  });

  it("has confirmed one as of now: another recovery suspends it again", async () => {
    const owner = await fresh();
    const { passkey } = await addPasskey(t, owner);
    await age(owner, 20);
    await recover(owner);
    const again = await back(owner);
    const [{ id }] = (await factorsOf(again)).factors;
    ok(await confirmWay(again, id));
    await age(owner, 20);
    await recover(owner);
    refused(await byPasskey(passkey), 401, "WAY_IN_SUSPENDED");
  });

  it("has withdrawals held for a day by the first one that is confirmed, and its guessed codes forgotten", async () => {
    const owner = await fresh();
    await enroll(t, owner);
    await sql`delete from security_holds where user_id = ${owner.id}`.execute(t.database.ownerDb);
    refused(await login(owner.email, TEST_PASSWORD, "000000"), 401, "SECOND_FACTOR_WRONG");
    ok(await confirm(await asked(owner, address("thief"))));
    ok(await undo(await undoToken(owner.email)));
    expect(await guessesOf(owner)).toEqual(["void"]);
    await reset(owner);
    const again = await back(owner);
    const before = await causes(owner);
    expect(before).not.toContain("factor_added");
    const [{ id }] = (await factorsOf(again)).factors;
    ok(await confirmWay(again, id));
    expect(await causes(owner)).toEqual(["email_changed", "factor_added", "password_reset"]);
  });

  it("has one that isn't theirs removed by an operator, who keeps the others", async () => {
    const owner = await fresh();
    const { secret } = await enroll(t, owner);
    const { passkey } = await addPasskey(t, owner);
    const [, { id }] = (await factorsOf(owner)).factors;
    const act = { member: owner.username, reason: "Showed the receipts of three deposits" };
    await expect(removeFactors(t.services, { ...act, only: "1" })).rejects.toThrow(`passkey “Laptop” (${id})`);
    expect(await removeFactors(t.services, { ...act, only: id })).toMatchObject({ removed: 1 });
    refused(await byPasskey(passkey), 401, "PASSKEY_REFUSED");
    ok(await login(owner.email, TEST_PASSWORD, codeOf(secret)));
  });
});

describe("the mail that something was added", () => {
  const unfreeze = ({ id }: TestMember) =>
    sql`delete from security_holds where user_id = ${id} and cause = 'frozen'`.execute(t.database.ownerDb);
  /** The link in the latest mail to the member. */
  async function undoIn(member: TestMember): Promise<string> {
    const mails = await dueSecurityMails(t, { verifiesEmail: true });
    const text = mails.findLast(({ to }) => to === member.email)?.text ?? "";
    return /https:\/\/bbux\.example\/undo-added\?token=([\w-]+)\n/.exec(text)?.[1] ?? "";
  }

  it.each([
    { what: "an authenticator app", add: (as: TestMember) => enroll(t, as) },
    { what: "a passkey", add: (as: TestMember) => addPasskey(t, as) },
    { what: "a wallet", add: (as: TestMember) => linkWallet(t, as) },
  ])("removes $what without a session, once, ends sessions, and freezes the account", async ({ add }) => {
    const owner = await fresh();
    await add(owner);
    const token = await undoIn(owner);
    ok(await undoBy(token));
    refused(await call(t, "GET", "/auth/me", { as: owner }), 401, "UNAUTHENTICATED");
    refused(await undoBy(token), 400, "UNDO_LINK_INVALID");
    refused(await login(owner.email, TEST_PASSWORD), 403, "ACCOUNT_FROZEN");
    await reset(owner);
    const again = await back(owner);
    expect([(await factorsOf(again)).factors, (await waysOf(again)).logins]).toEqual([[], []]);
    expect((await factorsOf(again)).recoveryCodesLeft).toBe(0);
  });

  it("leaves an older one with its codes, but none that were made since", async () => {
    const owner = await fresh();
    const { secret, recoveryCodes } = await enroll(t, owner);
    await addPasskey(t, owner);
    ok(await undoBy(await undoIn(owner)));
    await unfreeze(owner);
    ok(await login(owner.email, TEST_PASSWORD, recoveryCodes[0]));
    const inside = withToken(owner, ok(await login(owner.email, TEST_PASSWORD, codeOf(secret))).token);
    await addPasskey(t, inside);
    const { recoveryCodes: theirs } = ok(await post("/auth/recovery-codes", {}, inside));
    const [, { id }] = (await factorsOf(inside)).factors;
    ok(await undoBy(undoAddedToken(t.services, id, t.services.now())));
    await unfreeze(owner);
    refused(await login(owner.email, TEST_PASSWORD, theirs[0]), 401, "SECOND_FACTOR_WRONG");
  });

  it("works for 30 days, and only as it was mailed", async () => {
    const owner = await fresh();
    await addPasskey(t, owner);
    const token = await undoIn(owner);
    refused(await undoBy(`${token.slice(0, -4)}AAAA`), 400, "UNDO_LINK_INVALID");
    refused(await undoBy(freezeToken(owner)), 400, "UNDO_LINK_INVALID");
    later = 30 * DAY_MS;
    refused(await undoBy(token), 400, "UNDO_LINK_INVALID");
    later = 29 * DAY_MS;
    ok(await undoBy(token));
  });
});

describe("links of mails from before a recovery", () => {
  it("neither freeze the account again nor remove what the owner has confirmed, but later ones do", async () => {
    const owner = await fresh();
    await addPasskey(t, owner);
    const [{ id }] = (await factorsOf(owner)).factors;
    const [freezing, undoing] = [freezeToken(owner, -1), undoAddedToken(t.services, id, t.services.now())];
    ok(await freezeBy(freezing));
    // Only the end of the freeze makes it void.
    ok(await freezeBy(freezing));
    later = 1_000;
    await reset(owner);
    const again = await back(owner);
    ok(await confirmWay(again, id));
    refused(await freezeBy(freezing), 400, "FREEZE_LINK_INVALID");
    refused(await undoBy(undoing), 400, "UNDO_LINK_INVALID");
    ok(await call(t, "GET", "/auth/me", { as: again }));
    later = 2_000;
    ok(await freezeBy(freezeToken(owner)));
  });

  it("nor do they if the mail was sent after it", async () => {
    const owner = await fresh();
    await addPasskey(t, owner);
    later = 1_000;
    await recover(owner);
    later = 2_000;
    const mail = (await dueSecurityMails(t)).find(({ subject }) => subject === "Second factor added on BBUX");
    const tokenOf = (path: string) => new RegExp(`/${path}\\?token=([\\w-]+)`).exec(mail?.text ?? "")?.[1] ?? "";
    expect([tokenOf("freeze"), tokenOf("undo-added")]).not.toContain("");
    refused(await freezeBy(tokenOf("freeze")), 400, "FREEZE_LINK_INVALID");
    refused(await undoBy(tokenOf("undo-added")), 400, "UNDO_LINK_INVALID");
  });
});

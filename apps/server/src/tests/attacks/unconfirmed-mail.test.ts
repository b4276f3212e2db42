import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { storeEmailChange, tellOfFailedSignIns } from "@bbux/api";
import { DAY_MS, SECURITY_EVENT_KINDS } from "@bbux/contract";
import pino from "pino";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { sendEmailChange } from "../../jobs/email-change-mail.ts";
import { sendEmailVerification } from "../../jobs/email-verification-mail.ts";
import { sendDigests } from "../../jobs/mail-digest.ts";
import { sendPasswordReset } from "../../jobs/password-reset-mail.ts";
import { sendSecurityMails } from "../../jobs/security-mails.ts";
import type { Mail } from "../../mail.ts";
import { createTag, createTestApp, TEST_PASSWORD, type TestApp, type TestMember } from "../../testing.ts";
import { answer, ask, call, ok } from "../support.ts";

// Someone signs up with a stranger's address, and has us mail there what they like. All they get mailed is a link that confirms it.

let t: TestApp;
let count = 0;
let asker: TestMember;
const mails: Mail[] = [];
beforeAll(async () => {
  t = await createTestApp({ env: { EMAIL_VERIFICATION: "on" } });
  await createTag(t.database, "money");
  asker = await t.member("asker");
});
afterAll(() => t.close());
beforeEach(() => {
  mails.length = 0;
});

const stranger = () => t.member(`stranger${count++}`, { verified: false });
const needs = () => ({
  ...{ db: t.database.db, verifiesEmail: true, vault: t.services.vault, now: t.services.now },
  ...{ origin: "https://bbux.example", log: pino({ level: "silent" }) },
  sendMail: async (mail: Mail) => void mails.push(mail),
});
const subjectsTo = ({ email }: TestMember) => mails.filter(({ to }) => to === email).map(({ subject }) => subject);
const confirm = ({ id }: TestMember) =>
  t.database.ownerDb.updateTable("users").set({ email_verified_at: new Date() }).where("id", "=", id).execute();

/** What each of our mails is sent by. The names are those of their files. */
const KINDS: Readonly<Record<string, (member: TestMember) => Promise<unknown>>> = {
  "email-change-mail": async ({ email: newEmail }) => {
    const asked = { userId: asker.id, newEmail };
    await storeEmailChange(t.database.db, asked, t.services.now());
    await sendEmailChange(needs(), asked, t.services.now());
  },
  "email-verification-mail": ({ id }) => sendEmailVerification(needs(), id, t.services.now()),
  "mail-digest": async (as) => {
    ok(await call(t, "PUT", "/notifications/settings", { as, body: { mail: "daily" } }));
    await answer(t, asker, await ask(t, as, { title: "Buy cheap watches" }));
    t.travel(DAY_MS);
    await sendDigests(needs());
  },
  "password-reset-mail": ({ email }) => sendPasswordReset(needs(), { email }, t.services.now()),
  "security-mails": async ({ id, email }) => {
    const happened = SECURITY_EVENT_KINDS.map((kind) => ({ user_id: id, kind }));
    await t.database.ownerDb.insertInto("security_events").values(happened).execute();
    await tellOfFailedSignIns(t.services, { email });
    await sendSecurityMails(needs());
  },
};
/** These confirm an address: their links open nothing but to who reads the mail. */
const CONFIRMS = ["email-verification-mail", "password-reset-mail"];

it("knows every mail that there is", () => {
  const source = join(import.meta.dirname, "../..");
  const senders = globSync("**/*.ts", { cwd: source })
    .filter((path) => !/(^tests\/|\.test\.ts$|^letter\.ts$)/.test(path))
    .filter((path) => /\bletter\(/.test(readFileSync(join(source, path), "utf8")));
  // An admin's own test of the mail server goes to themselves.
  const own = ["mail-test.ts"];
  expect(senders.filter((path) => !own.includes(path)).sort()).toEqual(
    Object.keys(KINDS).map((name) => `jobs/${name}.ts`),
  );
});

it.each(Object.entries(KINDS).filter(([name]) => !CONFIRMS.includes(name)))(
  "%s never goes to an address that nobody has confirmed, and goes to one that is",
  async (_, send) => {
    const [member, known] = [await stranger(), await stranger()];
    await confirm(known);
    await send(member);
    await send(known);
    expect(subjectsTo(member)).toEqual([]);
    expect(subjectsTo(known).length).toBeGreaterThan(0);
  },
);

it.each(CONFIRMS)("%s goes to any, because its link confirms the address", async (name) => {
  const member = await stranger();
  await KINDS[name]?.(member);
  expect(subjectsTo(member)).toHaveLength(1);
});

it("isn't even told that the account is closed", async () => {
  const [member, known] = [await stranger(), await stranger()];
  await confirm(known);
  for (const as of [member, known]) {
    ok(await call(t, "POST", "/auth/delete-account", { as, body: { password: TEST_PASSWORD } }));
  }
  await sendSecurityMails(needs());
  expect([subjectsTo(member), subjectsTo(known)]).toEqual([[], ["Your account is closed on BBUX"]]);
});

import { createPasswordReset } from "@bbux/api";
import { createClaimLink, setImportedAddresses } from "@bbux/api/operator";
import { DAY_MS } from "@bbux/contract";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestApp, type TestApp } from "../testing.ts";
import { call, ok, refused } from "./support.ts";

// Accounts of an import are given to their owners.

const SITE = "example.stackexchange.com";
const PASSWORD = "a password of their own";
let t: TestApp;
let imported = 0;
beforeAll(async () => {
  t = await createTestApp({ env: { EMAIL_VERIFICATION: "on" } });
});
afterAll(() => t.close());

/** An account as the import makes it. */
const account = async () => {
  const username = `imported${++imported}`;
  const { ownerDb } = t.database;
  const { id } = await ownerDb
    .insertInto("users")
    .values({ username, solana_address: username })
    .returning("id")
    .executeTakeFirstOrThrow();
  const externalId = String(imported);
  await ownerDb.insertInto("import_map").values({ source: SITE, kind: "user", external_id: externalId, id }).execute();
  return { id, username, externalId, email: `${username}@example.org` };
};
const claim = (member: string, email: string) => createClaimLink(t.services, { member, email });
const setPassword = (token: string) =>
  call(t, "POST", "/auth/reset-password", { body: { token, newPassword: PASSWORD } });
const login = (email: string) => call(t, "POST", "/auth/login", { body: { email, password: PASSWORD } });

it("an imported account is claimed once, with the link that the operator made, and its address counts as confirmed", async () => {
  const { username, email } = await account();
  const { token: earlier } = await claim(username, "wrong@example.org");
  const { token, expiresAt } = await claim(username.toUpperCase(), email);
  expect(Math.round((expiresAt.getTime() - t.services.now().getTime()) / DAY_MS)).toBe(7);
  refused(await login(email), 401, "INVALID_CREDENTIALS");
  refused(await setPassword(earlier), 400, "RESET_LINK_INVALID");
  ok(await setPassword(token));
  const { user } = ok(await login(email));
  expect(user).toMatchObject({ username, email, emailVerified: true });
  await expect(claim(username, "thief@example.org")).rejects.toMatchObject({ code: "CONFLICT" });
});

it("an imported account is claimed by the owner of the address that it was given, by asking for a new password", async () => {
  const [one, other, claimed] = [await account(), await account(), await account()];
  ok(await setPassword((await claim(claimed.username, claimed.email)).token));
  const { token: wrong } = await claim(one.username, "wrong@example.org");
  const member = await t.member("earlier");
  const given = [
    { externalId: one.externalId, email: one.email },
    { externalId: other.externalId, email: member.email.toUpperCase() },
    { externalId: claimed.externalId, email: "thief@example.org" },
    { externalId: "999", email: "nobody@example.org" },
  ];
  expect(await setImportedAddresses(t.services, SITE, given)).toEqual({
    set: 1,
    unknown: [claimed.externalId, "999"],
    taken: [other.externalId],
  });
  refused(await setPassword(wrong), 400, "RESET_LINK_INVALID");
  const made = await createPasswordReset(t.database.db, one.email, t.services.now());
  ok(await setPassword(made?.token ?? ""));
  expect(ok(await login(one.email)).user).toMatchObject({ username: one.username, emailVerified: true });
});

it("only imported accounts are given away, and not with another's address", async () => {
  const member = await t.member("signed-up", { verified: false });
  await expect(claim("signed-up", "thief@example.org")).rejects.toMatchObject({ code: "CONFLICT" });
  await expect(claim("nobody", "a@example.org")).rejects.toMatchObject({ code: "NOT_FOUND" });
  // Without a password, as of someone who signs in by other means.
  const update = t.database.ownerDb.updateTable("users").set({ password_hash: null });
  await update.where("id", "=", member.id).execute();
  await expect(claim("signed-up", "thief@example.org")).rejects.toMatchObject({ code: "CONFLICT" });
  const { username } = await account();
  await expect(claim(username, member.email)).rejects.toMatchObject({ code: "EMAIL_TAKEN" });
});

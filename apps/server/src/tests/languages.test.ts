import { translate } from "@bbux/api";
import { ERRORS, UNIT } from "@bbux/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sendPasswordReset } from "../jobs/password-reset-mail.ts";
import type { Mail } from "../mail.ts";
import { createTag, createTestApp, TEST_PASSWORD, type TestApp, type TestMember } from "../testing.ts";
import { newsOf } from "./notifications.support.ts";
import { answer, ask, call, ok, refused } from "./support.ts";

const GERMAN = { "accept-language": "de-AT,de;q=0.9,en;q=0.8" };

let t: TestApp;
let ada: TestMember;
let bob: TestMember;
beforeAll(async () => {
  t = await createTestApp();
  await createTag(t.database, "money");
  ada = await t.member("ada", { balance: 10n * UNIT });
  bob = await t.member("bob");
});
afterAll(() => t.close());

/** The same sentence in German, which must differ from the English one. */
function german(sentence: string): string {
  const translated = translate("de", sentence);
  expect(translated).not.toBe(sentence);
  return translated;
}

describe("a refusal", () => {
  it("is in the request's language, with the same code and status, and in English by default", async () => {
    const english = refused(await call(t, "GET", "/posts/1", {}), 404, "NOT_FOUND");
    const response = await call(t, "GET", "/posts/1", { headers: GERMAN });
    expect(refused(response, 404, "NOT_FOUND")).toEqual({ ...english, error: german(english.error) });
    const other = await call(t, "GET", "/posts/1", { headers: { "accept-language": "fr" } });
    expect(other.json()).toEqual(english);
  });

  it("prefers the language that a reader chose to the browser's", async () => {
    const headers = { ...GERMAN, cookie: "bbux_language=ja" };
    const { error } = refused(await call(t, "GET", "/nowhere", { headers }), 404, "NOT_FOUND");
    expect(error).toBe(translate("ja", ERRORS.NOT_FOUND.message));
    expect(error).not.toBe(german(ERRORS.NOT_FOUND.message));
  });

  it("has its fields' faults in that language, too", async () => {
    const body = { title: "", content: "x", tags: ["money"] };
    const english = refused(await call(t, "POST", "/posts", { as: ada, body }), 422, "VALIDATION_ERROR");
    const translated = refused(
      await call(t, "POST", "/posts", { as: ada, body, headers: GERMAN }),
      422,
      "VALIDATION_ERROR",
    );
    expect(english.details).toEqual([{ field: "title", message: "Title is required" }]);
    expect(translated.details).toEqual([{ field: "title", message: german("Title is required") }]);
  });

  it("is the same through tRPC, also in a batch", async () => {
    const url = `/api/trpc/posts.get,posts.get?batch=1&input=${encodeURIComponent('{"0":{"id":"1"},"1":{"id":"2"}}')}`;
    const failures = (await t.app.inject({ method: "GET", url, headers: GERMAN })).json();
    for (const { error } of failures) {
      expect(error.message).toBe(error.data.error);
      expect(error.data.code).toBe("NOT_FOUND");
      expect(error.message).not.toMatch(/not found/i);
    }
  });
});

it("the sentence of a success is in the request's language, and nothing that members wrote is translated", async () => {
  const body = { firstName: "Not found", bio: "Profile updated successfully" };
  const english = ok(await call(t, "POST", "/profile", { as: ada, body }));
  const translated = ok(await call(t, "POST", "/profile", { as: ada, body, headers: GERMAN }));
  expect(translated.message).toBe(german(english.message));
  expect(translated.profile).toMatchObject(body);
});

it("notifications use the reader's language, not the sender's, and quote titles unchanged", async () => {
  const post = await ask(t, ada, { title: "Where and why?" });
  await answer(t, bob, post);
  const [english] = await newsOf(t, ada);
  expect(english?.message).toBe("bob answered “Where and why?”");
  const [translated] = ok(await call(t, "GET", "/notifications", { as: ada, headers: GERMAN }));
  expect(translated).toEqual({
    ...english,
    title: german(english?.title ?? ""),
    message: german(english?.message ?? ""),
  });
  expect(translated.message).toContain("“Where and why?”");
});

it("what a platform tells of its governance, its tag sets, its signer and a member's devices is in the request's language", async () => {
  ok(await call(t, "POST", "/governance/stake", { as: ada, body: { amount: 1 } }));
  const path = "/governance?action=governance-activity&limit=1";
  const { activity } = ok(await call(t, "GET", path, { as: ada, headers: GERMAN }));
  expect(activity[0]?.description).toBe(german("Someone staked BBUX"));

  const admin = await t.member("maren");
  await t.database.ownerDb.updateTable("users").set({ role: "admin" }).where("id", "=", admin.id).execute();
  const { tagSets } = ok(await call(t, "GET", "/admin/setup", { as: admin, headers: GERMAN }));
  expect(tagSets[1]).toMatchObject({
    name: german("Solana and crypto"),
    description: german("For Solana users"),
  });
  const checked = ok(await call(t, "POST", "/admin/setup/chain", { as: admin, headers: GERMAN }));
  expect(checked.signer).toEqual({ ok: true, message: german("The signer answers and has its keys.") });

  const event = { user_id: ada.id, kind: "signed_in", device: "Firefox on Linux", created_at: new Date() };
  await t.database.ownerDb.insertInto("security_events").values(event).execute();
  const { events } = ok(await call(t, "GET", "/auth/security-events", { as: ada, headers: GERMAN }));
  expect(events[0]?.device).toBe(german("Firefox on Linux"));
});

it("a mail is in the language that its reader chose or last signed in with from a known browser, and in English before", async () => {
  const mails: Mail[] = [];
  const reset = async () => {
    const { database, services } = t;
    const deps = { db: database.jobsDb, sendMail: async (mail: Mail) => void mails.push(mail), vault: services.vault };
    await sendPasswordReset({ ...deps, origin: "https://bbux.test" }, { email: bob.email }, services.now());
    return mails.at(-1);
  };
  const subject = "Set a new password for BBUX";
  expect((await reset())?.subject).toBe(subject);

  ok(await call(t, "PUT", "/profile/language", { as: bob, body: { language: "ja" } }));
  const chosen = await reset();
  expect(chosen?.subject).toBe(translate("ja", subject));
  expect(chosen?.html).toContain('<html lang="ja">');
  expect(chosen?.text).not.toMatch(/Someone asked|Hello/);

  const body = { email: bob.email, password: TEST_PASSWORD };
  const unknown = await call(t, "POST", "/auth/login", { body, headers: GERMAN });
  ok(unknown);
  expect((await reset())?.subject).toBe(translate("ja", subject));
  const device = unknown.cookies.find(({ name }) => name === "bbux_device");
  const headers = { cookie: `bbux_device=${device?.value}` };
  ok(await call(t, "POST", "/auth/login", { body, headers }));
  expect((await reset())?.subject, "a script says nothing of languages").toBe(translate("ja", subject));
  ok(await call(t, "POST", "/auth/login", { body, headers: { ...headers, ...GERMAN } }));
  expect((await reset())?.subject).toBe(german(subject));
});

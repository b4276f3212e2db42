import { createSetupLink } from "@bbux/api/operator";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { firstAdmin } from "../start.checks.ts";
import { createTestApp, TEST_PASSWORD, type TestApp } from "../testing.ts";
import { call, ok, type Response, refused, refusesField, sessionCookie } from "./support.ts";

const HOUR_MS = 3_600_000;
const ACCOUNT = { username: "ada", email: "ada@example.org", password: TEST_PASSWORD };

let t: TestApp;
beforeEach(async () => {
  t = await createTestApp({ env: { DEMO: "off", EMAIL_VERIFICATION: "on" } });
});
afterEach(() => t.close());

const link = async () => (await createSetupLink(t.database.db, t.services.now())) ?? "";
const check = (token: string) => call(t, "POST", "/setup/check", { body: { token } });
const create = (token: string, account: object = {}) =>
  call(t, "POST", "/setup/admin", { body: { token, ...ACCOUNT, ...account } });
const dead = (response: Response) => refused(response, 403, "FORBIDDEN").error;
const roles = () => t.database.ownerDb.selectFrom("users").select(["username", "role", "email_verified_at"]).execute();

describe("the setup link", () => {
  it("is printed by each start without an admin, and stored as a hash only", async () => {
    const said = (await firstAdmin(t.database.db, "https://ask.example", t.services.now())).join("\n");
    const [, token = ""] = /^ {2}https:\/\/ask\.example\/setup#token=([\w-]{43})$/m.exec(said) ?? [];
    expect(said).toContain("grant-role");
    const rows = await t.database.ownerDb.selectFrom("setup_links").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token);
    ok(await check(token));
    // A check doesn't use it up, and another start ends no link that somebody may have open.
    await firstAdmin(t.database.db, "https://ask.example", t.services.now());
    ok(await check(token));
  });

  it("makes the first admin, signed in, with a confirmed address, and recorded", async () => {
    const response = await create(await link());
    const { user } = ok(response);
    expect(user).toMatchObject({ username: "ada", role: "admin", emailVerified: true });
    const cookie = sessionCookie(response) ?? "";
    ok(await call(t, "GET", "/admin/setup", { headers: { cookie } }));
    expect(await roles()).toEqual([{ username: "ada", role: "admin", email_verified_at: expect.any(Date) }]);
    const entries = await t.database.db.selectFrom("audit_log").selectAll().execute();
    expect(entries).toMatchObject([{ action: "ROLE_CHANGED", actor_id: null, subject_id: user.id }]);
    expect(entries[0]?.details).toEqual({ from: "user", to: "admin", by: "setup link" });
  });

  it("works once, and every other link ends with it", async () => {
    const [one, other] = [await link(), await link()];
    ok(await create(one));
    const bob = { username: "bob", email: "bob@example.org" };
    const said = [await check(one), await check(other), await create(one, bob), await create(other, bob)].map(dead);
    expect(new Set([...said, dead(await check("guessed"))]).size).toBe(1);
    expect((await roles()).length).toBe(1);
    expect(await firstAdmin(t.database.db, "https://ask.example", t.services.now())).toEqual([]);
  });

  it("makes one admin, however many use links at the same time", async () => {
    const tokens = [await link(), await link(), await link(), await link()];
    const answers = await Promise.all(
      [...tokens, ...tokens].map((token, at) =>
        create(token, { username: `first${at}`, email: `first${at}@example.org` }),
      ),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200).length).toBe(1);
    for (const answer of answers.filter(({ statusCode }) => statusCode !== 200)) dead(answer);
    expect((await roles()).map(({ role }) => role)).toEqual(["admin"]);
  });

  it("expires after a day", async () => {
    const token = await link();
    t.travel(24 * HOUR_MS - 1_000);
    ok(await check(token));
    t.travel(2_000);
    dead(await check(token));
    dead(await create(token));
    expect(await roles()).toEqual([]);
  });

  it("ends as soon as there is an admin, however they became one", async () => {
    const token = await link();
    const bob = await t.member("bob");
    await t.database.ownerDb.updateTable("users").set({ role: "admin" }).where("id", "=", bob.id).execute();
    dead(await check(token));
    dead(await create(token));
  });

  it("stays usable after a refusal", async () => {
    const token = await link();
    await t.member("ada");
    refused(await create(token, { email: "other@example.org" }), 409, "USERNAME_TAKEN");
    refused(await create(token, { username: "other" }), 409, "EMAIL_TAKEN");
    const common = { username: "eve", email: "eve@example.org", password: "password" };
    refused(await create(token, common), 422, "PASSWORD_COMMON");
    expect(ok(await create(token, { username: "eve", email: "eve@example.org" })).user.role).toBe("admin");
  });
});

describe("the steps after it", () => {
  const post = (path: string, cookie: string, body?: object) =>
    call(t, "POST", `/admin/setup${path}`, {
      headers: { cookie, host: "bbux.test", origin: "http://bbux.test" },
      body,
    });
  const admin = async () => sessionCookie(await create(await link())) ?? "";

  it("are for admins", async () => {
    const bob = await t.member("bob");
    refused(await call(t, "GET", "/admin/setup", { as: bob }), 403, "FORBIDDEN");
    refused(await call(t, "POST", "/admin/setup/tags", { as: bob, body: { sets: ["software"] } }), 403, "FORBIDDEN");
    refused(await call(t, "POST", "/admin/setup/mail", { as: bob, body: { email: bob.email } }), 403, "FORBIDDEN");
    refused(await call(t, "POST", "/admin/setup/chain", { as: bob }), 403, "FORBIDDEN");
  });

  it("add sets of tags once, which members can use then, and record them", async () => {
    const cookie = await admin();
    const before = ok(await call(t, "GET", "/admin/setup", { headers: { cookie } }));
    expect(before.tagCount).toBe(0);
    expect(before.tagSets.length).toBeGreaterThanOrEqual(4);
    const isAdded = (state: { tagSets: { tags: { name: string; added: boolean }[] }[] }, tag: string) =>
      state.tagSets.flatMap(({ tags }) => tags).find(({ name }) => name === tag)?.added;
    expect(isAdded(before, "javascript")).toBe(false);
    await t.database.ownerDb.insertInto("tags").values({ name: "Python" }).execute();
    const { added } = ok(await post("/tags", cookie, { sets: ["software", "science"] }));
    expect(added).toContain("mathematics");
    // In any case, so that there aren't two of one name.
    expect(added).not.toContain("python");
    expect(ok(await post("/tags", cookie, { sets: ["software"] })).added).toEqual([]);
    const { data } = ok(await call(t, "GET", "/tags?limit=100"));
    expect(data.length).toBe(added.length + 1);
    for (const tag of data.filter(({ name }: { name: string }) => name !== "Python"))
      expect(tag.description).toMatch(/^\S.{10,}/);
    refusesField(await post("/tags", cookie, { sets: ["secrets"] }), "sets");
    for (const nothing of [{}, { sets: [], names: [] }]) refusesField(await post("/tags", cookie, nothing), "sets");
    const entries = t.database.db.selectFrom("audit_log").select("details").where("action", "=", "TAGS_ADDED");
    expect((await entries.execute()).map(({ details }) => details)).toEqual([{ tags: added }]);
    const after = ok(await call(t, "GET", "/admin/setup", { headers: { cookie } }));
    expect([isAdded(after, "javascript"), isAdded(after, "tokens")]).toEqual([true, false]);
    expect(after.tagSets.filter((set: { added: boolean }) => set.added).map(({ id }: { id: string }) => id)).toEqual([
      ...["software", "science"],
    ]);
  });

  it("add custom tags, all or none of a call, and no set's tag that is nearly one of them", async () => {
    const cookie = await admin();
    expect(ok(await post("/tags", cookie, { names: [" post  gis "] })).added).toEqual(["post gis"]);
    const again = { sets: ["software"], names: ["geo", "Post-GIS"] };
    refused(await post("/tags", cookie, again), 409, "TAG_EXISTS");
    refused(await post("/tags", cookie, { names: ["geo", "Geo"] }), 409, "TAG_EXISTS");
    refusesField(await post("/tags", cookie, { names: ["a,b"] }), "names.0");
    const { data } = ok(await call(t, "GET", "/tags?limit=100"));
    expect(data.map(({ name }: { name: string }) => name)).toEqual(["post gis"]);
    expect(ok(await post("/tags", cookie, { names: ["Wallet"] })).added).toEqual(["Wallet"]);
    expect(ok(await post("/tags", cookie, { sets: ["solana"] })).added).not.toContain("wallets");
    const entries = t.database.db.selectFrom("audit_log").select("details").where("action", "=", "TAGS_ADDED");
    expect((await entries.execute()).map(({ details }) => details)).toContainEqual({ tags: ["post gis"] });
  });

  it("say plainly that no mail server is configured", async () => {
    const { ok: works, message } = ok(await post("/mail", await admin(), { email: "ops@example.org" }));
    expect(works).toBe(false);
    expect(message).toContain("No mail server is configured");
  });

  it("say that the chain doesn't answer and the signer does, without the node's address", async () => {
    const answer = ok(await post("/chain", await admin()));
    expect(answer.chain).toMatchObject({ ok: false, slot: null });
    expect(answer.chain.message).not.toContain("127.0.0.1");
    expect(answer.signer).toMatchObject({ ok: true });
  });
});

describe("a mail server that refuses", () => {
  let down: TestApp;
  beforeAll(async () => {
    down = await createTestApp({ env: { DEMO: "off", SMTP_URL: "smtp://127.0.0.1:1" } });
  });
  afterAll(() => down.close());

  it("is reported with its own words", async () => {
    const ada = await down.member("ada");
    await down.database.ownerDb.updateTable("users").set({ role: "admin" }).where("id", "=", ada.id).execute();
    const body = { email: "ops@example.org" };
    const answer = ok(await call(down, "POST", "/admin/setup/mail", { as: ada, body }));
    expect(answer.ok).toBe(false);
    expect(answer.message).toMatch(/^The mail server refused it: .*ECONNREFUSED/);
  });
});

import { Writable } from "node:stream";
import { SECURITY_LOG_KINDS as KINDS } from "@bbux/api";
import pino from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { allProcedures } from "../http/rest.ts";
import { createTag, createTestApp, TEST_PASSWORD, type TestApp, type TestMember } from "../testing.ts";
import { ask, browser, call, ok, refused } from "./support.ts";

const lines: { readonly security?: Record<string, unknown> }[] = [];
let t: TestApp;
let ada: TestMember;

beforeAll(async () => {
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(JSON.parse(chunk.toString()));
      done();
    },
  });
  t = await createTestApp({ env: { DEMO: "off" }, logger: pino({ level: "info" }, sink) });
  await createTag(t.database, "money");
  ada = await t.member("ada");
});
afterAll(() => t.close());

/** The lines of the security log that some work writes. */
async function linesOf(work: () => Promise<unknown>): Promise<unknown[]> {
  const before = lines.length;
  await work();
  return lines.slice(before).flatMap(({ security }) => (security ? [security] : []));
}

describe("the security log", () => {
  it("files every call that changes something, those of staff and with money under these", () => {
    const changes = Object.entries(allProcedures()).filter(([, { _def }]) => _def.type === "mutation");
    expect(Object.keys(KINDS).sort()).toEqual(changes.map(([name]) => name).sort());
    for (const [name, { _def }] of changes) {
      const { viewer, idempotent } = (_def.meta ?? {}) as { viewer?: string; idempotent?: boolean | string };
      if (viewer === "admin" || viewer === "moderator") expect(KINDS[name], name).toBe("staff");
      else if (idempotent === true) expect(KINDS[name], name).toBe("money");
      else if (viewer === undefined) expect(KINDS[name], name).toBe("authentication");
    }
  });

  it("names whose account someone without a session tried to enter, and never what was sent", async () => {
    const wrong = { email: ada.email, password: "not the password" };
    const failed = await linesOf(async () =>
      refused(await call(t, "POST", "/auth/login", { body: wrong }), 401, "INVALID_CREDENTIALS"),
    );
    expect(failed).toEqual([
      {
        kind: "authentication",
        call: "auth.login",
        member: ada.id,
        outcome: "INVALID_CREDENTIALS",
        network: "127.0.0.0/24",
      },
    ]);
    const unknown = { email: "nobody@example.org", password: "not the password" };
    expect(await linesOf(() => call(t, "POST", "/auth/login", { body: unknown }))).toMatchObject([{ member: null }]);
    const entered = { email: ada.email, password: TEST_PASSWORD };
    const signIn = ok(await call(t, "POST", "/auth/login", { body: entered }));
    const refreshed = await linesOf(() =>
      call(t, "POST", "/auth/refresh", { body: { refreshToken: signIn.refreshToken } }),
    );
    expect(refreshed).toMatchObject([{ call: "auth.refresh", member: ada.id, outcome: "ok" }]);
  });

  it("has refusals of staff's calls and what members try with others' posts", async () => {
    const bob = await t.member("bob");
    const id = await ask(t, ada);
    expect(await linesOf(() => call(t, "DELETE", `/posts/${id}`, { as: bob }))).toMatchObject([
      { kind: "refused", call: "posts.delete", member: bob.id, outcome: "FORBIDDEN" },
    ]);
    expect(await linesOf(() => call(t, "GET", "/admin", { as: bob }))).toMatchObject([
      { kind: "refused", member: bob.id, outcome: "FORBIDDEN" },
    ]);
  });

  it("has refusals of staff without a second factor, which come before the call itself", async () => {
    const mona = await t.member("mona");
    const since = new Date(Date.now() - 30 * 86_400_000);
    await t.database.ownerDb.updateTable("users").set({ role: "moderator" }).where("id", "=", mona.id).execute();
    await t.database.ownerDb.updateTable("users").set({ staff_since: since }).where("id", "=", mona.id).execute();
    expect(await linesOf(() => call(t, "GET", "/admin", { as: mona }))).toMatchObject([
      { kind: "refused", member: mona.id, outcome: "SECOND_FACTOR_NEEDED" },
    ]);
  });

  it("has refusals that no procedure gives: of an upload, and of a request from another site", async () => {
    const carl = await t.member("carl");
    const cookies = await browser(t, carl);
    await t.database.ownerDb.updateTable("users").set({ suspended_at: new Date() }).where("id", "=", carl.id).execute();
    const headers = { ...carl.headers, "content-type": "multipart/form-data; boundary=x" };
    const upload = { method: "POST", url: "/api/uploads", headers, payload: "--x--\r\n" } as const;
    expect(await linesOf(() => t.app.inject(upload))).toMatchObject([
      { kind: "refused", call: "POST /api/uploads", member: carl.id, outcome: "ACCOUNT_SUSPENDED" },
    ]);
    const foreign = { ...cookies, origin: "https://evil.example" };
    expect(await linesOf(() => call(t, "POST", "/auth/logout", { headers: foreign }))).toMatchObject([
      { kind: "refused", call: "POST /api/auth/logout", member: carl.id, outcome: "CSRF_REJECTED" },
    ]);
  });
});

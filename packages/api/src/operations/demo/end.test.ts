import { createTestDatabase, type TestDatabase } from "@bbux/db/testing";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { operator } from "../../operator.ts";
import { grantRole, hasAdmin } from "../../people/accounts/index.ts";
import { createPasswordReset } from "../../people/auth/index.ts";
import { endDemo, openDemoAccounts } from "./end.command.ts";
import { DEMO_PASSWORD, emailOf, signIns } from "./members.ts";
import { passwords, rest } from "./seed.support.ts";
import { seedDemo } from "./seed.ts";

let base: TestDatabase;
beforeAll(async () => {
  base = await createTestDatabase();
  await seedDemo({ ...rest, db: base.db });
});
afterAll(() => base.drop());

const names = signIns.map(({ username }) => username).sort();
const rowOf = (username: string) =>
  base.db.selectFrom("users").selectAll().where("username", "=", username).executeTakeFirstOrThrow();

describe("the demo's accounts", () => {
  it("are recognized by their funds, not by a name or an address that anyone can have", async () => {
    const others = [
      { username: "maren2", email: "maren2@demo.example", password_hash: "x", solana_address: "a1" },
      { username: "oskar_l", email: "oskar@example.org", password_hash: "x", role: "admin", solana_address: "a2" },
    ];
    await base.ownerDb.insertInto("users").values(others).execute();
    expect((await openDemoAccounts(base.db)).map(({ username }) => username)).toEqual(names);
  });

  it("can't be signed in to once the demo has ended, by password, session, token or reset link, and have no role", async () => {
    const { id } = await rowOf("maren");
    const open = { user_id: id, family_id: "00000000-0000-4000-8000-000000000001", expires_at: new Date(8.64e15) };
    await base.ownerDb
      .insertInto("sessions")
      .values({ ...open, kind: "cookie", id_hash: Buffer.alloc(32, 1) })
      .execute();
    await base.ownerDb
      .insertInto("refresh_tokens")
      .values({ ...open, token_hash: Buffer.alloc(32, 2) })
      .execute();
    expect(await createPasswordReset(base.db, emailOf("maren"), new Date())).not.toBeNull();
    const posts = base.db.selectFrom("posts").select("id").where("author_id", "=", id);
    const written = await posts.execute();
    expect(written.length).toBeGreaterThan(0);
    expect(await passwords.verify((await rowOf("maren")).password_hash, DEMO_PASSWORD)).toBe(true);

    const closed = await endDemo(operator(base.db));
    expect(closed.map(({ username }) => username)).toEqual(names);
    for (const username of names) {
      const row = await rowOf(username);
      expect([row.role, row.email]).toEqual(["user", null]);
      expect(await passwords.verify(row.password_hash, DEMO_PASSWORD)).toBe(false);
    }
    expect(await createPasswordReset(base.db, emailOf("maren"), new Date())).toBeNull();
    for (const table of ["sessions", "refresh_tokens", "password_resets"] as const) {
      expect(await base.db.selectFrom(table).select("user_id").where("user_id", "=", id).execute()).toEqual([]);
    }
    expect(await base.db.selectFrom("factors").select("id").execute()).toEqual([]);
    expect(await posts.execute()).toEqual(written);
    const { rows } = await sql<{ from: string; actor_id: string | null }>`
      select details ->> 'from' as from, actor_id from audit_log
       where action = 'DEMO_ENDED' and subject_id = ${id}`.execute(base.db);
    expect(rows).toEqual([{ from: "admin", actor_id: null }]);
    // A real admin with a demo-like name keeps the role.
    expect((await rowOf("oskar_l")).role).toBe("admin");
  });

  it("are ended once, and appear again only if someone gives one a role", async () => {
    expect(await endDemo(operator(base.db))).toEqual([]);
    expect(await openDemoAccounts(base.db)).toEqual([]);
    await grantRole(operator(base.db), { member: "maren", role: "moderator", actor: null });
    expect((await openDemoAccounts(base.db)).map(({ username, role }) => [username, role])).toEqual([
      ["maren", "moderator"],
    ]);
  });

  it("aren't announced as sign-ins any more", async () => {
    expect(await seedDemo({ ...rest, db: base.db })).toEqual([]);
  });
});

it("a community without an admin is known", async () => {
  const fresh = await createTestDatabase();
  try {
    expect(await hasAdmin(fresh.db)).toBe(false);
    await fresh.ownerDb.insertInto("users").values({ username: "ada", role: "admin", solana_address: "a" }).execute();
    expect(await hasAdmin(fresh.db)).toBe(true);
  } finally {
    await fresh.drop();
  }
});

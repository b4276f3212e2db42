import type { Role } from "@bbux/contract";
import { createTestDatabase, type TestDatabase } from "@bbux/db/testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { operator } from "../../operator.ts";
import { grantRole } from "./roles.commands.ts";

let base: TestDatabase;
beforeEach(async () => {
  base = await createTestDatabase();
});
afterEach(() => base.drop());

async function member(username: string, role: Role): Promise<void> {
  await base.ownerDb.insertInto("users").values({ username, role, solana_address: username }).execute();
}
const grant = (member: string, role: Role) => grantRole(operator(base.db), { member, role, actor: null });
const admins = async () =>
  (await base.db.selectFrom("users").where("role", "=", "admin").select("id").execute()).length;

describe("granting a role", () => {
  it("makes the first admin and finds the member in any case [C6.20]", async () => {
    await member("Ada", "user");
    expect(await grant("aDA", "admin")).toMatchObject({ username: "Ada", from: "user", to: "admin" });
    expect(await admins()).toBe(1);
  });

  it("refuses to demote the last admin and leaves the role as it was [C6.19]", async () => {
    await member("Ada", "admin");
    await expect(grant("ada", "moderator")).rejects.toMatchObject({ code: "LAST_ADMIN" });
    expect(await admins()).toBe(1);
    await member("bob", "admin");
    expect(await grant("ada", "moderator")).toMatchObject({ from: "admin", to: "moderator" });
  });

  it("keeps one admin when all are demoted at the same time [C6.19]", async () => {
    const names = Array.from({ length: 8 }, (_, i) => `admin${i}x`);
    for (const name of names) await member(name, "admin");
    const results = await Promise.allSettled(names.map((name) => grant(name, "user")));
    expect(results.filter(({ status }) => status === "fulfilled").length).toBe(7);
    expect(results.filter(({ status }) => status === "rejected")).toEqual([
      { status: "rejected", reason: expect.objectContaining({ code: "LAST_ADMIN" }) },
    ]);
    expect(await admins()).toBe(1);
  });

  it("refuses an unknown name", async () => {
    await expect(grant("nobody", "admin")).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});

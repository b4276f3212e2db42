import { noteTraces } from "@bbux/api";
import { DAY_MS, type Trace } from "@bbux/contract";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestApp, type TestApp, type TestMember } from "../testing.ts";
import { call, ok, refused } from "./support.ts";

// What accounts share, as moderators see it (docs/adr/0039).

let t: TestApp;
let moderator: TestMember;
let admin: TestMember;
let members: TestMember[];

const WALLET: Trace = { kind: "wallet", value: "5tzFkiKscXHK5ZXCGbXZxdw7gTjjD1mBwuoFbhUvuAi9" };
const DEVICE: Trace = { kind: "device", value: "abcdefghijklmnopqrstuv" };
const note = async (trace: Trace, users: readonly (TestMember | undefined)[], daysAgo = 0) => {
  const at = new Date(t.services.now().getTime() - daysAgo * DAY_MS);
  for (const user of users) if (user) await noteTraces(t.database.db, user.id, [trace], at);
};
const listed = async (query = "") => ok(await call(t, "GET", `/moderation/shared-access${query}`, { as: moderator }));
const mark = (isPublic: boolean, trace: Trace = WALLET, as = admin) =>
  call(t, "POST", "/moderation/shared-access/public", {
    as,
    body: { kind: trace.kind, trace: trace.value, isPublic, reason: "An exchange pays from it" },
  });

beforeAll(async () => {
  t = await createTestApp();
  moderator = await t.member("mona");
  admin = await t.member("rosa");
  members = [await t.member("ada"), await t.member("bob"), await t.member("cleo")];
  const promote = (member: TestMember, role: string) =>
    t.database.ownerDb.updateTable("users").set({ role }).where("id", "=", member.id).execute();
  await promote(moderator, "moderator");
  await promote(admin, "admin");
  await note(WALLET, members, 1);
  await note(DEVICE, members.slice(0, 2));
  await note({ kind: "network", value: "only-one-member-uses-it" }, [members[2]]);
  await note({ kind: "network", value: "longer-than-30-days-ago" }, members, 31);
});
afterAll(() => t.close());

it("lists what several members used within 30 days, the latest first, with who", async () => {
  const { shared, pagination } = await listed();
  expect(pagination.total).toBe(2);
  expect(
    shared.map(({ kind, memberCount, tiesVotes }: Record<string, unknown>) => [kind, memberCount, tiesVotes]),
  ).toEqual([
    ["device", 2, true],
    ["wallet", 3, true],
  ]);
  expect(shared[0].members.map(({ username }: { username: string }) => username).sort()).toEqual(["ada", "bob"]);
  expect((await listed("?member=cleo")).shared.map(({ trace }: { trace: string }) => trace)).toEqual([WALLET.value]);
  expect((await listed("?member=nobody")).pagination.total).toBe(0);
  expect((await listed("?page=2&limit=1")).shared[0].kind).toBe("wallet");
});

it("lets admins mark a public place, once, and take the mark away, for the audit log", async () => {
  ok(await mark(true));
  ok(await mark(true));
  const { shared } = await listed("?member=cleo");
  expect([shared[0].tiesVotes, shared[0].mark]).toEqual([
    false,
    { reason: "An exchange pays from it", by: "rosa", at: expect.any(String) },
  ]);
  ok(await mark(false));
  ok(await mark(false));
  expect((await listed("?member=cleo")).shared[0]).toMatchObject({ tiesVotes: true, mark: null });
  const { entries } = ok(await call(t, "GET", "/admin/audit-log?actor=rosa", { as: admin }));
  expect(entries.map(({ action }: { action: string }) => action)).toEqual([
    "PUBLIC_PLACE_UNMARKED",
    "PUBLIC_PLACE_MARKED",
  ]);
});

it("refuses to mark a device, what nobody used, and moderators", async () => {
  refused(await mark(true, DEVICE), 422, "VALIDATION_ERROR");
  refused(await mark(true, { ...WALLET, value: "1".repeat(32) }), 404, "NOT_FOUND");
  refused(await mark(true, WALLET, moderator), 403, "FORBIDDEN");
});

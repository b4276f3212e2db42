import { noteTraces } from "@bbux/api";
import { UNIT } from "@bbux/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { restRoutes } from "../../http/rest.ts";
import type { TestMember } from "../../testing.ts";
import { createEstablishedWorld, type EstablishedWorld } from "../established.support.ts";
import { appeal, comment, flag, freeze, hidden, judge, prove, REASON, suspend, thing } from "../moderation.support.ts";
import { ask, call, ok, type Response, refused } from "../support.ts";

// Staff who decide about themselves through another account in their browser.

let world: EstablishedWorld;
let root: TestMember;
let chief: TestMember;
let mona: TestMember;
beforeAll(async () => {
  world = await createEstablishedWorld({ elders: 0 });
  [root, chief] = [await judge(world.t, "root_admin", "admin"), await judge(world.t, "chief", "admin")];
  mona = await judge(world.t, "mona", "moderator");
  await share(root);
  await prove(world.t, root, chief, mona);
});
afterAll(() => world.t.close());

const note = ({ id }: TestMember, kind: "device" | "network", value: string) =>
  noteTraces(world.t.database.db, id, [{ kind, value }], world.t.services.now());
/** Has a member use the admin's browser. */
const share = (member: TestMember) => note(member, "device", "r".repeat(22));

/** Calls a procedure by its name in the router. */
function decide(name: string, as: TestMember, input: Record<string, unknown>): Promise<Response> {
  const route = restRoutes().find((each) => each.name === name);
  if (!route) throw new Error(`${name} isn't in the REST API`);
  const { id, ...body } = input;
  const url = `/api${route.path.replace("{id}", String(id))}`;
  return world.t.app.inject({ method: route.method, url, headers: as.headers, payload: body });
}

type Prepare = (alt: TestMember) => Promise<Record<string, unknown>> | Record<string, unknown>;
const written = async (alt: TestMember) =>
  thing("comment", await comment(world.t, alt, await ask(world.t, world.asker)));
const flagged: Prepare = async (alt) => {
  const on = await written(alt);
  ok(await flag(world.t, world.asker, on));
  return { ...on, reason: REASON };
};
const about: Prepare = ({ id }) => ({ id, reason: REASON });

/** Every procedure that refuses one's own decisions, by what it decides about another account of the admin's. */
const OWN: Readonly<Record<string, Prepare>> = {
  "admin.setRole": ({ id }) => ({ id, role: "moderator" }),
  "moderation.closePost": async (alt) => ({ id: await ask(world.t, alt), reason: REASON }),
  "moderation.decideAppeal": async (alt) => {
    const id = await hidden(world.t, mona, await written(alt));
    ok(await appeal(world.t, alt, id));
    return { id, decision: "grant", note: REASON };
  },
  "moderation.dismiss": flagged,
  "moderation.freezeWithdrawals": async ({ id }) => {
    ok(await freeze(world.t, chief, id));
    return { id, reason: REASON, days: 1 };
  },
  "moderation.hide": flagged,
  "moderation.removeFile": async ({ id }) => {
    const key = `${id.padStart(22, "0")}.png`;
    const url = `/uploads/${key}`;
    await world.t.database.ownerDb
      .insertInto("uploads")
      .values({ key, url, owner_id: id, kind: "IMAGE", bytes: 1 })
      .execute();
    return { file: url, reason: REASON };
  },
  "moderation.restore": async (alt) => {
    const on = await written(alt);
    await hidden(world.t, mona, on);
    return { ...on, reason: REASON };
  },
  "moderation.unfreezeWithdrawals": async (alt) => {
    ok(await freeze(world.t, mona, alt.id));
    return about(alt);
  },
  "moderation.unsuspend": async (alt) => {
    ok(await suspend(world.t, mona, alt.id, true));
    return { ...(await about(alt)), overturned: true };
  },
  "moderation.uphold": flagged,
  "reviews.decide": async (alt) => {
    const { targetId } = await written(alt);
    const reviews = world.t.database.db.selectFrom("review_items").select("id").where("target_id", "=", targetId);
    return { id: (await reviews.executeTakeFirstOrThrow()).id, verdict: "clear" };
  },
};
/** A thief may have used one of them in the admin's browser. */
const AGAINST: Readonly<Record<string, Prepare>> = {
  "admin.endSessions": about,
  "admin.setRole": async ({ id }) => {
    await world.t.database.ownerDb.updateTable("users").set({ role: "moderator" }).where("id", "=", id).execute();
    return { id, role: "user" };
  },
  "moderation.freezeWithdrawals": ({ id }) => ({ id, reason: REASON, days: 1 }),
  "moderation.suspend": about,
};
/** Tested where members' refunds and payments are. */
const ELSEWHERE = [
  "moderation.suspend",
  "refunds.decideAppeal",
  "admin.resolveSuspense",
  "admin.approveDeposit",
  "admin.approveWithdrawal",
  "admin.refuseWithdrawal",
];
const refusing = restRoutes().flatMap(({ name, meta }) => (meta.refuses?.includes("OWN_DECISION") ? [name] : []));

describe("an admin decides nothing in favor of another account in their browser", () => {
  it("by any procedure that refuses one's own decisions", () => {
    expect([...Object.keys(OWN), ...ELSEWHERE].sort()).toEqual(refusing.sort());
  });

  it.each(Object.entries(OWN))("by %s, which another admin can", async (name, prepare) => {
    const alt = await world.t.member(name.replace(".", "_").slice(0, 30), { balance: 5n * UNIT });
    await share(alt);
    const input = await prepare(alt);
    refused(await decide(name, root, input), 403, "OWN_DECISION");
    ok(await decide(name, chief, input));
  });

  it.each(Object.entries(AGAINST))("but can use %s against it", async (name, prepare) => {
    const alt = await world.t.member(`not_${name.replace(".", "_")}`.slice(0, 30), { balance: 5n * UNIT });
    await share(alt);
    ok(await decide(name, root, await prepare(alt)));
  });

  it("by calling its network a public place", async () => {
    const { t } = world;
    const alt = await t.member("root_alt");
    await share(alt);
    const trace = "cd".repeat(16);
    await note(alt, "network", trace);
    const body = { kind: "network", trace, isPublic: true, reason: "A library" };
    const mark = (as: TestMember) => call(t, "POST", "/moderation/shared-access/public", { as, body });
    refused(await mark(root), 403, "HAS_INTEREST");
    ok(await mark(chief));
  });
});

it("the queue doesn't tell staff who flagged another account in their browser", async () => {
  const alt = await world.t.member("flagged_alt");
  await share(alt);
  const on = await flagged(alt);
  const caseFor = async (as: TestMember) => {
    const { cases } = ok(await call(world.t, "GET", "/moderation/flags?limit=100", { as }));
    return cases.find((one: { target: { id: string } }) => one.target.id === on.targetId);
  };
  expect(await caseFor(root)).toMatchObject({ target: { own: true }, flags: [{ reporterUsername: null }] });
  expect(await caseFor(chief)).toMatchObject({ target: { own: false }, flags: [{ reporterUsername: "asker" }] });
});

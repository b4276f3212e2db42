import { LIMITS, TAG_PROPOSAL_STATUSES, TAG_PROPOSALS, type Tag } from "@bbux/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTag, createTestApp, type TestApp, type TestMember } from "../testing.ts";
import { closeForGood } from "./closing.support.ts";
import { judge, suspend } from "./moderation.support.ts";
import { newsOf } from "./notifications.support.ts";
import { ask, call, ok, refused, refusesField, tally } from "./support.ts";

// Members propose tags, and staff approve or decline them.

let t: TestApp;
let mona: TestMember;
beforeAll(async () => {
  t = await createTestApp();
  for (const name of ["money", "Node.js", "hooks", "C++"]) await createTag(t.database, name);
  mona = await judge(t, "mona", "moderator");
});
afterAll(() => t.close());

let count = 0;
/** A member with enough reputation. */
async function known(points = 50): Promise<TestMember> {
  const member = await t.member(`member${++count}`);
  const reputation = { reputation_points: points };
  await t.database.ownerDb.updateTable("users").set(reputation).where("id", "=", member.id).execute();
  return member;
}
const fresh = () => `fresh${++count}x`;
const propose = (as: TestMember, name: string = fresh(), more: object = {}) =>
  call(t, "POST", "/tags/proposals", {
    as,
    body: { name, description: "What it's about", reason: "No tag fits", ...more },
  });
const proposed = async (as: TestMember, name?: string): Promise<{ id: string; name: string }> =>
  ok(await propose(as, name)).proposal;
const own = async (as: TestMember) => ok(await call(t, "GET", "/tags/proposals", { as }));
const withdraw = (as: TestMember, id: string) => call(t, "DELETE", `/tags/proposals/${id}`, { as });
const approve = (id: string, body: object = {}, as = mona) =>
  call(t, "POST", `/moderation/tag-proposals/${id}/approve`, { as, body });
const decline = (id: string, reason = "Use money instead", as = mona) =>
  call(t, "POST", `/moderation/tag-proposals/${id}/decline`, { as, body: { reason } });
const queue = async (query = "?limit=100") =>
  ok(await call(t, "GET", `/moderation/tag-proposals${query}`, { as: mona }));
const waiting = async (id: string) => (await queue()).proposals.find((one: { id: string }) => one.id === id);
const openCount = async () => ok(await call(t, "GET", "/moderation/counts", { as: mona })).tagProposals;
const tagsNamed = async (name: string): Promise<Tag[]> =>
  ok(await call(t, "GET", `/tags?search=${encodeURIComponent(name)}`)).data;
const acts = (member: TestMember) =>
  t.database.db
    .selectFrom("audit_log")
    .select(["actor_id", "action", "target_kind", "target_id", "reason", "details"])
    .where("subject_id", "=", member.id)
    .orderBy("id")
    .execute();

describe("a proposal", () => {
  it("takes reputation, as much as the parameter says, except from staff", async () => {
    const [poor, rich] = [await known(49), await known()];
    expect(await own(poor)).toEqual({ proposals: [], points: 49, pointsNeeded: 50, open: 0, openMost: 5 });
    const { error, details } = refused(await propose(poor), 403, "TAG_REPUTATION");
    expect(error).toBe("Proposing a tag takes 50 reputation points. You have 49.");
    expect(details).toEqual({ points: 49, needed: 50 });
    const { proposal } = ok(await propose(rich, "  vector   search "));
    expect(proposal).toMatchObject({ name: "vector search", status: "OPEN", decidedAt: null, note: null, tag: null });
    expect(await own(rich)).toMatchObject({ proposals: [proposal], open: 1 });
    expect(await own(mona)).toMatchObject({ pointsNeeded: 0 });
    ok(await propose(mona));

    const root = await judge(t, "root_admin", "admin");
    const set = (value: string) =>
      call(t, "PUT", "/admin/parameters", {
        as: root,
        body: { name: "tagProposalPoints", value, reason: "A young community" },
      });
    ok(await set("20"));
    ok(await propose(poor));
    expect((await own(poor)).pointsNeeded).toBe(20);
    ok(await set("50"));
  });

  it("needs a name by the rules of tags, a description and a reason", async () => {
    const as = await known();
    for (const name of ["", " ", "a,b", "-x", "x".repeat(65), "<b>"]) refusesField(await propose(as, name), "name");
    refusesField(await propose(as, fresh(), { description: " " }), "description");
    refusesField(await propose(as, fresh(), { description: "x".repeat(TAG_PROPOSALS.description + 1) }), "description");
    refusesField(await propose(as, fresh(), { reason: "" }), "reason");
    refusesField(await propose(as, fresh(), { reason: "x".repeat(TAG_PROPOSALS.reason + 1) }), "reason");
    expect((await own(as)).proposals).toEqual([]);
  });

  it.each([
    ["node-js", "Node.js"],
    ["NODEJS", "Node.js"],
    ["hook", "hooks"],
    ["Höoks", "hooks"],
    ["c++", "C++"],
  ])("of %s is refused, because there is %s", async (name, existing) => {
    const { error, details } = refused(await propose(await known(), name), 409, "TAG_EXISTS");
    expect(error).toBe(`There is already a tag named ${existing}`);
    expect(details).toEqual({ name: existing });
  });

  it("of a name that only looks alike is another: C, C# and C++; が and か", async () => {
    const [as, other] = [await known(), await known()];
    for (const name of ["C", "C#", "が", "か"]) ok(await propose(as, name));
    for (const name of ["c", "が"]) refused(await propose(other, name), 409, "TAG_PROPOSED");
  });

  it("is refused while another of nearly the same name is open, also at the same time", async () => {
    const name = fresh();
    const spellings = [name, name.toUpperCase(), `${name}s`, name.replace("fresh", "fresh-")];
    const members = await Promise.all(spellings.map(() => known()));
    const answers = await Promise.all(spellings.map((spelling, at) => propose(members[at] ?? mona, spelling)));
    expect(tally(answers)).toEqual({ 200: 1, 409: spellings.length - 1 });
    const open = answers.find(({ statusCode }) => statusCode === 200)?.json().proposal;
    const { error } = refused(await propose(await known(), name), 409, "TAG_PROPOSED");
    expect(error).toContain(`A tag named ${open.name} has`);
    // A declined one can be proposed again.
    ok(await decline(open.id));
    ok(await propose(await known(), name));
  });

  it("is one of five open ones at most, also of those sent at the same time", async () => {
    const as = await known();
    const answers = await Promise.all(Array.from({ length: 8 }, () => propose(as)));
    expect(tally(answers)).toEqual({ 200: TAG_PROPOSALS.open, 409: 8 - TAG_PROPOSALS.open });
    const { error } = refused(await propose(as), 409, "TOO_MANY_TAG_PROPOSALS");
    expect(error).toContain(`already have ${TAG_PROPOSALS.open} proposed`);
    const [first] = (await own(as)).proposals;
    ok(await withdraw(as, first.id));
    ok(await propose(as));
  });

  it("isn't for suspended members, nor for who hasn't confirmed an address; what is open stays open", async () => {
    const as = await known();
    const { id } = await proposed(as);
    ok(await suspend(t, mona, as.id));
    refused(await propose(as), 403, "ACCOUNT_SUSPENDED");
    refused(await withdraw(as, id), 403, "ACCOUNT_SUSPENDED");
    expect((await waiting(id)).proposer).toMatchObject({ username: as.username, suspended: true });
    const strict = await createTestApp({
      database: t.database,
      env: { EMAIL_VERIFICATION: "on", SMTP_URL: "smtp://127.0.0.1:1" },
    });
    try {
      const newcomer = await strict.member(fresh(), { verified: false });
      const body = { name: fresh(), description: "What", reason: "Why" };
      refused(await call(strict, "POST", "/tags/proposals", { as: newcomer, body }), 403, "EMAIL_UNVERIFIED");
    } finally {
      await strict.close();
    }
  });
});

describe("its proposer", () => {
  it("withdraws it while it's open, once, and nobody else can", async () => {
    const [as, other] = [await known(), await known()];
    const { id } = await proposed(as);
    refused(await withdraw(other, id), 404, "NOT_FOUND");
    const before = await openCount();
    const { proposal } = ok(await withdraw(as, id));
    expect(proposal).toMatchObject({ status: "WITHDRAWN", decidedAt: expect.any(String) });
    expect(await openCount()).toBe(before - 1);
    refused(await withdraw(as, id), 409, "TAG_PROPOSAL_DECIDED");
    refused(await approve(id), 409, "TAG_PROPOSAL_DECIDED");
    refused(await decline(id), 409, "TAG_PROPOSAL_DECIDED");
    expect(await newsOf(t, as)).toEqual([]);
  });

  it("takes their text with them: in the export, and away when the account closes", async () => {
    const as = await known();
    const { id, name } = await proposed(as);
    const { tagProposals } = ok(await call(t, "GET", "/profile/export", { as }));
    expect(tagProposals).toEqual([
      expect.objectContaining({ id, name, description: "What it's about", reason: "No tag fits", status: "OPEN" }),
    ]);
    await closeForGood(t, as);
    expect(await waiting(id)).toBeUndefined();
    expect(await t.database.db.selectFrom("tag_proposals").where("user_id", "=", as.id).selectAll().execute()).toEqual(
      [],
    );
  });
});

describe("staff", () => {
  it("see open proposals, oldest first, with similar tags", async () => {
    const as = await known();
    const [first, second] = [await proposed(as, "hooks of react"), await proposed(as)];
    const { proposals, pagination } = await queue();
    const ids = proposals.map(({ id }: { id: string }) => id);
    expect(ids.indexOf(first.id)).toBeLessThan(ids.indexOf(second.id));
    expect(pagination.total).toBe(await openCount());
    const row = await waiting(first.id);
    expect(row).toMatchObject({ status: "OPEN", reason: "No tag fits", similar: ["hooks"], decidedBy: null });
    expect(row.proposer).toEqual({ id: as.id, username: as.username, points: 50, suspended: false });
    expect((await queue("?limit=1&page=2")).proposals).toHaveLength(1);
    for (const path of ["", `/${first.id}/approve`, `/${first.id}/decline`]) {
      const method = path === "" ? "GET" : "POST";
      const body = method === "POST" ? { body: { reason: "Mine" } } : {};
      refused(await call(t, method, `/moderation/tag-proposals${path}`, { as, ...body }), 403, "FORBIDDEN");
    }
  });

  it("approve: the tag can be used, the act is recorded, the proposer told", async () => {
    const as = await known();
    const { id, name } = await proposed(as);
    refused(
      await call(t, "POST", "/posts", { as, body: { title: "How?", content: "So", tags: [name] } }),
      422,
      "VALIDATION_ERROR",
    );
    const { proposal } = ok(await approve(id));
    expect(proposal).toMatchObject({ status: "APPROVED", tag: name, note: null });
    const [tag] = await tagsNamed(name);
    expect(tag).toMatchObject({ name, description: "What it's about", postCount: 0 });
    await ask(t, as, { tags: [name] });
    expect(await acts(as)).toEqual([
      {
        actor_id: mona.id,
        action: "TAG_APPROVED",
        target_kind: "tag",
        target_id: tag?.id,
        reason: null,
        details: { name, description: "What it's about", proposal: { name, description: "What it's about" } },
      },
    ]);
    const [news] = await newsOf(t, as);
    expect(news).toMatchObject({
      kind: "tag",
      title: "Tag added",
      message: `Staff approved the tag “${name}” that you proposed. You can use it now.`,
      navigation: { url: "/tags" },
    });
    const decided = (await queue("?status=decided&limit=100")).proposals;
    expect(decided[0]).toMatchObject({ id, decidedBy: "mona", tag: name });
    refused(await approve(id), 409, "TAG_PROPOSAL_DECIDED");
  });

  it("approve with another name and description", async () => {
    const as = await known();
    const { id, name } = await proposed(as);
    const better = fresh();
    refusesField(await approve(id, { name: "a,b" }), "name");
    refusesField(await approve(id, { description: "" }), "description");
    const { error } = refused(await approve(id, { name: "Nodejs" }), 409, "TAG_EXISTS");
    expect(error).toContain("named Node.js");
    expect(ok(await approve(id, { name: ` ${better}`, description: "Better" })).proposal).toMatchObject({
      name,
      tag: better,
    });
    expect((await tagsNamed(better))[0]).toMatchObject({ name: better, description: "Better" });
    expect((await newsOf(t, as))[0]?.message).toBe(
      `The tag “${name}” that you proposed is added as “${better}”. You can use it now.`,
    );
  });

  it("decline with a reason that the proposer reads", async () => {
    const as = await known();
    const { id, name } = await proposed(as);
    refusesField(await decline(id, " "), "reason");
    expect(ok(await decline(id)).proposal).toMatchObject({ status: "DECLINED", note: "Use money instead" });
    expect(await tagsNamed(name)).toEqual([]);
    expect(await acts(as)).toMatchObject([
      {
        actor_id: mona.id,
        action: "TAG_DECLINED",
        target_kind: "tag_proposal",
        target_id: id,
        reason: "Use money instead",
        details: { name },
      },
    ]);
    expect((await own(as)).proposals[0]).toMatchObject({ status: "DECLINED", note: "Use money instead" });
    const message = async (language: string): Promise<string> =>
      ok(await call(t, "GET", "/notifications", { as, headers: { "accept-language": language } }))[0].message;
    expect(await message("en")).toBe(`The tag “${name}” that you proposed was declined: Use money instead`);
    for (const language of ["de", "es", "ja"]) {
      const said = await message(language);
      expect(said).not.toContain("that you proposed");
      expect(said).toContain(name);
      expect(said).toContain("Use money instead");
    }
  });

  it("decide once: of two at the same time, one comes too late, and there is one tag", async () => {
    const { id, name } = await proposed(await known());
    const answers = await Promise.all([approve(id), decline(id), approve(id, { name: `${name}2` })]);
    expect(tally(answers)).toEqual({ 200: 1, 409: 2 });
  });

  it("add one tag out of two proposals that become the same", async () => {
    const [one, two] = [await proposed(await known()), await proposed(await known())];
    const name = fresh();
    const answers = await Promise.all([approve(one.id, { name }), approve(two.id, { name: `${name}s` })]);
    expect(tally(answers)).toEqual({ 200: 1, 409: 1 });
    expect(await tagsNamed(name)).toHaveLength(1);
  });

  it("may approve their own, because a new platform has a single admin", async () => {
    const { id } = await proposed(mona);
    ok(await approve(id));
  });
});

it("the table holds what the contract says", async () => {
  const { rows } = await sql<{ check: string }>`
    select pg_get_constraintdef(oid) as check from pg_constraint where conrelid = 'tag_proposals'::regclass`.execute(
    t.database.ownerDb,
  );
  const checks = rows.map(({ check }) => check).join("\n");
  for (const status of TAG_PROPOSAL_STATUSES) expect(checks).toContain(`'${status}'`);
  for (const most of [TAG_PROPOSALS.description, TAG_PROPOSALS.reason, TAG_PROPOSALS.note]) {
    expect(checks).toContain(`<= ${most}`);
  }
  expect(TAG_PROPOSALS.shown).toBeLessThanOrEqual(LIMITS.pageSize.max);
});

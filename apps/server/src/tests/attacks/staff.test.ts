import { HOUR_MS } from "@bbux/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { allProcedures, restRoutes } from "../../http/rest.ts";
import { TEST_PASSWORD, type TestMember } from "../../testing.ts";
import { createEstablishedWorld, type EstablishedWorld } from "../established.support.ts";
import { appeal, decide, hidden, moderate, prove, thing } from "../moderation.support.ts";
import { request, review, vote } from "../refunds.support.ts";
import { ageProofs, codeOf, enroll } from "../second-factor.support.ts";
import { answer, call, ok, type Response, refused } from "../support.ts";

// What a thief gets with the session of a moderator or admin, once its proof is old: nothing that moves value or changes what a member may do.

/** What staff do without a fresh proof, and why. A new call of theirs needs one, or a line here. */
const WITHOUT: Readonly<Record<string, string>> = {
  "admin.stopWithdrawals": "has to be quick, and takes a proof to undo",
  "admin.runJob": "runs what is scheduled anyway",
  "admin.closeAlert": "the alert is raised again while its cause remains",
  "moderation.hide": "needs one where an unpaid bounty depends on it; else daily moderation of content",
  "moderation.restore": "as hiding",
  "moderation.dismiss": "daily moderation of content",
  "moderation.uphold": "daily moderation of content",
  "moderation.decideAppeal": "as hiding",
  "tagProposals.approve": "daily moderation of content",
  "tagProposals.decline": "daily moderation of content",
  "proposals.execute": "records what was done, and does nothing",
  "setup.addTags": "tags are no one's",
  "setup.testMail": "a test",
  "setup.testChain": "a test",
};

const facts = z.object({ viewer: z.string().optional() });
const staffs = Object.entries(allProcedures()).flatMap(([name, { _def }]) => {
  const viewer = facts.catch({}).parse(_def.meta).viewer ?? "";
  return _def.type === "mutation" && ["moderator", "admin"].includes(viewer) ? [name] : [];
});
const guarded = staffs.filter((name) => !(name in WITHOUT));

let world: EstablishedWorld;
let admin: TestMember;
let moderator: TestMember;
let secret = "";
beforeAll(async () => {
  world = await createEstablishedWorld({ elders: 0 });
  [admin, moderator] = [await world.t.member("chief"), await world.t.member("moddy")];
  await world.update(admin, { role: "admin" });
  await world.update(moderator, { role: "moderator" });
  ({ secret } = await enroll(world.t, admin));
  await ageProofs(world.t, admin);
});
afterAll(() => world.t.close());

/** A body that suits every call, about nothing that exists. */
const BODY = { id: "999999999", password: TEST_PASSWORD, reason: "A drill", note: "A drill" };
const byTrpc = (name: string) =>
  world.t.app.inject({ method: "POST", url: `/api/trpc/${name}`, headers: admin.headers, payload: BODY });
function byRest(name: string): Promise<Response> {
  const route = restRoutes().find((each) => each.name === name);
  if (!route) throw new Error(`${name} isn't in the REST API`);
  const url = `/api${route.path.replace(/\{\w+\}/g, BODY.id)}`;
  return world.t.app.inject({ method: route.method, url, headers: admin.headers, payload: BODY });
}
const codeIn = z.object({ error: z.object({ data: z.object({ code: z.string(), httpStatus: z.number() }) }) });

describe("an admin's session whose proof is old", () => {
  it("meets only known calls without a proof", () => {
    expect(Object.keys(WITHOUT).filter((name) => !staffs.includes(name))).toEqual([]);
    expect(guarded.length).toBeGreaterThan(15);
  });

  it.each(guarded)("is refused %s, through REST and tRPC", async (name) => {
    const { details } = refused(await byRest(name), 403, "STEP_UP_REQUIRED");
    expect(details).toEqual({ proofs: ["totp", "recovery_code"] });
    const { data } = codeIn.parse((await byTrpc(name)).json()).error;
    expect(data).toMatchObject({ code: "STEP_UP_REQUIRED", httpStatus: 403 });
  });

  it("does all of it after a code, which no password replaces", async () => {
    const { t } = world;
    const stepUp = (body: object) => call(t, "POST", "/auth/step-up", { as: admin, body });
    refused(await stepUp({ password: TEST_PASSWORD }), 401, "SECOND_FACTOR_REQUIRED");
    ok(await stepUp({ code: codeOf(secret) }));
    const codes = await Promise.all(guarded.map(async (name) => (await byRest(name)).json().code));
    expect(codes).not.toContain("STEP_UP_REQUIRED");
    await ageProofs(t, admin);
  });
});

it("a moderator's session whose proof is old doesn't decide a refund where moderators decide instead of members", async () => {
  const { t, asker, place } = world;
  const postId = await place(2);
  t.travel(25 * HOUR_MS);
  const { id } = ok(await request(t, asker, postId)).request;
  await review(t, id, [moderator]);
  await ageProofs(t, moderator);
  refused(await vote(t, moderator, id, "approve"), 403, "STEP_UP_REQUIRED");
  await prove(world.t, moderator);
  expect(ok(await vote(t, moderator, id, "approve")).message).toContain("approved and paid");
});

it("a moderator's session whose proof is old hides and restores nothing that an unpaid bounty depends on", async () => {
  const { t, asker, place } = world;
  const author = await t.member("winning");
  const postId = await place(2);
  const answerId = await answer(t, author, postId);
  const path = `/posts/${postId}/comments`;
  const { comment } = ok(await call(t, "POST", path, { as: asker, body: { content: "Hm" } }));
  await ageProofs(t, moderator);
  const targets = [thing("post", postId), thing("answer", answerId)];
  for (const target of targets) refused(await moderate(t, moderator, "hide", target), 403, "STEP_UP_REQUIRED");
  ok(await moderate(t, moderator, "hide", thing("comment", comment.id)));
  await ageProofs(t, admin);
  await prove(world.t, moderator);
  const hiding = await hidden(t, moderator, thing("answer", answerId));
  ok(await appeal(t, author, hiding));
  await ageProofs(t, moderator);
  refused(await moderate(t, moderator, "restore", thing("answer", answerId)), 403, "STEP_UP_REQUIRED");
  for (const decision of ["deny", "grant"] as const)
    refused(await decide(t, admin, hiding, decision), 403, "STEP_UP_REQUIRED");
});

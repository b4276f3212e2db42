import { UNIT } from "@bbux/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTag, createTestApp, type TestApp, type TestMember } from "../testing.ts";
import { answer, ask, call, ok, refused } from "./support.ts";

let t: TestApp;
let ada: TestMember;
let postId: string;
beforeAll(async () => {
  t = await createTestApp();
  await createTag(t.database, "money");
  ada = await t.member("ada");
  postId = await ask(t, ada);
});
afterAll(() => t.close());

const welcomeOf = async (as: TestMember) => ok(await call(t, "GET", "/welcome", { as })).welcome;
const read = (as: TestMember, id: string) => call(t, "POST", "/welcome/read", { as, body: { postId: id } });
const NOTHING = { followedTags: false, readQuestion: false, receivedBbux: false, dismissed: false };

describe("the first steps of a new member", () => {
  it("begin with the account, with nothing done", async () => {
    expect(await welcomeOf(await t.member("zoe"))).toEqual(NOTHING);
  });

  it("are not for members who signed up before there were any", async () => {
    const old = await t.member("old");
    await t.database.ownerDb.deleteFrom("welcomes").where("user_id", "=", old.id).execute();
    expect(await welcomeOf(old)).toBeNull();
    expect(ok(await read(old, postId)).welcome).toBeNull();
    expect(ok(await call(t, "PUT", "/welcome", { as: old, body: { dismissed: true } })).welcome).toBeNull();
  });

  it("are done by following a tag, and undone by following none", async () => {
    const bob = await t.member("bob");
    ok(await call(t, "PUT", "/tags/followed", { as: bob, body: { tags: ["money"] } }));
    expect(await welcomeOf(bob)).toEqual({ ...NOTHING, followedTags: true });
    ok(await call(t, "PUT", "/tags/followed", { as: bob, body: { tags: [] } }));
    expect(await welcomeOf(bob)).toEqual(NOTHING);
  });

  it("are done by opening the post of another, not one's own or one that is gone", async () => {
    const cem = await t.member("cem");
    expect(ok(await read(cem, await ask(t, cem))).welcome).toEqual(NOTHING);
    const gone = await ask(t, ada);
    ok(await call(t, "DELETE", `/posts/${gone}`, { as: ada }));
    for (const id of [gone, "999999", "x"]) refused(await read(cem, id), 404, "NOT_FOUND");
    expect(await welcomeOf(cem)).toEqual(NOTHING);
    expect(ok(await read(cem, postId)).welcome).toEqual({ ...NOTHING, readQuestion: true });
    expect(await welcomeOf(cem)).toEqual({ ...NOTHING, readQuestion: true });
  });

  it("are done by answering", async () => {
    const dee = await t.member("dee");
    await answer(t, dee, postId);
    expect(await welcomeOf(dee)).toEqual({ ...NOTHING, readQuestion: true });
  });

  it("are done by the first BBUX, however it came, and stay so when it is spent", async () => {
    const eve = await t.member("eve", { balance: 3n * UNIT });
    expect(await welcomeOf(eve)).toEqual({ ...NOTHING, receivedBbux: true });
    ok(await call(t, "POST", "/governance/stake", { as: eve, body: { amount: "3" } }));
    expect(await welcomeOf(eve)).toEqual({ ...NOTHING, receivedBbux: true });
  });

  it("can be hidden and shown again, for oneself alone", async () => {
    const [fay, gus] = [await t.member("fay"), await t.member("gus")];
    const hide = (dismissed: boolean) => call(t, "PUT", "/welcome", { as: fay, body: { dismissed } });
    expect(ok(await hide(true)).welcome).toEqual({ ...NOTHING, dismissed: true });
    expect([await welcomeOf(fay), await welcomeOf(gus)]).toEqual([{ ...NOTHING, dismissed: true }, NOTHING]);
    expect(ok(await hide(false)).welcome).toEqual(NOTHING);
  });

  it("are nobody else's to see", async () => {
    refused(await call(t, "GET", "/welcome"), 401, "UNAUTHENTICATED");
  });
});

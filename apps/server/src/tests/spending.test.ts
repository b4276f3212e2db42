import { CONFIRM_ABOVE } from "@bbux/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApp, type TestApp, type TestMember } from "../testing.ts";
import { call, ok, refused, refusesField } from "./support.ts";

let t: TestApp;
let ada: TestMember;
beforeAll(async () => {
  t = await createTestApp();
  ada = await t.member("ada");
});
afterAll(() => t.close());

const above = async (as: TestMember) => ok(await call(t, "GET", "/profile/spending", { as })).confirmAbove;
const set = (as: TestMember, confirmAbove: unknown) =>
  call(t, "PUT", "/profile/spending", { as, body: { confirmAbove } });

describe("the amount above which the app asks before it spends", () => {
  it("has a default, and is what the member sets: an amount, 0 for always, null for never", async () => {
    expect(await above(ada)).toBe(CONFIRM_ABOVE);
    for (const [given, kept] of [
      ["2.50", "2.5"],
      [7, "7"],
      [0, "0"],
      [null, null],
    ]) {
      expect(ok(await set(ada, given)).confirmAbove).toBe(kept);
      expect(await above(ada)).toBe(kept);
    }
  });

  it("stays when other settings change, changes none of them, and is each member's own", async () => {
    const bob = await t.member("bob");
    ok(await call(t, "PUT", "/notifications/settings", { as: bob, body: { mail: "daily" } }));
    ok(await set(bob, "3"));
    ok(await call(t, "PUT", "/notifications/settings", { as: bob, body: { kinds: { votes: false } } }));
    expect(await above(bob)).toBe("3");
    const { settings } = ok(await call(t, "GET", "/notifications/settings", { as: bob }));
    expect(settings).toMatchObject({ mail: "daily", kinds: { votes: false } });
    expect(await above(await t.member("eve"))).toBe(CONFIRM_ABOVE);
  });

  it.each(["-1", "x", "1e3", "1000000.01", "0.0000000001", undefined])("can't be %j, with 422", async (given) => {
    refusesField(await set(ada, given), "confirmAbove");
  });

  it("is a member's: visitors get 401", async () => {
    refused(await call(t, "GET", "/profile/spending"), 401, "UNAUTHENTICATED");
    refused(await call(t, "PUT", "/profile/spending", { body: { confirmAbove: "1" } }), 401, "UNAUTHENTICATED");
  });
});

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApp, type TestApp, type TestMember } from "../testing.ts";
import { call, ok, refused, refusesField, tally } from "./support.ts";

let t: TestApp;
let ada: TestMember;
let bob: TestMember;
let cleo: TestMember;
beforeAll(async () => {
  t = await createTestApp();
  ada = await t.member("ada");
  bob = await t.member("bob");
  cleo = await t.member("cleo");
});
afterAll(() => t.close());

const body = (rating: unknown, more: object = {}) => ({
  ratedUserId: ada.id,
  rating,
  reason: "Kind and exact",
  context: "COMMUNICATION",
  referenceId: "1",
  referenceType: "POST",
  ...more,
});
const rate = (as: TestMember, given: object) => call(t, "POST", "/integrity/rate", { as, body: given });
const score = async () => {
  const { integrityScore, totalRatings } = ok(await call(t, "GET", "/users/ada"));
  return [integrityScore, totalRatings];
};

describe("an integrity rating", () => {
  it("makes the score the mean of the ratings received, counting each rater's latest [C1.12 C3.03 C3.25 C7.48]", async () => {
    expect(await score()).toEqual([5, 0]);
    expect(ok(await rate(bob, body(8)))).toEqual({
      success: true,
      message: "Rating submitted successfully",
      integrityScore: 8,
      totalRatings: 1,
    });
    ok(await rate(cleo, body(3)));
    expect(await score()).toEqual([5.5, 2]);
    ok(await rate(bob, body(10, { reason: "Better still" })));
    expect(await score()).toEqual([6.5, 2]);
    expect(ok(await call(t, "GET", `/integrity/mine?userId=${ada.id}`, { as: bob })).rating).toEqual({
      rating: 10,
      reason: "Better still",
      context: "COMMUNICATION",
    });
    expect(ok(await call(t, "GET", `/integrity/mine?userId=${bob.id}`, { as: ada })).rating).toBeNull();
    const stored = t.database.ownerDb.selectFrom("integrity_ratings").select(["reference_id", "reference_type"]);
    expect(await stored.where("rater_id", "=", cleo.id).execute()).toEqual([
      { reference_id: "1", reference_type: "POST" },
    ]);
  });

  it("is an integer from 1 to 10 [C5.21]", async () => {
    for (const rating of [0, 11, 5.5, "7", null, undefined]) refusesField(await rate(bob, body(rating)), "rating");
    for (const rating of [1, 10]) ok(await rate(bob, body(rating)));
  });

  it("requires a reason of at most 500 characters [C5.22 C5.23]", async () => {
    for (const reason of ["", "   ", undefined, null]) {
      const refusal = await rate(bob, body(7, { reason }));
      refusesField(refusal, "reason");
      expect(refusal.json().error).toBe("Please provide a reason for your rating");
    }
    refusesField(await rate(bob, body(7, { reason: "x".repeat(501) })), "reason");
    ok(await rate(bob, body(7, { reason: "x".repeat(500) })));
  });

  it("has one of the documented contexts, GENERAL by default [C5.25]", async () => {
    for (const context of ["BOUNTY_REJECTION", "ANSWER_QUALITY", "COMMUNICATION", "SPAM", "HARASSMENT", "GENERAL"]) {
      ok(await rate(bob, body(7, { context })));
    }
    refusesField(await rate(bob, body(7, { context: "REVENGE" })), "context");
    ok(await rate(bob, { ratedUserId: ada.id, rating: 7, reason: "Short form" }));
    expect(ok(await call(t, "GET", `/integrity/mine?userId=${ada.id}`, { as: bob })).rating.context).toBe("GENERAL");
  });

  it("can't be given to oneself, to a nonexistent member, or by a visitor [C5.26]", async () => {
    refused(await rate(ada, body(10)), 403, "OWN_RATING");
    refused(await rate(bob, body(7, { ratedUserId: "999999" })), 404, "NOT_FOUND");
    refused(await rate(bob, body(7, { ratedUserId: "ada" })), 404, "NOT_FOUND");
    refused(await call(t, "POST", "/integrity/rate", { body: body(7) }), 401, "UNAUTHENTICATED");
  });

  it("counts all ratings given concurrently", async () => {
    const dora = await t.member("dora");
    const raters = await Promise.all(Array.from({ length: 10 }, (_, i) => t.member(`rater${i}x`)));
    const all = raters.flatMap((as, i) => [
      rate(as, body(1, { ratedUserId: dora.id })),
      rate(as, body(i + 1, { ratedUserId: dora.id })),
    ]);
    expect(tally(await Promise.all(all))).toEqual({ 200: 20 });
    await Promise.all(raters.map((as, i) => rate(as, body(i + 1, { ratedUserId: dora.id }))));
    expect(ok(await call(t, "GET", "/users/dora"))).toMatchObject({ integrityScore: 5.5, totalRatings: 10 });
  });
});

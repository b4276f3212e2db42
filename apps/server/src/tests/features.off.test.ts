import { afterAll, beforeAll, it, vi } from "vitest";
import { createTag, createTestApp, type TestApp, type TestMember } from "../testing.ts";
import { ask, call, ok, refused } from "./support.ts";

const on = vi.hoisted(() => ({ notifications: true, wallet: true, voting: true }));
vi.mock("@bbux/contract", async (original) => ({ ...(await original<object>()), FEATURES: on }));

let t: TestApp;
let ada: TestMember;
let bob: TestMember;
let postId: string;
beforeAll(async () => {
  t = await createTestApp();
  await createTag(t.database, "money");
  [ada, bob] = [await t.member("ada"), await t.member("bob")];
  postId = await ask(t, ada);
});
afterAll(() => t.close());

const calls = {
  notifications: () => call(t, "GET", "/notifications", { as: bob }),
  wallet: () => call(t, "GET", "/wallet", { as: bob }),
  voting: () => call(t, "POST", `/posts/${postId}/vote`, { as: bob, body: { value: 1 } }),
};

it.each(["notifications", "wallet", "voting"] as const)(
  "the feature %s answers while it is on, and is the only one missing when it is off [C1.15]",
  async (feature) => {
    const all = Object.entries(calls);
    for (const [, send] of all) ok(await send());
    on[feature] = false;
    try {
      for (const [name, send] of all) {
        if (name === feature) refused(await send(), 404, "NOT_FOUND");
        else ok(await send());
      }
      ok(await call(t, "GET", `/posts/${postId}`, { as: bob }));
    } finally {
      on[feature] = true;
    }
  },
);

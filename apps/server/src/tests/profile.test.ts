import { SOCIAL_KINDS } from "@bbux/contract";
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

const save = (body: object, as = ada) => call(t, "POST", "/profile", { as, body });
const read = async (as = ada) => ok(await call(t, "GET", "/profile", { as }));
/** By name instead of from the contract, because a name that is lost there must be missed here. */
const FIELDS = [
  ...["firstName", "lastName", "bio", "location", "website", "facebook", "twitter", "instagram", "linkedin", "github"],
  ...["youtube", "tiktok", "discord", "reddit", "medium", "stackoverflow", "devto", "profilePicture"],
];

describe("the caller's own profile", () => {
  it("is flat, has every documented field, and requires a session [C7.43 C3.04 M3.22]", async () => {
    const profile = await read();
    for (const name of FIELDS) {
      expect(profile).toHaveProperty(name, null);
      expect(profile.profile).toHaveProperty(name, null);
    }
    expect(profile).toMatchObject({
      id: ada.id,
      username: "ada",
      email: ada.email,
      solanaAddress: t.wallet.addressOf(ada.id),
      // They have signed in.
      reputation: 1,
      avatar: null,
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: expect.stringMatching(/Z$/),
      integrityScore: 5,
      totalRatings: 0,
      settings: { profileComplete: false },
    });
    refused(await call(t, "GET", "/profile"), 401, "UNAUTHENTICATED");
    refused(await call(t, "POST", "/profile", { body: {} }), 401, "UNAUTHENTICATED");
  });

  it("can be read but not changed by a suspended member", async () => {
    const bob = await t.member("bob");
    await t.database.ownerDb.updateTable("users").set({ suspended_at: new Date() }).where("id", "=", bob.id).execute();
    expect((await read(bob)).username).toBe("bob");
    ok(await call(t, "GET", "/profile/activity", { as: bob }));
    ok(await call(t, "GET", "/profile/export", { as: bob }));
    refused(await save({ bio: "x" }, bob), 403, "ACCOUNT_SUSPENDED");
  });

  it("can be changed flat and nested, where the nested field wins, and absent fields stay [C7.44 M3.22]", async () => {
    const saved = ok(await save({ firstName: "Ada", bio: "  flat  ", profile: { bio: "nested", github: "ada" } }));
    expect(saved).toMatchObject({ success: true, profile: { firstName: "Ada", bio: "nested", github: "ada" } });
    ok(await save({ lastName: "Lovelace" }));
    const picture = { profile_picture: "/uploads/a.webp" };
    await t.database.ownerDb.updateTable("users").set(picture).where("id", "=", ada.id).execute();
    expect(await read()).toMatchObject({
      firstName: "Ada",
      lastName: "Lovelace",
      bio: "nested",
      github: "ada",
      avatar: "/uploads/a.webp",
    });
    ok(await save({ bio: "", github: null }));
    expect(await read()).toMatchObject({ firstName: "Ada", bio: null, github: null });
    expect(ok(await call(t, "GET", "/users/ada"))).toMatchObject({ firstName: "Ada", profile: { firstName: "Ada" } });
  });

  it("changes nothing outside the profile, whatever the body says", async () => {
    const before = await read();
    const forged = {
      role: "admin",
      reputationPoints: 9_999,
      balance: 5,
      username: "root",
      email: "x@y.example",
      id: "1",
    };
    ok(await save({ ...forged, profile: { ...forged, profilePicture: "https://evil.example/x.png" } }));
    const after = await read();
    expect({ ...after, updatedAt: "" }).toEqual({ ...before, updatedAt: "" });
  });

  it("refuses values that are too long or can't be stored, and names the field", async () => {
    refusesField(await save({ bio: "x".repeat(1_001) }), "bio");
    ok(await save({ bio: "x".repeat(1_000) }));
    refusesField(await save({ profile: { firstName: "x".repeat(61) } }), "profile.firstName");
    refusesField(await save({ location: "a\u0000b" }), "location");
    refusesField(await save({ firstName: 5 }), "firstName");
  });
});

describe("profile links", () => {
  it("can be addresses at their service or usernames there", async () => {
    const good: Record<string, string> = {
      github: "https://github.com/ada",
      twitter: "@ada",
      linkedin: "https://de.linkedin.com/in/ada",
      instagram: "instagram.com/ada",
      facebook: "ada.lovelace",
      youtube: "https://youtu.be/xyz",
      tiktok: "@ada",
      discord: "https://discord.gg/abc",
      reddit: "https://www.reddit.com/user/ada",
      medium: "https://ada.medium.com",
      stackoverflow: "https://stackoverflow.com/users/1/ada",
      devto: "ada",
    };
    expect(Object.keys(good)).toEqual([...SOCIAL_KINDS]);
    ok(await save({ ...good, website: "example.org" }));
    expect(await read()).toMatchObject({ ...good, website: "example.org" });
  });

  it("are refused if they lead elsewhere or could execute anything", async () => {
    for (const kind of SOCIAL_KINDS) {
      for (const bad of [
        "javascript:alert(1)",
        "data:text/html,x",
        "https://evil.example/ada",
        "https://github.com.evil.example/x",
        "//evil.example",
        "a b",
        "https://user:pass@github.com/x",
        "../../x",
      ]) {
        refusesField(await save({ [kind]: bad }), kind);
      }
    }
    for (const bad of ["javascript:alert(1)", "ftp://example.org", "nonsense", "https://a@b.example", "http://"]) {
      refusesField(await save({ website: bad }), "website");
    }
  });
});

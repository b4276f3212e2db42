import { describe, expect, it } from "vitest";
import { frameFor, hasDocsColumns, hasOwnSearch, isDocumentation } from "./layout.ts";

describe("frameFor", () => {
  it.each(["/community", "/posts/12", "/profile", "/users/ada", "/ada", "/settings", "/docsmith"])(
    "shows a member the navigation on %s [C2.029]",
    (path) => expect(frameFor(path, true)).toBe("member"),
  );

  it.each(["/community", "/posts/12", "/users/ada", "/"])("shows a visitor no navigation on %s [C2.029]", (path) =>
    expect(frameFor(path, false)).toBe("visitor"),
  );

  it("shows no navigation on the front page [C2.030]", () => expect(frameFor("/", true)).toBe("slim"));

  it.each(["/login", "/signup", "/login/"])("shows no navigation on %s [C2.031]", (path) => {
    expect(frameFor(path, true)).toBe("auth");
    expect(frameFor(path, false)).toBe("auth");
  });

  it("keeps a member's navigation on the password pages, and shows visitors the sign-in frame [C2.029]", () => {
    expect(frameFor("/reset-password", true)).toBe("member");
    expect(frameFor("/forgot-password", false)).toBe("auth");
  });

  it.each(["/docs", "/docs/api", "/docs/a/b", "/privacy", "/terms"])("shows no navigation on %s [C2.032]", (path) =>
    expect(frameFor(path, true)).toBe("slim"),
  );
});

describe("one search a page", () => {
  it.each(["/community", "/community/", "/docs", "/docs/api-reference", "/privacy", "/terms"])(
    "leaves %s to its own field",
    (path) => expect(hasOwnSearch(path)).toBe(true),
  );

  it.each(["/", "/posts/12", "/wallet", "/docsmith", "/community-ada"])("gives %s the top line's", (path) =>
    expect(hasOwnSearch(path)).toBe(false),
  );
});

it("gives the documentation's width to its pages and to no other", () => {
  expect(["/docs", "/docs/a/b", "/privacy", "/terms"].every(isDocumentation)).toBe(true);
  expect(["/", "/docsmith", "/community"].some(isDocumentation)).toBe(false);
});

it("has the documentation's columns on its pages, but not on the hub", () => {
  expect(["/docs/a", "/terms"].every(hasDocsColumns)).toBe(true);
  expect(["/docs", "/docs/", "/community"].some(hasDocsColumns)).toBe(false);
});

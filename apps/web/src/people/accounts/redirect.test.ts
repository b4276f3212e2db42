import { describe, expect, it } from "vitest";
import { ownPath } from "./redirect.ts";

describe("ownPath", () => {
  it.each([undefined, null, "", 7, ["/community"], {}])("falls back to /profile for %j [C2.006]", (wanted) =>
    expect(ownPath(wanted)).toBe("/profile"),
  );

  it.each(["/community", "/posts/12", "/community?search=a%20b&page=2", "/posts/12#answer-3", "/users/ada"])(
    "keeps the path %s on this site [C2.006]",
    (wanted) => expect(ownPath(wanted)).toBe(wanted),
  );

  it.each([
    "//evil.example",
    "///evil.example",
    "/\\evil.example",
    "/\\/evil.example",
    "\\\\evil.example",
    "https://evil.example",
    "javascript:alert(1)",
    "data:text/html,x",
    "/\t/evil.example",
    "/\n/evil.example",
    " //evil.example",
    "/..//evil.example",
    "/.//evil.example",
    "/a/..//evil.example",
    "evil.example",
    "@evil.example",
  ])("refuses to leave for %j [C2.006]", (wanted) => expect(ownPath(wanted)).toBe("/profile"));

  it.each(["/login", "/login?redirectTo=/login", "/signup"])("does not lead back to the sign-in pages: %s", (wanted) =>
    expect(ownPath(wanted)).toBe("/profile"),
  );
});

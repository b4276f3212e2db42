import { readdirSync } from "node:fs";
import { join } from "node:path";
import { isReservedUsername, isReservedWord, PAGES, pageForWord, RESERVED_USERNAMES } from "@bbux/contract";
import { describe, expect, it } from "vitest";
import { restRoutes } from "../http/rest.ts";

const WEB_ROUTES = join(import.meta.dirname, "../../../web/src/routes");

/** First segments of the web app's addresses, from its route files; parameters and the frame don't count. */
function webSegments(): string[] {
  return (
    readdirSync(WEB_ROUTES)
      // An underscore keeps a route out of the one before it.
      .map((file) => (file.split(".")[0] ?? "").replace(/_$/, ""))
      .filter((name) => /^[a-z]/.test(name) && name !== "index")
  );
}

describe("reserved words for usernames", () => {
  it("include every first segment of the web app's addresses [C5.42 M5.33]", () => {
    expect(webSegments()).toEqual(expect.arrayContaining(["community", "login", "signup"]));
    expect(webSegments().filter((segment) => !isReservedUsername(segment))).toEqual([]);
  });
  it("include every first segment of the API's paths, and where it is mounted [C5.42 M5.33]", () => {
    const api = restRoutes().map(({ path }) => path.split("/")[1] ?? "");
    const mounted = ["api", "v1", "trpc", "health", "metrics", "docs", "uploads", "assets"];
    expect([...api, ...mounted].filter((segment) => !isReservedUsername(segment))).toEqual([]);
  });
  it("lead to an existing page if people look for one under that word, and are all reserved", () => {
    const meant = RESERVED_USERNAMES.flatMap((word) => pageForWord(word) ?? []);
    expect(pageForWord("Staking")).toBe("/governance");
    expect(pageForWord("constructor")).toBeNull();
    expect(meant.filter((path) => !(path in PAGES))).toEqual([]);
    expect(webSegments().filter((segment) => pageForWord(segment) !== null)).toEqual([]);
  });
  it("are compared without regard to case [C5.42]", () => {
    for (const word of RESERVED_USERNAMES) expect(isReservedUsername(word.toUpperCase()), word).toBe(true);
    for (const word of ["ada", "adminx", "x-admin", ""]) expect(isReservedUsername(word), word).toBe(false);
  });
  it("include names that sound official, whatever digits, _ and - are in them, and no others", () => {
    const official = [
      ...["bbux_support", "BBUX-Team", "support_team", "moderator_", "admin1", "Mods", "b-b-u-x_ana", "88ux_ana"],
      ...["supp0rt1", "supp0rt_24", "m0d1", "t3am_2024", "adm1n7", "5taff3", "0ff1c1a1", "he1p_adm1n", "1admin"],
      ...["the_admin", "the_real_m0d"],
    ];
    for (const name of official) {
      expect(isReservedUsername(name), name).toBe(true);
      expect(isReservedWord(name), `${name}, who may be a member already`).toBe(false);
    }
    const others = [
      "teamwork",
      "helper_ana",
      "user42",
      "modesto",
      "administer",
      "steam",
      "supporter",
      "ana_admin",
      "the_real_ana",
      "m3d",
      "---",
    ];
    for (const name of others) expect(isReservedUsername(name), name).toBe(false);
  });
});

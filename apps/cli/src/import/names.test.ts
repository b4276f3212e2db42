import { username } from "@bbux/contract";
import { describe, expect, it } from "vitest";
import { usernames } from "./names.ts";

const first = (name: string, number: string, n = 1) => {
  const names = usernames(name, number);
  return Array.from({ length: n }, () => names.next().value);
};

describe("usernames for display names", () => {
  it.each([
    ["Ada Lovelace", "1", "Ada_Lovelace"],
    ["Rand al'Thor", "12", "Rand_alThor"],
    ["José Ñúñez", "3", "Jose_Nunez"],
    ["Henry WH Hack v2.1.3", "3", "Henry_WH_Hack_v213"],
    ["  -- _x y_ -- ", "4", "x_y"],
    ["Al", "42", "Al-42"],
    ["李雷", "9", "user-9"],
    ["🦀", "9", "user-9"],
    ["Admin", "5", "user-5"],
    ["The Team", "5", "user-5"],
    ["Docs", "5", "Docs-5"],
    ["Community", "-1", "Community-1"],
    ["", "", "user-1"],
    ["x".repeat(40), "77", "x".repeat(30)],
  ])("%j (%s) begins with %s", (name, number, expected) => {
    expect(first(name, number)).toEqual([expected]);
  });

  it("are all allowed by the platform and never repeat", () => {
    for (const name of ["Ada", "admin", "BBUX Support", "docs", "李", "y".repeat(50), "..", "a b"]) {
      const tried = first(name, "123456789", 20);
      expect(new Set(tried).size).toBe(20);
      for (const candidate of tried) expect(username.parse(candidate)).toBe(candidate);
    }
  });
});

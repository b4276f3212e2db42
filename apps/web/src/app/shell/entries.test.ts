import type { Role, TrustLevel } from "@bbux/contract";
import { describe, expect, it } from "vitest";
import { entriesFor } from "./entries.ts";

const groupsOf = (role: Role, trustLevel: TrustLevel = role === "user" ? "verified" : "staff") =>
  Object.fromEntries(
    entriesFor({ role, trustLevel }).map(({ name, entries }) => [name, entries.map((entry) => entry.name)]),
  );

describe("the navigation", () => {
  it("leads everyone to the community, the wallet, governance and refund requests, in groups [C2.037 C2.038 C2.039 C2.041]", () => {
    expect(groupsOf("user")).toEqual({
      Community: ["Community"],
      Money: ["Wallet", "Transactions"],
      Governance: ["Governance", "Refund Requests"],
    });
  });

  it("shows the reviews to established members and staff, and not to those who are reviewed", () => {
    expect(groupsOf("user", "established").Community).toEqual(["Community", "Reviews"]);
    for (const level of ["new", "verified"] as const) expect(groupsOf("user", level).Community).toEqual(["Community"]);
    expect(groupsOf("moderator", "new").Community).not.toContain("Reviews");
  });

  it("shows moderation to moderators, and the admin panel to admins only [C2.040]", () => {
    expect(groupsOf("moderator").Community).toEqual(["Community", "Reviews", "Moderation"]);
    expect(groupsOf("admin").Community).toEqual(["Community", "Reviews", "Moderation", "Admin Panel"]);
  });
});

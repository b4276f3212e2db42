import type { Role } from "@bbux/contract";
import { describe, expect, it } from "vitest";
import { ENTRIES } from "./entries.ts";

const shownTo = (role: Role) => ENTRIES.filter(({ mayUse }) => mayUse({ role })).map(({ name }) => name);

describe("the navigation", () => {
  it("leads everyone to governance and refund requests [C2.038 C2.039]", () => {
    expect(shownTo("user")).toEqual(["Governance", "Refund Requests"]);
  });

  it("shows moderation to moderators, and the admin panel to admins only [C2.040]", () => {
    expect(shownTo("moderator")).toEqual(["Governance", "Refund Requests", "Moderation"]);
    expect(shownTo("admin")).toEqual(["Governance", "Refund Requests", "Moderation", "Admin Panel"]);
  });
});

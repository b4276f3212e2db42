import { describe, expect, it } from "vitest";
import { actsFor, type Judge, outlook, type Target } from "./actions.ts";

const moderator: Judge = { id: "1", role: "moderator" };
const admin: Judge = { id: "2", role: "admin" };
const target: Target = {
  type: "post",
  id: "10",
  authorId: "3",
  authorUsername: "oskar",
  authorRole: "user",
  authorSuspended: false,
  title: "How?",
  excerpt: "How",
  content: "How",
  media: [],
  url: "/posts/10",
  state: "VISIBLE",
  createdAt: "2026-03-01T12:00:00.000Z",
  bounty: { amount: "2.5", status: "ESCROWED" },
  interested: false,
  rival: false,
  own: false,
};

describe("a moderator's actions on a case", () => {
  it("include hide, dismiss, uphold, suspend and close for a visible post [C6.21] [C6.23] [C6.24] [C6.25]", () => {
    expect(actsFor(target, 2, moderator)).toEqual({
      often: ["hide", "hideAbuse", "dismiss"],
      seldom: ["uphold", "upholdAbuse", "suspend", "close"],
    });
  });

  it("include restoring hidden content, and not hiding it again [C6.22]", () => {
    expect(actsFor({ ...target, state: "HIDDEN" }, 0, moderator)).toEqual({ often: ["restore"], seldom: ["suspend"] });
  });

  it("never include hiding a member, or closing anything but posts [C6.25]", () => {
    expect(actsFor({ ...target, type: "user" }, 1, moderator)).toEqual({
      often: ["uphold", "upholdAbuse", "dismiss"],
      seldom: ["suspend"],
    });
    expect(actsFor({ ...target, type: "answer" }, 1, moderator).seldom).not.toContain("close");
  });

  it("are none for the moderator's own content", () => {
    expect(actsFor({ ...target, own: true }, 2, moderator)).toEqual({ often: [], seldom: [] });
  });

  it("are only a suspension where the moderator asked or answered", () => {
    expect(actsFor({ ...target, interested: true }, 2, moderator)).toEqual({ often: [], seldom: ["suspend"] });
    expect(actsFor({ ...target, interested: true, state: "HIDDEN" }, 0, admin)).toEqual({
      often: [],
      seldom: ["suspend"],
    });
  });

  it("are none about a rival, and all but a suspension about what a rival wrote elsewhere", () => {
    expect(actsFor({ ...target, type: "user", rival: true }, 2, moderator)).toEqual({ often: [], seldom: [] });
    for (const type of ["post", "message"] as const) {
      const { often, seldom } = actsFor({ ...target, type }, 2, moderator);
      const others = seldom.filter((act) => act !== "suspend");
      expect(actsFor({ ...target, type, rival: true }, 2, moderator)).toEqual({ often, seldom: others });
      expect(others.length).toBeLessThan(seldom.length);
    }
  });

  it.each([
    ["user", moderator, true],
    ["moderator", moderator, false],
    ["moderator", admin, true],
    ["admin", admin, false],
  ])("offers to suspend the author, who is a %s, only to those who may [C6.24]", (authorRole, judge, may) => {
    expect(actsFor({ ...target, authorRole }, 0, judge).seldom.includes("suspend")).toBe(may);
  });
});

describe("the dialog before an action", () => {
  const said = (...given: Parameters<typeof outlook>) => outlook(...given).consequences.join(" ");

  it("names the points that the author loses, which are more for spam or abuse [C6.21]", () => {
    expect(said("hide", target, 2)).toContain("oskar loses 10 points");
    expect(said("hideAbuse", target, 2)).toContain("oskar loses 60 points");
    expect(said("suspend", target, 0)).toContain("oskar loses 100 points");
  });

  it("names the bounty that closing returns, and says that hiding doesn't touch it [C6.25]", () => {
    expect(said("close", target, 0)).toContain("2.50 BBUX goes back to oskar immediately");
    expect(said("hide", target, 0)).toContain("2.50 BBUX stays in escrow");
    expect(said("close", { ...target, bounty: null }, 0)).not.toContain("BBUX");
  });

  it("counts the flags that the action decides", () => {
    expect(said("dismiss", target, 1)).toContain("The open flag is dismissed");
    expect(said("hide", target, 3)).toContain("The 3 open flags are upheld");
    expect(said("hide", target, 0)).not.toContain("upheld");
  });
});

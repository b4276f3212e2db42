// @vitest-environment happy-dom
import type { AuditEntry } from "@bbux/contract";
import { screen, within } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { leave, press, type Replies, refusal, serve, show } from "../../lib/render.support.tsx";
import { Overview } from "./Overview.tsx";

afterEach(leave);

const STATS = {
  ...{ totalUsers: 1_041, userCount: 1_039, moderatorCount: 1, adminCount: 1, suspendedCount: 0, newThisWeek: 2 },
  ...{ totalPosts: 19, totalAnswers: 22, openFlags: 0, openAppeals: 0, openTagProposals: 0, openAlerts: 0 },
};
const NOTHING: Replies = {
  "admin.stats": { stats: STATS },
  "admin.waitingWithdrawals": { withdrawals: [] },
  "admin.waitingDeposits": { deposits: [] },
  "admin.audit": { entries: [], pagination: { page: 1, limit: 4, total: 0, pages: 0 } },
};
const STOPPED: AuditEntry = {
  ...{ id: "1", actor: "maren", action: "WITHDRAWALS_STOPPED", targetType: null, targetId: null, subject: null },
  ...{ reason: "Drill", details: {}, createdAt: "2026-01-01T00:00:00.000Z" },
};

async function overview(replies: Replies = {}) {
  serve({ ...NOTHING, ...replies });
  show(<Overview />);
  await screen.findByText("Total members");
}
const figureOf = (term: string) => screen.getByText(term).closest("dt")?.nextElementSibling?.textContent;

describe("the overview", () => {
  it("starts with what needs a decision, and links to it", async () => {
    await overview({
      "admin.stats": { stats: { ...STATS, openFlags: 3 } },
      "admin.waitingWithdrawals": { withdrawals: [{}, {}] },
      "admin.waitingDeposits": { deposits: [{ reason: "approval" }, { reason: "second_node" }] },
    });
    const waiting = await screen.findByRole("region", { name: "Needs attention" });
    expect(within(waiting).getByText("Open flags").getAttribute("href")).toBe("/moderation");
    expect(figureOf("Open flags")).toBe("3");
    await screen.findByText("2");
    expect([figureOf("Withdrawals to approve"), figureOf("Deposits to approve"), figureOf("Alerts")]).toEqual([
      ...["2", "1", "0"],
    ]);
    expect(screen.getByText("Withdrawals to approve").getAttribute("href")).toBe("/admin?tab=money");
    expect(figureOf("Total members")).toBe("1,0412 new in 7 days");
  });

  it("says when nothing waits", async () => {
    await overview();
    expect(await screen.findByRole("region", { name: "All caught up" })).toBeTruthy();
    expect(await screen.findByText("What moderators and admins do appears here.")).toBeTruthy();
  });

  it("doesn't say so while it can't know", async () => {
    let fails = true;
    await overview({ "admin.waitingWithdrawals": () => (fails ? refusal() : { withdrawals: [{}] }) });
    expect((await screen.findByRole("alert")).textContent).toContain("We couldn't load the open decisions");
    expect(screen.queryByText("All caught up")).toBeNull();
    fails = false;
    press("Try again");
    expect(await screen.findByRole("region", { name: "Needs attention" })).toBeTruthy();
  });

  it("shows the latest actions, and says when they can't be loaded", async () => {
    let fails = true;
    await overview({
      "admin.audit": () =>
        fails ? refusal() : { entries: [STOPPED], pagination: { page: 1, limit: 4, total: 1, pages: 1 } },
    });
    expect((await screen.findByRole("alert")).textContent).toContain("We couldn't load the audit log");
    fails = false;
    press("Try again");
    const latest = screen.getByRole("region", { name: "Latest actions" });
    expect((await within(latest).findByRole("listitem")).textContent).toContain("maren stopped all withdrawals");
    expect(within(latest).getByRole("link", { name: "Audit log" }).getAttribute("href")).toBe("/admin?tab=audit");
  });
});

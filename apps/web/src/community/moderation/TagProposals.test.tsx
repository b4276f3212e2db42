// @vitest-environment happy-dom
import type { StaffTagProposal } from "@bbux/contract";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { fill, leave, MEMBER, press, type Replies, refusal, serve, show } from "../../lib/render.support.tsx";
import { TagProposals } from "./TagProposals.tsx";

afterEach(leave);

const proposal = (id: string, name: string, more: Partial<StaffTagProposal> = {}): StaffTagProposal => ({
  ...{ id, name, description: "Geography", reason: "No tag fits", status: "OPEN", decidedAt: null, note: null },
  ...{ createdAt: "2026-03-01T00:00:00.000Z", tag: null, decidedBy: null, similar: ["postgresql"] },
  proposer: { id: "5", username: "kenji", points: 64, suspended: false },
  ...more,
});
const listed = (proposals: readonly StaffTagProposal[]) => ({
  proposals,
  pagination: { page: 1, limit: 20, total: proposals.length, pages: 1 },
});

function open(replies: Replies, status?: "decided") {
  const server = serve(replies);
  show(<TagProposals search={{ tab: "tags", status }} onSearch={() => undefined} />, { ...MEMBER, role: "moderator" });
  return server;
}

describe("proposed tags", () => {
  it("are approved as they are or with another name; the next one takes the focus", async () => {
    let left = [proposal("1", "postgis"), proposal("2", "maps", { similar: [] })];
    const { callsOf } = open({
      "tagProposals.list": () => listed(left),
      "tagProposals.approve": () => {
        left = left.slice(1);
        return { success: true, proposal: { ...proposal("1", "postgis"), status: "APPROVED", tag: "PostGIS" } };
      },
    });
    const first = await screen.findByRole("article", { name: "postgis" });
    for (const text of ["kenji", "64", "Geography", "No tag fits", "postgresql"]) {
      expect(first.textContent).toContain(text);
    }
    expect(screen.getByRole("article", { name: "maps" }).textContent).toContain("No tag has a similar name.");
    fireEvent.click(within(first).getByRole("button", { name: "Approve it" }));
    await screen.findByRole("dialog", { name: "Add this tag?" });
    fill(/^Name/, "a,b");
    press("Add the tag");
    expect(await screen.findByText(/^A tag is 1 to 64 letters/)).toBeTruthy();
    fill(/^Name/, " PostGIS");
    press("Add the tag");
    await waitFor(() => expect(screen.queryByRole("article", { name: "postgis" })).toBeNull());
    expect(callsOf("tagProposals.approve").map(({ input }) => input)).toEqual([
      { id: "1", name: "PostGIS", description: "Geography" },
    ]);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("article", { name: "maps" })));
  });

  it("show at the name that there is such a tag by now", async () => {
    open({
      "tagProposals.list": listed([proposal("1", "postgis")]),
      "tagProposals.approve": refusal({
        status: 409,
        code: "TAG_EXISTS",
        error: "There is already a tag named PostGIS",
      }),
    });
    fireEvent.click(await screen.findByRole("button", { name: "Approve it" }));
    await screen.findByRole("dialog", { name: "Add this tag?" });
    press("Add the tag");
    expect(await screen.findByText("There is already a tag named PostGIS")).toBeTruthy();
  });

  it("are declined with a reason", async () => {
    const { callsOf } = open({
      "tagProposals.list": listed([proposal("1", "help")]),
      "tagProposals.decline": { success: true, proposal: { ...proposal("1", "help"), status: "DECLINED" } },
    });
    fireEvent.click(await screen.findByRole("button", { name: "Decline it" }));
    const dialog = await screen.findByRole("dialog", { name: "Decline “help”?" });
    fireEvent.click(within(dialog).getByRole("button", { name: "Decline it" }));
    expect(await screen.findByText("Please say why")).toBeTruthy();
    fill(/^Why, as the member/, "Too broad");
    fireEvent.click(within(dialog).getByRole("button", { name: "Decline it" }));
    await waitFor(() =>
      expect(callsOf("tagProposals.decline").map(({ input }) => input)).toEqual([{ id: "1", reason: "Too broad" }]),
    );
  });

  it("show who decided and how, or that there is nothing", async () => {
    const decided = { decidedAt: "2026-03-02T00:00:00.000Z", decidedBy: "teodor" } as const;
    open(
      {
        "tagProposals.list": listed([
          proposal("1", "maps", { ...decided, status: "APPROVED", tag: "cartography" }),
          proposal("2", "help", { ...decided, status: "DECLINED", note: "Too broad" }),
        ]),
      },
      "decided",
    );
    expect((await screen.findByRole("article", { name: "maps" })).textContent).toMatch(/Approved.*teodor.*cartography/);
    expect(screen.getByRole("article", { name: "help" }).textContent).toMatch(/Declined.*teodor.*Too broad/);
    expect(screen.queryByRole("button", { name: "Approve it" })).toBeNull();
    leave();
    open({ "tagProposals.list": listed([]) });
    expect(await screen.findByText("Tags that members propose appear here.")).toBeTruthy();
  });
});

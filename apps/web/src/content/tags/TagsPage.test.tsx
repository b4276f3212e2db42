// @vitest-environment happy-dom
import type { OwnTagProposals, TagProposal, User } from "@bbux/contract";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { fill, leave, MEMBER, press, type Replies, refusal, serve, show } from "../../lib/render.support.tsx";
import { TagsPage } from "./TagsPage.tsx";

afterEach(leave);

const TAG = { id: "1", name: "postgresql", description: "The database", color: "#2f6f6a", postCount: 3 };
const PROPOSAL: TagProposal = {
  ...{ id: "9", name: "postgis", description: "Geography", reason: "No tag fits", status: "OPEN" },
  ...{ createdAt: "2026-03-01T00:00:00.000Z", decidedAt: null, note: null, tag: null },
};
const own = (more: Partial<OwnTagProposals> = {}): OwnTagProposals => ({
  ...{ proposals: [], points: 60, pointsNeeded: 50, open: 0, openMost: 5 },
  ...more,
});

function open(replies: Replies, { search = "", member = true } = {}) {
  const server = serve({ "tags.list": { data: [TAG] }, "tagProposals.own": own(), ...replies });
  show(<TagsPage search={search} onSearch={() => undefined} />, member ? MEMBER : null);
  return server;
}
const dialog = () => screen.findByRole("dialog", { name: "Propose a tag" });

describe("the page of tags", () => {
  it("shows each tag with what it's about and how much is asked with it; visitors can't propose", async () => {
    open({}, { member: false });
    const row = (await screen.findByText("The database")).closest("li");
    expect(row?.textContent).toContain("3 posts");
    expect(
      within(row as HTMLElement)
        .getByRole("link")
        .getAttribute("href"),
    ).toContain("tags=postgresql");
    expect(screen.queryByRole("button", { name: /Propose/ })).toBeNull();
  });

  it("offers to propose what isn't found, with its name filled in, and sends it", async () => {
    const { callsOf } = open(
      { "tags.list": { data: [] }, "tagProposals.propose": { success: true, proposal: PROPOSAL } },
      { search: "postgis" },
    );
    expect(await screen.findByText("No tag matches “postgis”")).toBeTruthy();
    press("Propose this tag");
    const asked = await dialog();
    expect(await within(asked).findByText("Proposing takes 50 reputation points.")).toBeTruthy();
    expect((within(asked).getByLabelText(/^Name/) as HTMLInputElement).value).toBe("postgis");
    press("Propose it");
    expect(await within(asked).findByText("Say what the tag is for")).toBeTruthy();
    expect(await within(asked).findByText("Say why it's needed")).toBeTruthy();
    expect(callsOf("tagProposals.propose")).toEqual([]);
    fill(/^Description/, " Geography ");
    fill(/^Why it's needed/, "No tag fits");
    press("Propose it");
    await waitFor(() =>
      expect(callsOf("tagProposals.propose").map(({ input }) => input)).toEqual([
        { name: "postgis", description: "Geography", reason: "No tag fits" },
      ]),
    );
  });

  it("shows at the name that there is such a tag", async () => {
    open({
      "tagProposals.propose": refusal({
        status: 409,
        code: "TAG_EXISTS",
        error: "There is already a tag named postgresql",
      }),
    });
    await screen.findByText("The database");
    press("Propose a tag");
    await dialog();
    await screen.findByLabelText(/^Name/);
    fill(/^Name/, "PostgreSQL");
    fill(/^Description/, "The database");
    fill(/^Why it's needed/, "No tag fits");
    press("Propose it");
    const said = await screen.findByText("There is already a tag named postgresql");
    expect(screen.getByLabelText(/^Name/).getAttribute("aria-describedby")).toContain(said.id);
  });

  it.each([
    [own({ points: 12 }), "Proposing a tag takes 50 reputation points. You have 12."],
    [
      own({ open: 5 }),
      "5 tags that you proposed are still waiting. You can propose another once staff decide on one, or once you withdraw one on the Tags page.",
    ],
  ])("says instead what it takes", async (state, text) => {
    open({ "tagProposals.own": state });
    await screen.findByText("The database");
    press("Propose a tag");
    expect((await dialog()).textContent).toContain("Propose a tag");
    expect(await screen.findByText((shown) => shown.startsWith(text))).toBeTruthy();
    expect(screen.queryByLabelText(/^Name/)).toBeNull();
  });

  it.each([
    ["says instead that newcomers confirm their address first", true],
    ["lets newcomers propose where the limits are off", false],
  ])("%s", async (_, isLimited) => {
    serve({
      ...{ "tags.list": { data: [TAG] }, "tagProposals.own": own() },
      "trust.get": { success: true, level: "new", next: null, isLimited, allowances: [] },
    });
    const newcomer: User = { ...MEMBER, emailVerified: false, trustLevel: "new" };
    show(<TagsPage search="" onSearch={() => undefined} />, newcomer);
    await screen.findByText("The database");
    press("Propose a tag");
    const asked = within(await dialog());
    const text = "Confirm your email address to propose tags.";
    expect(await (isLimited ? asked.findByText(text) : asked.findByLabelText(/^Name/))).toBeTruthy();
    expect(asked.queryAllByLabelText(/^Name/)).toHaveLength(isLimited ? 0 : 1);
    expect(asked.queryAllByText(text)).toHaveLength(isLimited ? 1 : 0);
  });

  it("shows what became of the member's proposals, and withdraws one that waits", async () => {
    let first: TagProposal = PROPOSAL;
    const decided = { decidedAt: "2026-03-02T00:00:00.000Z" };
    const others: TagProposal[] = [
      { ...PROPOSAL, ...decided, id: "8", name: "maps", status: "APPROVED", tag: "cartography" },
      { ...PROPOSAL, ...decided, id: "7", name: "help", status: "DECLINED", note: "Too broad" },
    ];
    const { callsOf } = open({
      "tagProposals.own": () => own({ proposals: [first, ...others] }),
      "tagProposals.withdraw": () => {
        first = { ...PROPOSAL, ...decided, status: "WITHDRAWN" };
        return { success: true, proposal: first };
      },
    });
    const rows = within(await screen.findByRole("region", { name: "Your proposed tags" })).getAllByRole("listitem");
    expect(rows.map((row) => row.textContent)).toEqual([
      expect.stringContaining("Waiting"),
      expect.stringMatching(/Approved.*Use it as cartography/),
      expect.stringMatching(/Declined.*Too broad/),
    ]);
    expect(screen.getAllByRole("button", { name: /^Withdraw/ })).toHaveLength(1);
    fireEvent.click(screen.getByRole("button", { name: "Withdraw postgis" }));
    expect(await screen.findByText("Withdrawn")).toBeTruthy();
    expect(callsOf("tagProposals.withdraw").map(({ input }) => input)).toEqual([{ id: "9" }]);
  });

  it("says on a new platform that there are no tags yet", async () => {
    open({ "tags.list": { data: [] } });
    expect(await screen.findByText("No tags yet")).toBeTruthy();
    expect(screen.getAllByRole("button", { name: "Propose a tag" })).toHaveLength(2);
  });
});

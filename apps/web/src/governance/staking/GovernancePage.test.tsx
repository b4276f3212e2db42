// @vitest-environment happy-dom
import { type Proposal, proposal, type RefundRequest } from "@bbux/contract";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it } from "vitest";
import { type Call, leave, press, type Replies, refusal, serve, show, unreached } from "../../lib/render.support.tsx";
import { OPEN as REQUEST } from "../refunds/refunds.support.ts";
import { at, DASHBOARD } from "./dashboard.support.ts";
import { GovernancePage } from "./GovernancePage.tsx";
import { StakeForm } from "./StakeForm.tsx";
import { useGovernance } from "./useGovernance.ts";
import { VotesForYou } from "./VotesForYou.tsx";

afterEach(leave);

const HISTORY = { points: [] };
/** A member with 25 BBUX and a stake of 21. */
const STAKED = { success: true, message: "", newStake: "26", rewardRate: 0.0008 };

/** The two forms with the dashboard they are shown beside, as on the page. */
function Forms() {
  const { data } = useGovernance();
  return data ? (
    <>
      <StakeForm kind="stake" data={data} />
      <StakeForm kind="unstake" data={data} />
    </>
  ) : null;
}

async function forms(replies: Replies = {}) {
  const server = serve({ "governance.dashboard": DASHBOARD, ...replies });
  show(<Forms />);
  const form = (kind: "Stake" | "Unstake") => screen.getByRole("form", { name: `${kind} BBUX` });
  await screen.findByRole("form", { name: "Stake BBUX" });
  const send = (kind: "Stake" | "Unstake", amount: string) => {
    fireEvent.change(within(form(kind)).getByLabelText("Amount in BBUX"), { target: { value: amount } });
    fireEvent.submit(form(kind));
  };
  return { ...server, form, send };
}

describe("the forms for a stake", () => {
  it("answer no amount with 'Please enter a valid amount', and one above the balance with the balance [M2.21 M5.01]", async () => {
    const { count, form, send } = await forms();
    for (const kind of ["Stake", "Unstake"] as const) {
      for (const amount of ["", "0", "-1"]) {
        send(kind, amount);
        expect(form(kind).textContent).toContain("Please enter a valid amount");
      }
    }
    send("Stake", "25.5");
    expect(form("Stake").textContent).toContain("Amount must be at most your balance, 25 BBUX");
    expect(count("governance.stake") + count("governance.unstake")).toBe(0);
  });

  it.each([
    [
      "Stake",
      "Failed to stake",
      { code: "INSUFFICIENT_BALANCE", error: "Insufficient balance" },
      "Insufficient balance.",
    ],
    ["Unstake", "Failed to unstake", { status: 500 }, "Please try again in a moment."],
  ] as const)(
    "of which %s fails say '%s' and why, and refetch the dashboard [M8.07 M8.08 M4.22]",
    async (kind, sentence, why, hint) => {
      const { count, form, send } = await forms({
        "governance.stake": refusal(why),
        "governance.unstake": refusal(why),
      });
      send(kind, "1");
      const alert = await within(form(kind)).findByRole("alert");
      expect(alert.textContent).toContain(sentence);
      expect(alert.textContent).toContain(hint);
      await waitFor(() => expect(count("governance.dashboard")).toBe(2));
    },
  );

  it.each([
    ["Stake", "Stake 5.0000 BBUX", "governance.stake"],
    ["Unstake", "Unstake 5.0000 BBUX", "governance.unstake"],
  ] as const)(
    "say on the button of %s what it moves, and send nothing on Enter in the field",
    async (kind, name, call) => {
      const { count, form } = await forms({ [call]: STAKED });
      const one = within(form(kind));
      expect(one.getByRole("button", { name: `${kind} BBUX` })).toBeTruthy();
      await userEvent.type(one.getByLabelText("Amount in BBUX"), "5{Enter}");
      expect(count(call)).toBe(0);
      await userEvent.click(one.getByRole("button", { name }));
      await waitFor(() => expect(count(call)).toBe(1));
    },
  );

  it.each([
    ["Stake", "your transactions", "/transactions"],
    ["Unstake", "Go to your wallet", "/wallet"],
  ] as const)("lead on after %s: %s", async (kind, name, href) => {
    const { form, send } = await forms({ "governance.stake": STAKED, "governance.unstake": STAKED });
    send(kind, "5");
    const next = await within(form(kind)).findByRole("link", { name });
    expect(next.getAttribute("href")).toBe(href);
  });

  it("send a stake with a lost response again with the same key [M4.22]", async () => {
    const replies = [unreached, () => STAKED];
    const { callsOf, form, send } = await forms({ "governance.stake": () => replies.shift()?.() });
    send("Stake", "5");
    await within(form("Stake")).findByRole("alert");
    fireEvent.submit(form("Stake"));
    expect(await within(form("Stake")).findByText(/Your stake is now/)).toBeTruthy();
    const [first, second] = callsOf("governance.stake").map(({ headers }) => headers.get("idempotency-key"));
    expect(first).toMatch(/^[0-9a-f-]{36}$/);
    expect(second).toBe(first);
  });
});

const list = (...proposals: readonly Proposal[]) => ({
  proposals,
  pagination: { page: 1, limit: 100, total: proposals.length, pages: 1 },
});
const NO_VOTES = { "proposals.list": list(), "refunds.list": [], "parameters.list": refusal() };

describe("the dashboard", () => {
  it("says 'Failed to load governance data', and loads after another try [M8.03]", async () => {
    let fails = true;
    serve({
      ...NO_VOTES,
      "governance.dashboard": () => (fails ? refusal() : DASHBOARD),
      "governance.history": HISTORY,
    });
    show(<GovernancePage />);
    expect((await screen.findByRole("alert")).textContent).toContain("Failed to load governance data");
    fails = false;
    press("Try again");
    expect(await screen.findByRole("region", { name: "Your stake" })).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
  });

  it("says 'Governance data is not available right now. (Invalid action)' when the server doesn't know the action [M8.06]", async () => {
    serve({ "governance.dashboard": refusal({ error: "Invalid action" }) });
    show(<GovernancePage />);
    const { textContent } = await screen.findByRole("alert");
    expect(textContent).toContain("Governance data is not available right now. (Invalid action)");
  });

  it("shows its figures when the charts fail", async () => {
    serve({ ...NO_VOTES, "governance.dashboard": DASHBOARD, "governance.history": refusal() });
    show(<GovernancePage />);
    expect((await screen.findByRole("alert")).textContent).toContain("We couldn't load the charts");
    expect(screen.getByRole("region", { name: "Total staked" }).textContent).toContain("11.0000 BBUX");
  });

  it("begins with what the member can vote on and their stake, and ends with the charts", async () => {
    serve({ ...NO_VOTES, "governance.dashboard": DASHBOARD, "governance.history": HISTORY });
    show(<GovernancePage />);
    await screen.findByText("All caught up.");
    expect(screen.getAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      "Needs your vote",
      "Your stake",
      "Stake BBUX",
      "Unstake BBUX",
      "Log",
      "Reward rate",
      "Platform health",
      "The platform",
    ]);
  });

  it("has one log, in plain words and as it is published [M2.22 M2.23]", async () => {
    serve({ ...NO_VOTES, "governance.dashboard": DASHBOARD, "governance.history": HISTORY });
    show(<GovernancePage />);
    expect((await screen.findByRole("table", { name: "Activity" })).textContent).toContain("act 0");
    expect(screen.queryByRole("table", { name: "Transparency log" })).toBeNull();
    fireEvent.click(screen.getByRole("tab", { name: "Transparency log" }));
    expect(screen.getByRole("table", { name: "Transparency log" }).textContent).toContain("line 0");
    expect(screen.queryByRole("table", { name: "Activity" })).toBeNull();
  });
});

describe("what needs a vote", () => {
  const LATER = "2999-03-02T00:00:00.000Z";
  const PROPOSAL: Proposal = proposal.parse({
    ...{ id: "61", userId: "9", username: "kenji", type: "SIGNAL", title: "More tags", proposal: "**Many** more." },
    ...{ discussionUrl: null, parameter: null, status: "OPEN", outcome: null, vote: false, userVote: null },
    ...{ userPower: "21.5", powerFor: "1", powerAgainst: "0", votesFor: 1, votesAgainst: 0, stakeVoted: "1" },
    ...{ quorumStake: "2", stakedAtOpen: "20", createdAt: at(0), updatedAt: at(0), closesAt: LATER },
    ...{ decidedAt: null, executedAt: null, executionNote: null },
  });
  const REFUND: RefundRequest = { ...REQUEST, expiresAt: "2999-03-01T00:00:00.000Z" };
  const missing = { code: "VOTE_REPUTATION", message: "Too little reputation", availableAt: null };

  async function votes(replies: Replies) {
    serve({ ...NO_VOTES, ...replies });
    show(<VotesForYou />);
    const region = screen.getByRole("region", { name: /^Needs your vote/ });
    await waitFor(() => expect(within(region).queryByLabelText("Loading votes")).toBeNull());
    return region;
  }

  it("is listed with a way to vote, the first to close first; not what the member asked for or voted on", async () => {
    const region = await votes({
      "proposals.list": list(PROPOSAL, { ...PROPOSAL, id: "62", title: "Done", userVote: "for" }),
      "refunds.list": [REFUND, { ...REFUND, id: "52", postTitle: "Mine?", own: true }],
    });
    const rows = within(region).getAllByRole("listitem");
    expect(rows.map((row) => within(row).getByRole("heading").textContent)).toEqual(["Who explains it?", "More tags"]);
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Refund request.*No answer explains it\..*0\.2500 BBUX.*0 of 5 votes/),
      expect.stringMatching(/^Proposal.*Many more\..*1 vote so far.*your vote counts 21\.5000/),
    ]);
    expect(within(region).getByRole("link", { name: "Vote on More tags" }).getAttribute("href")).toBe(
      "/governance/proposals/61",
    );
    expect(within(region).getByRole("link", { name: "Vote on Who explains it?" }).getAttribute("href")).toBe(
      "/refund-requests/51",
    );
    expect(region.textContent).toContain("You've voted on 1 open vote.");
  });

  it("is counted to the last page, each once, however many are open", { tags: "proof" }, async () => {
    const open = Array.from({ length: 203 }, (_, n) => ({ ...REFUND, id: `${1_000 - n}`, postTitle: `No. ${n}?` }));
    const region = await votes({
      "refunds.list": ({ input }: Call) => {
        const { page } = input as { page: number };
        // One came in between, so the second page begins with what the first ended with.
        return page === 1 ? open.slice(0, 100) : open.slice(page * 100 - 101, page * 100 - 1);
      },
    });
    await waitFor(() => expect(region.querySelector("h2")?.textContent).toBe("Needs your vote203"));
    expect(region.querySelectorAll("li")).toHaveLength(203);
  });

  it("leaves out what the member can't vote on, and says how many that are", async () => {
    const region = await votes({
      "proposals.list": list({ ...PROPOSAL, userPower: "0" }),
      "refunds.list": [{ ...REFUND, hindrances: [missing] }],
    });
    expect(region.textContent).toContain("All caught up.");
    expect(region.textContent).toContain("You can't vote on 2 open votes.");
    expect(within(region).queryByRole("link", { name: /^Vote on/ })).toBeNull();
  });

  it("tells a suspended member why there is nothing, in the server's words", async () => {
    const error = "This account is suspended.";
    const refused = refusal({ status: 403, code: "ACCOUNT_SUSPENDED", error });
    const region = await votes({ "proposals.list": refused, "refunds.list": refused });
    await waitFor(() => expect(region.textContent).toContain(error));
    expect(within(region).queryByRole("button", { name: "Try again" })).toBeNull();
  });

  it("can be loaded again after a failure", async () => {
    let fails = true;
    const region = await votes({ "proposals.list": () => (fails ? refusal() : list(PROPOSAL)) });
    expect((await within(region).findByRole("alert")).textContent).toContain("We couldn't load the open votes");
    fails = false;
    press("Try again");
    expect(await within(region).findByText("More tags")).toBeTruthy();
  });
});

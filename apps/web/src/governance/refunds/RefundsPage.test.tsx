// @vitest-environment happy-dom
import type { RefundRequest } from "@bbux/contract";
import { fireEvent, screen, within } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import {
  fill,
  leave,
  MEMBER,
  press,
  type Replies,
  refusal,
  serve,
  show,
  unreached,
} from "../../lib/render.support.tsx";
import { RefundCard } from "./RefundCard.tsx";
import { RefundsPage } from "./RefundsPage.tsx";
import type { RefundFilter } from "./refunds.search.ts";
import { OPEN } from "./refunds.support.ts";

afterEach(leave);

const LONG_ENOUGH = "I have looked at it, and nothing here helps.";
const REJECTED: RefundRequest = { ...OPEN, status: "REJECTED", decidedAt: "2026-03-03T00:00:00.000Z" };
const APPEALED: RefundRequest = {
  ...REJECTED,
  appeal: {
    status: "OPEN",
    reason: "They had not read it.",
    decidedAt: null,
    note: null,
    createdAt: "2026-03-03T00:00:00.000Z",
    expiresAt: "9999-01-01T00:00:00.000Z",
  },
};
const page = (filter: RefundFilter) => <RefundsPage filter={filter} onFilter={() => {}} />;

describe("refund requests", () => {
  it("say 'Failed to fetch refund requests' and why, and load after another try [M8.04]", async () => {
    let fails = true;
    const failure = refusal({ status: 429, code: "RATE_LIMITED", error: "Too many requests" });
    serve({ "refunds.list": () => (fails ? failure : [OPEN]) });
    show(page("all"));
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toContain("Failed to fetch refund requestsToo many requests.");
    fails = false;
    press("Try again");
    expect(await screen.findByRole("article", { name: "Who explains it?" })).toBeTruthy();
    expect(alert.isConnected).toBe(false);
  });

  it.each(["all", "pending"] as const)(
    "say 'No active refund requests' when there are none: %s [M2.32]",
    async (filter) => {
      serve({ "refunds.list": [] });
      show(page(filter));
      expect(await screen.findByText("No active refund requests")).toBeTruthy();
    },
  );

  it.each<[string, RefundRequest, string]>([
    ["one's own", { ...OPEN, own: true }, "Members who took part in the post vote until"],
    ["decided ones", REJECTED, "Rejected"],
  ])("have no form for a vote on %s [M2.28]", (_which, request, text) => {
    serve({});
    show(<RefundCard request={request} />);
    expect(screen.getByRole("article").textContent).toContain(text);
    expect(screen.queryByRole("button", { name: "Vote on this request" })).toBeNull();
    expect(screen.queryByRole("form")).toBeNull();
  });

  it("let moderators decide an appeal, and no ordinary member", () => {
    serve({});
    show(<RefundCard request={APPEALED} />);
    expect(screen.getByRole("article").textContent).toContain("Appeal open");
    expect(screen.queryByRole("button", { name: /appeal/i })).toBeNull();
    leave();
    show(<RefundCard request={APPEALED} />, { ...MEMBER, role: "moderator" });
    expect(screen.getByRole("button", { name: "Grant appeal" })).toBeTruthy();
  });
});

describe("a member who can't vote", () => {
  const REPUTATION = "You need 50 reputation points to vote on refunds. You have 12.";
  const reason = (code: string, message: string, availableAt: string | null = null) => ({ code, message, availableAt });
  const LOW = reason("VOTE_REPUTATION", REPUTATION);
  const reasons = () => screen.getByRole("region", { name: "Why you can't vote" });
  const noForm = () => {
    expect(screen.queryByRole("button", { name: "Vote on this request" })).toBeNull();
    expect(screen.queryByRole("form")).toBeNull();
  };

  it("reads each of the server's reasons in the list, and gets no form [M5.16 M5.18]", () => {
    serve({});
    const missing = [LOW, reason("VOTE_ENGAGEMENT", "Only members who took part can vote")];
    show(<RefundCard request={{ ...OPEN, hindrances: missing }} />);
    expect(reasons().textContent).toContain("You can't vote on this request");
    expect(
      within(reasons())
        .getAllByRole("listitem")
        .map(({ textContent }) => textContent),
    ).toEqual([REPUTATION, "Only members who took part can vote."]);
    noForm();
  });

  it("sees on the request's page all requirements, and which are met [M5.22 M5.23 M5.24 M5.25 M5.26]", () => {
    serve({ "refunds.votes": [] });
    show(<RefundCard request={{ ...OPEN, hindrances: [LOW] }} alone />);
    const asked = within(reasons()).getAllByRole("listitem");
    expect(asked).toHaveLength(5);
    expect(asked[0]?.textContent).toBe(`50 or more reputation points, not met${REPUTATION}`);
    expect(asked.slice(1).every(({ textContent }) => textContent?.endsWith(", met"))).toBe(true);
    noForm();
  });

  it("reads from when they can vote, if waiting is all it takes [M5.20]", () => {
    serve({});
    const availableAt = "2999-03-01T10:00:00.000Z";
    show(
      <RefundCard request={{ ...OPEN, hindrances: [reason("VOTE_DAILY_LIMIT", "At most 10 votes", availableAt)] }} />,
    );
    expect(reasons().textContent).toMatch(/^You can vote from .*2999.*At most 10 votes\./);
    noForm();
  });

  it("reads why nothing that they do would help", () => {
    serve({ "refunds.votes": [] });
    const message = "This community is still small, so its moderators decide refunds.";
    show(<RefundCard request={{ ...OPEN, hindrances: [reason("VOTE_MODERATORS_ONLY", message)] }} alone />);
    expect(reasons().textContent).toBe(`You can't vote on this request${message}`);
    noForm();
  });

  it("reads when suspended why there is nothing to vote on, and isn't asked to try again", async () => {
    const error = "This account is suspended.";
    serve({ "refunds.list": refusal({ status: 403, code: "ACCOUNT_SUSPENDED", error }) });
    show(page("all"));
    expect(await screen.findByText("You can't vote while you're suspended")).toBeTruthy();
    expect(screen.getByText(error)).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
  });
});

describe("the form for a vote", () => {
  function form(replies: Replies = {}) {
    const server = serve(replies);
    show(<RefundCard request={OPEN} />);
    press("Vote on this request");
    return { ...server, form: screen.getByRole("form", { name: "Vote on this request" }) };
  }

  it("can be filled in while only the review time is missing, and states the requirements [M5.22 M5.25]", () => {
    serve({});
    const review = { code: "VOTE_REVIEW_TIME", message: "Please wait", availableAt: "2999-03-01T10:00:00.000Z" };
    show(<RefundCard request={{ ...OPEN, hindrances: [review] }} />);
    press("Vote on this request");
    const asked = within(screen.getByRole("form", { name: "Vote on this request" })).getAllByRole("listitem");
    expect(asked.map(({ textContent }) => textContent)).toEqual([
      "50 or more reputation points, met",
      "Account age of 7 or more days, met",
      "Prior engagement with the post, met",
      expect.stringMatching(/^A 5-minute minimum review time, not met.* to go$/),
      "At most 10 votes per 24 hours, met",
    ]);
  });

  it("requires a choice and 20 characters: 'Please provide at least 20 characters of reasoning for your vote' [M5.14 M2.28]", () => {
    const { form: vote, count } = form();
    fill("Reason", `  ${"x".repeat(19)}  `);
    expect(vote.textContent).toContain("19 of at least 20 characters");
    press("Submit vote");
    expect(vote.textContent).toContain("Please provide at least 20 characters of reasoning for your vote");
    expect(vote.textContent).toContain("Please choose whether to approve or to reject");
    expect(count("refunds.vote")).toBe(0);
  });

  it.each([
    ["without a sentence", () => refusal({ status: 500 }), "Failed to submit vote"],
    ["without a response", unreached, "Failed to submit voteNetwork error."],
    [
      "for a reason",
      () => refusal({ status: 403, code: "FORBIDDEN", error: "Only members who took part may vote" }),
      "Failed to submit voteOnly members who took part may vote.",
    ],
  ])("says 'Failed to submit vote' and keeps the input when it fails %s [M8.18]", async (_how, reply, text) => {
    const { form: vote, callsOf } = form({ "refunds.vote": reply });
    fireEvent.click(screen.getByLabelText("Approve the refund"));
    fill("Reason", LONG_ENOUGH);
    press("Submit vote");
    expect((await within(vote).findByRole("alert")).textContent).toContain(text);
    expect(screen.getByLabelText<HTMLTextAreaElement>("Reason").value).toBe(LONG_ENOUGH);
    expect(callsOf("refunds.vote")[0]?.input).toEqual({ id: "51", vote: "approve", reason: LONG_ENOUGH });
  });
});

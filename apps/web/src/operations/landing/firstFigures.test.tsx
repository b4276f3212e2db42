// @vitest-environment happy-dom
import { DEFAULT_PARAMETERS, type LandingFigures, PARAMETER_NAMES, PARAMETERS } from "@bbux/contract";
import { act, screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { leave, MEMBER, refusal, serve, show } from "../../lib/render.support.tsx";
import { setUser } from "../../lib/session.ts";
import { ActivityBoard } from "./ActivityBoard.tsx";
import { Escrow } from "./Escrow.tsx";
import { showFirst } from "./firstFigures.ts";
import { PlatformStats } from "./PlatformStats.tsx";

afterEach(leave);

const never = () => new Promise(() => undefined);
const stats: LandingFigures["stats"] = {
  activeBounties: 3,
  questionsAnswered: 1_234,
  totalRewards: "12.5",
  communityMembers: 41,
  totalUsers: 41,
  totalPosts: 9,
  totalAnswers: 8,
  totalBounties: 7,
  totalBBUX: "100",
  treasuryBalance: "1",
};
const figures: LandingFigures = {
  stats,
  open: {
    posts: [
      {
        id: "50",
        title: "How do I rotate a key?",
        content: "",
        type: "question",
        authorId: "1",
        tags: [],
        codeBlocks: [],
        media: [],
        author: { id: "1", username: "maren", profilePicture: null },
        authorReputation: 0,
        activeAt: "2026-03-01T12:00:00.000Z",
        status: "OPEN",
        reward: 2,
        bountyAmount: 2,
        bountyStatus: "ESCROWED",
        bountyExpiresAt: "9999-01-01T00:00:00.000Z",
        createdAt: "2026-02-01T12:00:00.000Z",
        editedAt: null,
        answerCount: 0,
        commentCount: 0,
        acceptedAnswerId: null,
        qualityUpvotes: 0,
        qualityDownvotes: 0,
        totalVotes: 0,
        votes: { up: 0, down: 0 },
        userVote: 0,
      },
    ],
    pagination: { page: 1, limit: 10, total: 1, pages: 1 },
  },
  parameters: {
    parameters: PARAMETER_NAMES.map((name) => ({
      ...{ name, title: PARAMETERS[name].title, says: PARAMETERS[name].says, unit: PARAMETERS[name].unit },
      value: name === "bountyFee" ? "700" : DEFAULT_PARAMETERS[name].toString(),
      ...{ default: DEFAULT_PARAMETERS[name].toString(), min: "0", max: "1000000", changedAt: null },
    })),
  },
};
const numbers = () => screen.getAllByRole("definition").map(({ textContent }) => textContent);

describe("the figures that the page came with", () => {
  it("are shown before the server has answered: numbers, open bounties and the fee", () => {
    serve({ "stats.get": never, "posts.list": never, "parameters.list": never, "tags.list": never });
    showFirst(JSON.stringify(figures));
    show(
      <>
        <PlatformStats />
        <ActivityBoard />
        <Escrow />
      </>,
      null,
    );
    expect(numbers()).toEqual(["3", "1.2K", "12.50 SOL", "41"]);
    expect(screen.getByRole("link", { name: "How do I rotate a key?" })).toBeTruthy();
    expect(screen.getByText("Governance fee (7%)")).toBeTruthy();
  });

  it("give way to the server's answer", async () => {
    serve({ "stats.get": { ...stats, activeBounties: 4 } });
    showFirst(JSON.stringify(figures));
    show(<PlatformStats />, null);
    await waitFor(() => expect(numbers()[0]).toBe("4"));
  });

  it("are shown again when a member turns out to be signed in, which resets what visitors see", () => {
    serve({ "stats.get": never });
    showFirst(JSON.stringify(figures));
    show(<PlatformStats />, null);
    act(() => setUser(MEMBER));
    expect(numbers()[0]).toBe("3");
  });

  it("give way to zeros when the server refuses [C8.39]", async () => {
    serve({ "stats.get": refusal() });
    showFirst(JSON.stringify(figures));
    show(<PlatformStats />, null);
    await waitFor(() => expect(numbers()).toEqual(["0", "0", "0.00 SOL", "0"]));
  });

  it("may be missing", () => {
    serve({ "stats.get": never });
    showFirst(undefined);
    show(<PlatformStats />, null);
    expect(numbers()).toEqual(["0", "0", "0.00 SOL", "0"]);
  });
});

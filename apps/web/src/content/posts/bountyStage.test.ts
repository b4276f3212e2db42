import { describe, expect, it } from "vitest";
import { exactTime } from "../../components/TimeAgo.format.ts";
import {
  acceptHindrance,
  type BountyOfPost,
  bountyNote,
  bountyOutlook,
  bountyStage,
  mayAskRefund,
} from "./bountyStage.ts";

const now = Date.parse("2026-03-10T06:00:00.000Z");
const at = (ms: number) => new Date(now + ms).toISOString();
const hour = 3_600_000;
const day = 24 * hour;

const running: BountyOfPost = {
  bountyStatus: "ESCROWED",
  bountyExpiresAt: at(hour),
  settlesAt: at(hour + 7 * day),
  refund: null,
};
const expired: BountyOfPost = {
  bountyStatus: "EXPIRED",
  bountyExpiresAt: at(-day),
  settlesAt: at(6 * day),
  refund: null,
};
const refund = { id: "9", status: "PENDING", expiresAt: at(2 * day), appealOpen: false } as const;
const voting: BountyOfPost = { ...expired, refund };
const refused: BountyOfPost = { ...expired, settlesAt: at(9 * day), refund: { ...refund, status: "REJECTED" } };
const appealed: BountyOfPost = { ...refused, refund: { ...refund, status: "REJECTED", appealOpen: true } };
const paid: BountyOfPost = { ...running, bountyStatus: "PAID", settlesAt: null };
const returned: BountyOfPost = { ...expired, bountyStatus: "REFUNDED", settlesAt: null };

const outlook = (post: BountyOfPost, isAsker = false, winner: string | null = null) =>
  bountyOutlook({ ...post, isAsker, winner }, now);

describe("the stage of a bounty", () => {
  it.each([
    ["runs", running],
    ["expired", expired],
    ["expired", { ...running, bountyExpiresAt: at(0) }],
    ["voting", voting],
    ["refused", refused],
    ["refused", { ...refused, refund: { ...refund, status: "EXPIRED" as const } }],
    ["appealed", appealed],
    ["settling", { ...expired, settlesAt: at(0) }],
    ["settling", { ...refused, settlesAt: at(-hour) }],
    // A bounty isn't settled while its refund is being decided.
    ["voting", { ...voting, settlesAt: at(-hour) }],
    ["appealed", { ...appealed, settlesAt: at(-hour) }],
    ["paid", paid],
    ["returned", returned],
    ["none", { bountyStatus: "NONE" as const, bountyExpiresAt: null, settlesAt: null, refund: null }],
  ] as const)("%s", (stage, post) => expect(bountyStage(post, now)).toBe(stage));
});

describe("what an open question says besides its status", () => {
  const noted = (post: BountyOfPost) => bountyNote({ ...post, status: "OPEN" }, now);

  it("is nothing while there is a bounty to win, or none at all", () => {
    expect(noted(running)).toBeNull();
    expect(noted({ bountyStatus: "NONE", bountyExpiresAt: null, settlesAt: null, refund: null })).toBeNull();
  });

  it("is that the bounty has ended, or what is voted on", () => {
    expect(
      [expired, refused, voting, { ...voting, refund: { ...refund, isObjection: true } }, appealed].map(noted),
    ).toEqual(["ENDED", "ENDED", "VOTE", "VOTE", "APPEALED"]);
  });

  it("is nothing once it is answered or closed", () => {
    expect(bountyNote({ ...voting, status: "CLOSED" }, now)).toBeNull();
  });
});

describe("the explanation of a bounty's state", () => {
  it("names the settlement, seven days after expiry", () => {
    expect(outlook(running)).toContain("17 March 2026");
    expect(outlook(expired)).toContain("16 March 2026");
    expect(outlook({ ...expired, settlesAt: null })).toContain("16 March 2026");
  });

  it("names the end, the grace period in which the asker may still accept, and who is paid after it, in this order", () => {
    const ends = exactTime(at(hour));
    expect(outlook(running)).toBe(
      `Goes to the author of the answer that the asker accepts. The bounty ends on ${ends}. In the grace period, the 7 days after that, the asker can still accept an answer. If none is accepted by ${exactTime(at(hour + 7 * day))}, the best voted answer gets it, or it returns to the asker when there is none.`,
    );
    expect(outlook(running, true)).toContain("the 7 days after that, you can still accept an answer");
    expect(outlook(expired)).toContain(`The bounty ended on ${exactTime(at(-day))}.`);
    expect(outlook(expired)).toContain("the end of the grace period");
  });

  it("names the later settlement after a denied refund", () => {
    expect(outlook(refused)).toContain("19 March 2026");
  });

  it("addresses the asker directly", () => {
    expect(outlook(running, true)).toContain("the answer that you accept");
    expect(outlook(running, true)).toContain("returns to you");
    expect(outlook(running)).toContain("returns to the asker");
    expect(outlook(expired, true)).toContain("You can still accept an answer, or ask for a refund, until");
  });

  it("says that nothing can be accepted while a refund is being decided", () => {
    for (const post of [voting, appealed]) expect(outlook(post)).toContain("no answer can be accepted");
    expect(outlook(voting)).toContain("12 March 2026");
  });

  it("names the winner of a paid one, and the refund of a returned one", () => {
    expect(outlook(paid, false, "ada")).toBe("Paid to ada for the accepted answer.");
    expect(outlook(returned, true)).toBe("The bounty went back to you.");
    expect(outlook({ ...returned, refund: { ...refund, status: "COMPLETED" } }, true)).toBe(
      "You asked for a refund, and the bounty went back to you.",
    );
  });
});

it("allows a refund request from expiry to seven days after, once [M4.26]", () => {
  expect(mayAskRefund(running, now)).toBe(false);
  expect(mayAskRefund({ ...running, bountyExpiresAt: at(0) }, now)).toBe(true);
  expect(mayAskRefund(expired, now)).toBe(true);
  expect(mayAskRefund({ ...expired, bountyExpiresAt: at(-7 * day), settlesAt: at(hour) }, now)).toBe(false);
  for (const post of [voting, refused, appealed, paid, returned]) expect(mayAskRefund(post, now)).toBe(false);
});

it("blocks accepting while a refund vote or an appeal is open, and says why", () => {
  expect(acceptHindrance(voting, now)).toContain("members vote on it until");
  expect(acceptHindrance(appealed, now)).toContain("a moderator hasn't decided yet");
  for (const post of [running, expired, refused, paid]) expect(acceptHindrance(post, now)).toBeNull();
});

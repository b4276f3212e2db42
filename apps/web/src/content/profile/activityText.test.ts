import { REPUTATION, type ReputationAction } from "@bbux/contract";
import { describe, expect, it } from "vitest";
import { sentenceOf, signedPoints } from "./activityText.ts";

const SENTENCE = /^[A-Z][a-z]*( [a-z]+)+$/;
const documented = Object.keys(REPUTATION) as ReputationAction[];
/** By name instead of from the contract, because a code that is lost there must be missed here. */
const KNOWN = [
  ...["POST_CREATED", "POST_UPVOTED", "POST_DOWNVOTED", "COMMENT_CREATED", "COMMENT_UPVOTED", "COMMENT_DOWNVOTED"],
  ...["ANSWER_CREATED", "ANSWER_UPVOTED", "ANSWER_DOWNVOTED", "ANSWER_ACCEPTED", "PROFILE_COMPLETED", "DAILY_LOGIN"],
  ...["WEEKLY_STREAK", "MONTHLY_CONTRIBUTOR", "HELPFUL_MEMBER", "FIRST_POST", "FIRST_ANSWER", "FIRST_COMMENT"],
  ...["REPUTATION_MILESTONE", "COMMUNITY_ENGAGEMENT", "CREATE_POST"],
];
const NEW = ["BOUNTY_WON", "CONTENT_FLAGGED", "SPAM_OR_ABUSE", "SUSPENDED"];

describe("the text of a reputation change", () => {
  it("is known for every documented code, and for no other [C3.06 C3.07]", () => {
    expect([...documented, "CREATE_POST"].sort()).toEqual([...KNOWN, ...NEW].sort());
  });

  it.each([...KNOWN, ...NEW])("is a sentence for the known code %s [C3.08]", (action) => {
    const points = action in REPUTATION ? REPUTATION[action as ReputationAction] : 1;
    expect(sentenceOf({ action, points })).toMatch(SENTENCE);
  });

  it.each(documented.filter((action) => REPUTATION[action] !== 0))(
    "says that %s was undone when the points are opposite [C3.08]",
    (action) => {
      const did = sentenceOf({ action, points: REPUTATION[action] });
      expect(sentenceOf({ action, points: -REPUTATION[action] })).not.toBe(did);
    },
  );

  it.each(["KARMA_GIVEN", "constructor", "__proto__", ""])("is the raw code for the unknown %j [C3.09]", (action) =>
    expect(sentenceOf({ action, points: 1 })).toBe(action),
  );

  it("covers both sides of a moved accept mark", () => {
    expect(sentenceOf({ action: "ANSWER_ACCEPTED", points: 10 })).toBe("An answer was accepted");
    expect(sentenceOf({ action: "ANSWER_ACCEPTED", points: -10 })).toBe("An answer is no longer the accepted one");
  });
});

it.each([
  [10, "+10"],
  [-2, "−2"],
  [0, "0"],
  [1234, "+1,234"],
])("%i points read %s", (points, text) => expect(signedPoints(points)).toBe(text));

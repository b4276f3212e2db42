import { REPUTATION, type ReputationAction } from "@bbux/contract";
import { describe, expect, it } from "vitest";
import { sentenceOf, signedPoints } from "./sentences.ts";

const SENTENCE = /^[A-Z][a-z]*( [a-z]+)+$/;
const documented = Object.keys(REPUTATION) as ReputationAction[];

describe("a row of reputation", () => {
  it.each([...documented, "CREATE_POST"])("of the known code %s is a sentence [C3.08]", (action) => {
    const points = action in REPUTATION ? REPUTATION[action as ReputationAction] : 1;
    expect(sentenceOf({ action, points })).toMatch(SENTENCE);
  });

  it.each(documented.filter((action) => REPUTATION[action] !== 0))(
    "of %s with the opposite points says that it was undone [C3.08]",
    (action) => {
      const did = sentenceOf({ action, points: REPUTATION[action] });
      expect(sentenceOf({ action, points: -REPUTATION[action] })).not.toBe(did);
    },
  );

  it.each(["KARMA_GIVEN", "constructor", "__proto__", ""])("of the unknown code %j is shown raw [C3.09]", (action) =>
    expect(sentenceOf({ action, points: 1 })).toBe(action),
  );

  it("says the two sides of an accept mark that moves", () => {
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

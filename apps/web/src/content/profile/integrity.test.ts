import { RATING_CONTEXTS, rateInput } from "@bbux/contract";
import { describe, expect, it } from "vitest";
import { CONTEXTS, cardLabel, contextOf, dialogLabel, integrityTone, ratingProblem, shownScore } from "./integrity.ts";

it.each([
  [10, "Exceptional"],
  [9, "Exceptional"],
  [8.99, "Excellent"],
  [8, "Excellent"],
  [7, "Good"],
  [6.5, "Fair"],
  [6, "Fair"],
  [5, "Average"],
  [4, "Below Average"],
  [3, "Poor"],
  [2, "Very Poor"],
  [1.9, "Unacceptable"],
  [1, "Unacceptable"],
])("the card calls %d %s [C9.15]", (score, label) => expect(cardLabel(score)).toBe(label));

it.each([
  [10, "Exceptional"],
  [9, "Exceptional"],
  [8, "Excellent"],
  [7, "Very Good"],
  [6, "Good"],
  [5, "Fair"],
  [4, "Fair"],
  [3, "Poor"],
  [1, "Poor"],
])("the dialog calls %d %s [C9.16]", (rating, label) => expect(dialogLabel(rating)).toBe(label));

it.each([
  [10, "green"],
  [8, "green"],
  [7.99, "yellow"],
  [6, "yellow"],
  [5.99, "orange"],
  [4, "orange"],
  [3.99, "red"],
  [1, "red"],
] as const)("%d is %s [C9.17]", (score, tone) => expect(integrityTone(score)).toBe(tone));

it.each([
  [5, "5"],
  [7.96, "7.9"],
  [8.3, "8.3"],
  [2.3, "2.3"],
  [9.95, "9.9"],
])("the score %d is shown as %s, never rounded into the next label", (score, text) =>
  expect(shownScore(score)).toBe(text),
);

describe("a rating", () => {
  it("has one of the documented contexts [C5.25]", () => {
    expect(CONTEXTS.map(({ value }) => value)).toEqual([...RATING_CONTEXTS]);
    expect(contextOf("SPAM")).toBe("SPAM");
    expect(contextOf("SOMETHING_NEW")).toBe("GENERAL");
  });

  it.each(["", " ", "\n\t"])("is refused with the reason %j, as by the server [C5.22]", (reason) => {
    const refused = rateInput.safeParse({ ratedUserId: "1", rating: 5, reason });
    expect(ratingProblem({ reason })).toBe("Please provide a reason for your rating");
    expect(refused.error?.issues[0]?.message).toBe(ratingProblem({ reason }));
  });

  it("is accepted with a reason", () => expect(ratingProblem({ reason: "Kind." })).toBeNull());
});

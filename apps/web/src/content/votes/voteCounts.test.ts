import { describe, expect, it } from "vitest";
import { type Figures, netText, voteFor, withVote } from "./voteCounts.ts";

describe("a click on an arrow", () => {
  it.each([
    [0, 1, 1],
    [0, -1, -1],
    [1, -1, -1],
    [-1, 1, 1],
    [1, 1, 0],
    [-1, -1, 0],
  ] as const)("from %i on the arrow %i requests %i [C4.16]", (present, arrow, wanted) => {
    expect(voteFor(present, arrow)).toBe(wanted);
  });

  it.each([
    [0, 1, { up: 6, down: 2, userVote: 1 }],
    [0, -1, { up: 5, down: 3, userVote: -1 }],
    [1, 0, { up: 4, down: 2, userVote: 0 }],
    [1, -1, { up: 4, down: 3, userVote: -1 }],
    [-1, 1, { up: 6, down: 1, userVote: 1 }],
    [1, 1, { up: 5, down: 2, userVote: 1 }],
  ] as const)("from %i to %i changes the counts immediately [C4.16]", (present, wanted, expected) => {
    const figures: Figures = { up: 5, down: 2, userVote: present };
    expect(withVote(figures, wanted)).toEqual(expected);
  });
});

it("shows the net votes with a true minus and group separators", () => {
  expect([netText({ up: 1500, down: 2 }), netText({ up: 1, down: 4 })]).toEqual(["1,498", "−3"]);
});

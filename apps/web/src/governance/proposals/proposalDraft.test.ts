import { describe, expect, it } from "vitest";
import { discussionOf, EMPTY_PROPOSAL, isBlankProposal, problemsAt, readProposal } from "./proposalDraft.ts";

const ORIGIN = "https://bbux.example";
const draft = {
  ...EMPTY_PROPOSAL,
  title: "A lower fee",
  text: "Five percent keeps small bounties away.",
};

describe("an unfinished proposal [M4.44]", () => {
  it("of a parameter carries the change in its stored form", () => {
    const { input } = readProposal({ ...draft, type: "PARAMETER", parameter: "bountyFee", value: "4" }, ORIGIN);
    expect(input).toEqual({
      type: "PARAMETER",
      title: "A lower fee",
      proposal: draft.text,
      discussionUrl: null,
      parameter: "bountyFee",
      value: "400",
    });
  });

  it("of another type drops a parameter that was chosen before", () => {
    const { input } = readProposal({ ...draft, parameter: "bountyFee", value: "nonsense" }, ORIGIN);
    expect(input).not.toHaveProperty("parameter");
    expect(input).not.toHaveProperty("value");
  });

  it("reports all errors together", () => {
    const wrong = { ...EMPTY_PROPOSAL, type: "PARAMETER" as const, discussion: "http://plain.example" };
    expect(Object.keys(readProposal(wrong, ORIGIN).problems ?? {}).sort()).toEqual([
      ...["discussion", "parameter", "text", "title"],
    ]);
    expect(readProposal({ ...draft, type: "PARAMETER", parameter: "bountyFee", value: "11" }, ORIGIN).problems).toEqual(
      {
        value: "Fee on a bounty must be at most 10%",
      },
    );
  });

  it.each([
    ["https://bbux.example/posts/12?sort=new#a", "/posts/12"],
    ["/posts/12", "/posts/12"],
    ["https://forum.example/t/1", "https://forum.example/t/1"],
    ["  ", ""],
  ])("reads the discussion %s", (typed, url) => expect(discussionOf(typed, ORIGIN)).toBe(url));

  it("is blank until something is typed", () => {
    expect(isBlankProposal(EMPTY_PROPOSAL)).toBe(true);
    expect(isBlankProposal(draft)).toBe(false);
  });

  it("shows the server's refusals at the form's fields", () => {
    expect(problemsAt({ discussionUrl: "There is no such post", other: "?" })).toEqual({
      discussion: "There is no such post",
    });
  });
});

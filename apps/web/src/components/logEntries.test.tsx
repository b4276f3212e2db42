// @vitest-environment happy-dom
import { DECISIONS, FEE_IN_FORCE, LEGS } from "@bbux/client/verify";
import { render } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { LogSays } from "./LogSays.tsx";
import { isLogType, logTypeLabel } from "./logEntries.ts";

const say = (type: string, description: string) =>
  render(<LogSays type={type} description={description} className="x" />).container.firstElementChild;

afterEach(() => document.documentElement.removeAttribute("lang"));

describe("an entry of the transparency log", () => {
  it.each([
    ["BOUNTY_PLACED", "Bounty placed"],
    ["SOMETHING_NEW", "Something new"],
  ])("of the type %s is labeled %s", (type, label) => expect(logTypeLabel(type)).toBe(label));

  it("of any type that the verifier knows has words that are translated", () => {
    for (const type of [...Object.keys(LEGS), ...DECISIONS, FEE_IN_FORCE]) expect(isLogType(type), type).toBe(true);
  });

  it("says in English what is signed", () => {
    expect(say("BOUNTY_PLACED", "As signed")?.textContent).toBe("As signed");
  });

  it("says in another language what all of its type say, or is marked as English if its words are its own", () => {
    document.documentElement.lang = "de";
    expect(say("BOUNTY_PLACED", "As signed")?.textContent).toBe("A bounty was placed in escrow");
    const decision = say("PROPOSAL_PASSED", "Proposal 12 passed");
    expect([decision?.textContent, decision?.getAttribute("lang")]).toEqual(["Proposal 12 passed", "en"]);
  });
});

import { describe, expect, it } from "vitest";
import { type SetupFacts, stepStates } from "./steps.ts";

const NEW: SetupFacts = { isBranded: false, tagCount: 0, sendsMail: false, languageCount: 4, outcomes: {} };
const said = (facts: Partial<SetupFacts>) => stepStates({ ...NEW, ...facts });

describe("the states of the setup", () => {
  it("of a new platform require tags only, and have nothing done but the languages", () => {
    const states = said({});
    expect(states.branding).toMatchObject({ label: "Default", isDone: false });
    expect(states.tags).toEqual({ label: "Required", tone: "waiting", isDone: false });
    expect(states.email).toMatchObject({ label: "Not configured", isDone: false });
    expect(states.solana).toMatchObject({ label: "Not tested", isDone: false });
    expect(states.languages).toMatchObject({ label: "4 languages", isDone: true });
  });

  it("count name and colors as done once they are saved or kept", () => {
    expect(said({ isBranded: true }).branding).toMatchObject({ label: "Saved", isDone: true });
    expect(said({ outcomes: { isKept: true } }).branding).toMatchObject({ label: "Kept", isDone: true });
  });

  it("count the tags", () => {
    expect(said({ tagCount: 1 }).tags).toMatchObject({ label: "1 tag", isDone: true });
    expect(said({ tagCount: 12 }).tags).toMatchObject({ label: "12 tags", isDone: true });
  });

  it("tell a configured mail server from one that took a test or refused it", () => {
    expect(said({ sendsMail: true }).email).toMatchObject({ label: "Configured", isDone: true });
    expect(said({ sendsMail: true, outcomes: { email: true } }).email).toMatchObject({ label: "Test sent" });
    expect(said({ sendsMail: true, outcomes: { email: false } }).email).toEqual({
      ...{ label: "Test failed", tone: "bad", isDone: false },
    });
    expect(said({ outcomes: { email: false } }).email).toMatchObject({ label: "Not configured", tone: "plain" });
  });

  it("say whether Solana answered", () => {
    expect(said({ outcomes: { solana: true } }).solana).toMatchObject({ label: "Connected", isDone: true });
    expect(said({ outcomes: { solana: false } }).solana).toMatchObject({ label: "Test failed", isDone: false });
  });
});

import type { StatusFacts } from "../../components/StatusBadge.tones.ts";
import { plural } from "../../components/TimeAgo.format.ts";

/** A platform's state, from the server and from this tab. */
export interface SetupFacts {
  /** Whether an admin has ever saved name and colors. */
  readonly isBranded: boolean;
  readonly tagCount: number;
  /** Whether a mail server is configured. */
  readonly sendsMail: boolean;
  /** How many languages the interface has, of which nobody has to choose any here. */
  readonly languageCount: number;
  readonly outcomes: Outcomes;
}

/** Decisions and test results of this tab. Tests that haven't run are missing. */
export interface Outcomes {
  /** Whether name and colors are to stay as they come. */
  readonly isKept?: boolean;
  readonly email?: boolean;
  readonly solana?: boolean;
}

export type StepName = "branding" | "tags" | "email" | "solana" | "languages";

export interface StepState extends StatusFacts {
  readonly isDone: boolean;
}

/** Says for each step of the setup how far it is. */
export function stepStates(facts: SetupFacts): Record<StepName, StepState> {
  const { isBranded, tagCount, sendsMail, languageCount, outcomes } = facts;
  return {
    branding: brandingState(isBranded, outcomes.isKept === true),
    tags:
      tagCount === 0
        ? { label: "Required", tone: "waiting", isDone: false }
        : { label: plural(tagCount, ["# tag", "# tags"]), tone: "good", isDone: true },
    email: emailState(sendsMail, outcomes.email),
    solana: solanaState(outcomes.solana),
    languages: { label: plural(languageCount, ["# language", "# languages"]), tone: "good", isDone: true },
  };
}

function brandingState(isBranded: boolean, isKept: boolean): StepState {
  if (isBranded) return { label: "Saved", tone: "good", isDone: true };
  if (isKept) return { label: "Kept", tone: "good", isDone: true };
  return { label: "Default", tone: "plain", isDone: false };
}

/** Without a mail server a test sends nothing, whatever it says. */
function emailState(sendsMail: boolean, passed: boolean | undefined): StepState {
  if (!sendsMail) return { label: "Not configured", tone: "plain", isDone: false };
  if (passed === undefined) return { label: "Configured", tone: "good", isDone: true };
  return passed
    ? { label: "Test sent", tone: "good", isDone: true }
    : { label: "Test failed", tone: "bad", isDone: false };
}

function solanaState(passed: boolean | undefined): StepState {
  if (passed === undefined) return { label: "Not tested", tone: "plain", isDone: false };
  return passed
    ? { label: "Connected", tone: "good", isDone: true }
    : { label: "Test failed", tone: "bad", isDone: false };
}

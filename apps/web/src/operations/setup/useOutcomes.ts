import { useState } from "react";
import { fieldOf } from "../../lib/record.ts";
import type { Outcomes } from "./steps.ts";

/** Where this tab keeps what was tested, because saving name and colors loads the page again. */
const STORED = "bbux.setup";
const NAMES = ["isKept", "email", "solana"] as const satisfies readonly (keyof Outcomes)[];

/** Parses what is stored, because a browser's storage may hold anything. */
function readOutcomes(): Outcomes {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(STORED) ?? "{}");
    const known = NAMES.map((name) => [name, fieldOf(stored, name)] as const);
    return Object.fromEntries(known.filter(([, value]) => typeof value === "boolean"));
  } catch {
    return {};
  }
}

/** Returns this tab's decisions and test results, and a function that adds to them. */
export function useOutcomes(): readonly [Outcomes, (more: Outcomes) => void] {
  const [outcomes, setOutcomes] = useState(readOutcomes);
  function note(more: Outcomes) {
    setOutcomes((present) => {
      const next = { ...present, ...more };
      try {
        sessionStorage.setItem(STORED, JSON.stringify(next));
      } catch {
        // Without storage the states last until the page is loaded again.
      }
      return next;
    });
  }
  return [outcomes, note];
}

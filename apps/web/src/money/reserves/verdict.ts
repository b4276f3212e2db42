import type { Reserves } from "@bbux/contract";
import { fixedAmount, unitsOf } from "../../components/Amount.format.ts";

/** How the books compare to the chain, in a heading and a sentence. */
export interface Verdict {
  readonly tone: "good" | "bad" | "unsure";
  readonly title: string;
  readonly text: string;
}

const sol = (amount: string) => fixedAmount(magnitude(unitsOf(amount)), { exact: true, unit: "SOL" });
const magnitude = (units: bigint) => (units < 0n ? -units : units);

/** Puts the report into words (docs/DECISIONS.md 1.8). */
export function verdictOf({ status, difference, unexplained, inFlight, isStale }: Reserves): Verdict {
  if (isStale && status !== "mismatch") {
    return {
      tone: "unsure",
      title: "The last comparison with the chain is out of date",
      text: "These figures are more than a minute old. We'll compare them again soon, and the operator has been notified.",
    };
  }
  switch (status) {
    case "matched":
      return {
        tone: "good",
        title: "Every BBUX is backed by SOL on-chain",
        text: "What the platform owes and what it holds match to all nine decimals.",
      };
    case "in_flight":
      return {
        tone: "good",
        title: "Every BBUX is backed by SOL on-chain",
        text: `The sides differ by ${sol(difference)}, all of it in transfers under way: ${flightText(inFlight)}.`,
      };
    case "mismatch":
      return {
        tone: "bad",
        title: "The books and the chain don't match",
        text:
          unitsOf(unexplained) > 0n
            ? `The chain holds ${sol(unexplained)} more than the books and the transfers under way explain. The operator has been notified.`
            : `The chain holds ${sol(unexplained)} less than the books and the transfers under way explain. The operator has been notified.`,
      };
    case "unknown":
      return {
        tone: "unsure",
        title: "Not compared with the chain yet",
        text: "You can see the books below. The comparison follows as soon as the network responds.",
      };
  }
}

function flightText({ arriving, leaving }: Reserves["inFlight"]): string {
  const parts = [
    unitsOf(arriving) > 0n && `${sol(arriving)} has arrived and is not credited yet`,
    unitsOf(leaving) > 0n && `${sol(leaving)} has been paid out and is not booked yet`,
  ].filter((part) => typeof part === "string");
  return parts.join(", ");
}

/** Liabilities by kind, in the order of the page. */
export const LIABILITIES = [
  { key: "members", term: "Members' balances", note: "what members can spend" },
  { key: "stakes", term: "Stakes", note: "what members have staked" },
  { key: "escrow", term: "Escrow", note: "bounties that are not paid yet" },
  { key: "holds", term: "Holds", note: "withdrawals in progress, and reserved network fees" },
  { key: "treasury", term: "Treasury", note: "the community's fees" },
  { key: "pools", term: "Pools", note: "allotted by the treasury" },
  { key: "suspense", term: "Suspense", note: "arrived, and belongs to no known member" },
  { key: "equity", term: "Operator's float", note: "pays the network's fees" },
] as const satisfies readonly { key: keyof Reserves["liabilities"]; term: string; note: string }[];

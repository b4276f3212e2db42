import { bountyCost, type Parameter, type ParameterName, parameterProblem, UNIT, withdrawalFee } from "@bbux/contract";
import { bbux } from "../../components/Amount.format.ts";
import { ambiguity, editableAmount, typedUnits } from "../../components/Amount.typed.ts";
import { valueText } from "../../lib/parameters/valueText.ts";

type Unit = Parameter["unit"];

/** The decimals of a unit, and the text after the field. */
const FIELDS: Readonly<Record<Unit, { readonly decimals: number; readonly suffix: string }>> = {
  basisPoints: { decimals: 2, suffix: "%" },
  perMillionDaily: { decimals: 4, suffix: /* @wc-include */ "% a day" },
  count: { decimals: 0, suffix: "" },
  amount: { decimals: 9, suffix: "BBUX" },
};

export const suffixOf = (unit: Unit): string => FIELDS[unit].suffix;

/** Returns the field's text for a stored integer: 500 basis points are `5`. */
export function editable(unit: Unit, value: bigint): string {
  if (unit === "amount") return editableAmount(value);
  const { decimals } = FIELDS[unit];
  const digits = value.toString().padStart(decimals + 1, "0");
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, "");
  return decimals > 0 && fraction ? `${whole}.${fraction}` : whole;
}

/**
 * Parses the typed value into an integer of the parameter's unit; `null` if it isn't one. Accepts a comma as the
 * decimal point.
 */
export function typedValue(unit: Unit, typed: string): bigint | null {
  if (unit === "amount") return typedUnits(typed);
  const { decimals } = FIELDS[unit];
  const match = /^(\d{1,9})(?:\.(\d*))?$/.exec(typed.trim().replace(",", ".").replace(/^\./, "0."));
  const [, whole, fraction = ""] = match ?? [];
  if (whole === undefined || fraction.length > decimals) return null;
  return BigInt(whole + fraction.padEnd(decimals, "0"));
}

/** Formats the bounds with the unit once. */
export function boundsText(name: ParameterName, min: bigint, max: bigint): string {
  return `${valueText(name, min).replace(/ (a day|BBUX)$/, "")} to ${valueText(name, max)}`;
}

/** Says what is wrong with the typed value, or returns `null`. */
export function valueProblem(name: ParameterName, unit: Unit, now: bigint, typed: string): string | null {
  const value = typedValue(unit, typed);
  if (value === null) {
    const doubt = unit === "amount" ? ambiguity(typed) : null;
    if (doubt !== null) return doubt;
    const { decimals } = FIELDS[unit];
    return decimals === 0 ? "Please enter a whole number" : `Please enter a number with at most ${decimals} decimals`;
  }
  return parameterProblem(name, value) ?? (value === now ? "This is already in force" : null);
}

/** Gives an example of a change's effect in a sentence. The rules themselves calculate its amounts. */
export function previewOf(name: ParameterName, now: bigint, next: bigint): string {
  const was = valueText(name, now);
  const will = valueText(name, next);
  const hundred = 100n * UNIT;
  const daily = (rate: bigint) => bbux((1_000n * UNIT * rate) / 1_000_000n);
  switch (name) {
    case "bountyFee":
      return `A bounty of 100 BBUX will cost ${bbux(bountyCost(hundred, next))} instead of ${bbux(bountyCost(hundred, now))}. Bounties that are placed already keep their fee.`;
    case "withdrawalFee":
      return `Selling 100 BBUX will pay out ${sol(hundred - withdrawalFee(hundred, next))} instead of ${sol(hundred - withdrawalFee(hundred, now))}.`;
    case "baseRate":
    case "activityBonus":
    case "treasuryBonus":
    case "governanceBonus":
      return `This part will bring a stake of 1,000 BBUX ${daily(next)} a day instead of ${daily(now)}, from the next daily reward on.`;
    case "participationPenalty":
      return `While it applies, a stake of 1,000 BBUX will get ${daily(next)} a day less, instead of ${daily(now)} less, from the next daily reward on.`;
    case "maxRate":
      return `No stake of 1,000 BBUX will get more than ${daily(next)} a day, instead of ${daily(now)}, from the next daily reward on.`;
    case "requiredVotes":
      return `Refunds of bounties placed from now on will be decided by ${will} equal votes instead of ${was}.`;
    case "establishedPoints":
      return next === 0n
        ? "The votes of all members will decide about bounties placed from now on, and their refunds."
        : `Members will need ${will} points from other established members for their votes to decide about bounties placed from now on, and their refunds, instead of ${was}.`;
    case "tagProposalPoints":
      return next === 0n
        ? "Every member with a confirmed address will be able to propose tags."
        : `Members will need ${will} reputation points to propose a tag, instead of ${was}.`;
    case "settlementReviewFrom":
      return next === 0n
        ? "No one will be able to object before a bounty placed from now on is paid by votes."
        : `Members will be able to object before a bounty of ${will} or more is paid by votes, instead of ${was}. Bounties already placed keep their rules.`;
    case "volumeMedium":
    case "volumeHigh": {
      return name === "volumeHigh"
        ? `Activity will count as high from ${will} of bounties in 30 days, instead of ${was}.`
        : `Activity will count as medium from ${will} of bounties in 30 days, instead of ${was}.`;
    }
    case "signalStake":
    case "policyStake":
    case "parameterStake":
      return `Submitting one will require ${will} staked instead of ${was}. Proposals that are open stay open.`;
  }
}

function sol(units: bigint): string {
  return bbux(units, { exact: true }).replace("BBUX", "SOL");
}

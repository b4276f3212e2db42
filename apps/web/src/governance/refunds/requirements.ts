import { REFUNDS, type RefundRequest } from "@bbux/contract";

type Hindrance = RefundRequest["hindrances"][number];

/** A requirement of a voter, in the order in which the server checks them. */
export interface Requirement {
  readonly code: string;
  readonly text: string;
  readonly met: boolean;
  /** The missing requirement, with the server's text. */
  readonly missing: string | null;
  /** When it is met automatically. */
  readonly availableAt: string | null;
}

const REQUIREMENTS = [
  ["VOTE_REPUTATION", `${REFUNDS.reputation} or more reputation points`],
  ["VOTE_ACCOUNT_AGE", `Account age of ${REFUNDS.accountDays} or more days`],
  ["VOTE_ENGAGEMENT", "Prior engagement with the post"],
  ["VOTE_REVIEW_TIME", `A ${REFUNDS.reviewMinutes}-minute minimum review time`],
  ["VOTE_DAILY_LIMIT", `At most ${REFUNDS.votesPerDay} votes per 24 hours`],
] as const;
/** Shown only to those who don't meet it, because an operator can turn it off. */
const ESTABLISHED = ["VOTE_NOT_ESTABLISHED", "Points from other established members"] as const;

/** Whether an obstacle is one of them; the others have nothing to do with what the member has done. */
export function isRequirement(code: string): boolean {
  return [ESTABLISHED, ...REQUIREMENTS].some(([known]) => known === code);
}

/** Returns all requirements of a voter and the viewer's state. A waiting time counts as met from its end on. */
export function requirementsOf(hindrances: readonly Hindrance[], now: number): Requirement[] {
  const isAsked = hindrances.some(({ code }) => code === ESTABLISHED[0]);
  return [...(isAsked ? [ESTABLISHED] : []), ...REQUIREMENTS].map(([code, text]) => {
    const hindrance = hindrances.find((one) => one.code === code);
    const over = hindrance?.availableAt != null && Date.parse(hindrance.availableAt) <= now;
    const stands = hindrance !== undefined && !over;
    return {
      code,
      text,
      met: !stands,
      missing: stands ? hindrance.message : null,
      availableAt: stands ? hindrance.availableAt : null,
    };
  });
}

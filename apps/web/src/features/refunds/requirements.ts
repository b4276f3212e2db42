import { REFUNDS, type RefundRequest } from "@bbux/contract";

type Hindrance = RefundRequest["hindrances"][number];

/** One thing asked of a voter (spec money §5), in the order in which the server checks them. */
export interface Requirement {
  readonly code: string;
  readonly text: string;
  readonly met: boolean;
  /** What is missing, in the server's words. */
  readonly missing: string | null;
  /** When it is met by itself. */
  readonly availableAt: string | null;
}

const REQUIREMENTS = [
  ["VOTE_REPUTATION", `${REFUNDS.reputation} or more reputation points`],
  ["VOTE_ACCOUNT_AGE", `Account age of ${REFUNDS.accountDays} or more days`],
  ["VOTE_ENGAGEMENT", "Prior engagement with the post"],
  ["VOTE_REVIEW_TIME", `A ${REFUNDS.reviewMinutes}-minute minimum review time`],
  ["VOTE_DAILY_LIMIT", `At most ${REFUNDS.votesPerDay} votes per 24 hours`],
] as const;

/** Whether a hindrance is one of them; the others leave nothing to fulfil. */
export function isRequirement(code: string): boolean {
  return REQUIREMENTS.some(([known]) => known === code);
}

/** All that is asked of a voter, and how the caller stands. What ends by itself is met from that moment on. */
export function requirementsOf(hindrances: readonly Hindrance[], now: number): Requirement[] {
  return REQUIREMENTS.map(([code, text]) => {
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

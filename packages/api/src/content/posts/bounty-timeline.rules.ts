import type { BountyStep } from "@bbux/contract";

/** What is recorded about a bounty. Times are ISO 8601. */
export interface BountyFacts {
  readonly status: "ESCROWED" | "PAID" | "REFUNDED";
  readonly postedAt: string;
  readonly endsAt: string;
  /** The payout date, as far as it is known now. */
  readonly settlesAt: string;
  /** When it left escrow. */
  readonly settledAt: string | null;
  /** When its payment was first announced. */
  readonly announcedAt: string | null;
  /** Whose answer is accepted. */
  readonly winner: string | null;
  readonly requests: readonly RequestFacts[];
}

interface RequestFacts {
  readonly isObjection: boolean;
  readonly status: string;
  readonly madeAt: string;
  /** When it was decided, or when voting ends. */
  readonly endsAt: string;
  readonly appealStatus: string | null;
  readonly appealedAt: string | null;
  /** When the appeal was decided, or when it lapses. */
  readonly appealEndsAt: string | null;
}

/** Returns what happened to a bounty and what comes next, in order. */
export function bountyTimeline(bounty: BountyFacts): BountyStep[] {
  const { status, settledAt } = bounty;
  const isSettled = status !== "ESCROWED";
  const between = [
    step("ENDS", bounty.endsAt),
    ...(bounty.announcedAt === null ? [] : [step("ANNOUNCED", bounty.announcedAt)]),
    ...bounty.requests.flatMap(requestSteps),
  ]
    // An answer can be accepted before the bounty ends, and then the end never comes. What was decided has come, also a moment later: its
    // transaction began before it.
    .filter(({ at, result }) => !isSettled || settledAt === null || result !== null || at <= settledAt)
    .sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
  return [step("POSTED", bounty.postedAt), ...between, lastStep(bounty)];
}

function lastStep({ status, settledAt, settlesAt, winner, requests }: BountyFacts): BountyStep {
  if (status === "PAID") return { ...step("PAID", settledAt), username: winner };
  if (status === "REFUNDED") return step("RETURNED", settledAt);
  const isOpen = requests.some((request) => request.status === "PENDING" || request.appealStatus === "OPEN");
  return step("PAYOUT", isOpen ? null : settlesAt);
}

function requestSteps(request: RequestFacts) {
  const { isObjection, status, madeAt, endsAt, appealStatus, appealedAt, appealEndsAt } = request;
  // A granted appeal completes a request that members had refused.
  const wasGranted = status === "APPROVED" || (status === "COMPLETED" && appealStatus !== "GRANTED");
  return [
    step(isObjection ? "OBJECTED" : "REFUND_REQUESTED", madeAt),
    { ...step("VOTE_ENDS", endsAt), result: status === "PENDING" ? null : resultOf(wasGranted) },
    ...(appealedAt === null ? [] : [step("APPEALED", appealedAt)]),
    ...(appealEndsAt === null
      ? []
      : [
          {
            ...step("APPEAL_ENDS", appealEndsAt),
            result: appealStatus === "OPEN" ? null : resultOf(appealStatus === "GRANTED"),
          },
        ]),
  ];
}

function resultOf(isGranted: boolean): "GRANTED" | "REFUSED" {
  return isGranted ? "GRANTED" : "REFUSED";
}

function step<At extends string | null>(kind: BountyStep["kind"], at: At) {
  return { kind, at, result: null as BountyStep["result"], username: null };
}

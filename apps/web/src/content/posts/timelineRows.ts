import type { BountyStep } from "@bbux/contract";

/** A line of the timeline as it is shown. */
export interface TimelineRow {
  readonly kind: BountyStep["kind"];
  readonly label: string;
  /** What it means for the reader. */
  readonly note: string | null;
  readonly at: string | null;
  /** Whether it has happened, is what comes next, or comes after that. */
  readonly state: "past" | "next" | "later";
}

/** Puts a bounty's timeline, which the server decides, into words. */
export function timelineRows(steps: readonly BountyStep[], now: number): TimelineRow[] {
  const isPast = ({ at, kind }: BountyStep) =>
    kind === "PAID" || kind === "RETURNED" || (at !== null && Date.parse(at) <= now);
  const next = steps.findIndex((step) => !isPast(step));
  return steps.map((step, index) => {
    const isOver = isPast(step);
    const before = steps.slice(0, index).findLast(({ kind }) => kind === "REFUND_REQUESTED" || kind === "OBJECTED");
    return {
      kind: step.kind,
      label: labelOf(step, isOver, before?.kind === "OBJECTED"),
      note: isOver ? null : noteOf(step),
      at: step.at,
      state: isOver ? "past" : index === next ? "next" : "later",
    };
  });
}

function labelOf({ kind, result, username }: BountyStep, isOver: boolean, isObjection: boolean): string {
  switch (kind) {
    case "POSTED":
      return "Posted";
    case "ENDS":
      return isOver ? "Bounty ended" : "Bounty ends";
    case "ANNOUNCED":
      return "Payment announced";
    case "REFUND_REQUESTED":
      return "Refund requested";
    case "OBJECTED":
      return "Objection to the payment";
    case "VOTE_ENDS":
      if (result === null) return isOver ? "Vote ended" : "Vote ends";
      if (isObjection) return result === "GRANTED" ? "Members upheld the objection" : "Members dismissed the objection";
      return result === "GRANTED" ? "Members voted for the refund" : "Members didn't grant the refund";
    case "APPEALED":
      return "Asker appealed";
    case "APPEAL_ENDS":
      if (result === null) return "A moderator decides";
      return result === "GRANTED" ? "Appeal granted" : "Appeal denied";
    case "PAYOUT":
      return isOver ? "Payout due" : "Payout date";
    case "PAID":
      return username === null ? "Paid" : `Paid to ${username}`;
    case "RETURNED":
      return "Returned to the asker";
  }
}

function noteOf({ kind, at }: BountyStep): string | null {
  if (kind === "ENDS") return "Then the grace period begins: the asker can still accept an answer.";
  if (kind !== "PAYOUT") return null;
  return at === null
    ? "Depends on the decision."
    : "The grace period ends. The best voted answer gets the bounty, or it goes back to the asker.";
}

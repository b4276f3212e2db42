import { type BountyStatus, isUnpaid } from "@bbux/contract";
import { Amount } from "./Amount.tsx";
import classes from "./Bounty.module.css";
import { type BountyFacts, timeLeft } from "./Bounty.state.ts";
import { useNow } from "./TimeAgo.clock.ts";
import { exactTime } from "./TimeAgo.format.ts";

/** The states as they follow an amount. */
const IN_LISTS: Record<BountyStatus, string> = {
  NONE: "no bounty",
  ESCROWED: "in escrow",
  EXPIRED: /* @wc-include */ "ended",
  PAID: /* @wc-include */ "paid",
  REFUNDED: /* @wc-include */ "returned",
};

interface BountyProps extends BountyFacts {
  readonly reward: number;
  readonly bountyStatus: BountyStatus;
}

/** A bounty beside a post in a list: the amount, and the time left or the outcome. Empty without a bounty. */
export function Bounty({ reward, ...facts }: BountyProps) {
  const now = useNow();
  if (facts.bountyStatus === "NONE" || reward <= 0) return null;
  const left = timeLeft(facts, now) ?? IN_LISTS[facts.bountyStatus];
  return (
    <div className={classes.bounty} data-over={!isUnpaid(facts)}>
      <span className="visually-hidden">Bounty: </span>
      <Amount value={reward} />
      <span
        className={classes.left}
        title={facts.bountyExpiresAt ? `Ends on ${exactTime(facts.bountyExpiresAt)}` : undefined}
      >
        {left}
      </span>
    </div>
  );
}

/** The amount beside a title. Empty without a bounty. */
export function RewardBadge({ reward }: { reward: number }) {
  if (reward <= 0) return null;
  return (
    <span className={classes.badge}>
      <span className="visually-hidden">Reward: </span>
      <Amount value={reward} />
    </span>
  );
}

import { HOLD_CAUSES, type HoldCause } from "@bbux/contract";
import { useNow } from "../../components/TimeAgo.clock.ts";
import { exactTime } from "../../components/TimeAgo.format.ts";
import { useSession } from "../../lib/session.ts";
import classes from "../../people/accounts/Accounts.module.css";

/** Lines above every page while the member's withdrawals are frozen or held (docs/adr/0040). */
export function Frozen() {
  const { user } = useSession();
  const now = useNow();
  const freeze = user?.withdrawalFreeze;
  const hold = user?.withdrawalHold;
  return (
    <>
      {freeze && Date.parse(freeze.until) > now && (
        <div className={classes.confirm} role="note">
          <strong>A moderator froze your withdrawals until {exactTime(freeze.until)}</strong>
          <span>{freeze.reason}</span>
          <span>You can't post or pay bounties or stake until then.</span>
        </div>
      )}
      {hold && Date.parse(hold.until) > now && (
        <div className={classes.confirm} role="note">
          <strong>Your withdrawals are held until {exactTime(hold.until)}</strong>
          <span>{holdReason(hold.cause)}</span>
        </div>
      )}
    </>
  );
}

/** Why, and what can't be done meanwhile. */
function holdReason(cause: string): string {
  const isKnown = (name: string): name is HoldCause => Object.hasOwn(HOLD_CAUSES, name);
  if (!isKnown(cause)) return "You can't post or pay bounties or stake until then.";
  return `It's for your security, because ${HOLD_CAUSES[cause]}. You can't post or pay bounties or stake until then.`;
}

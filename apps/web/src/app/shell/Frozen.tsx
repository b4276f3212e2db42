import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { exactTime } from "../../components/TimeAgo.format.ts";
import { useSession } from "../../lib/session.ts";
import classes from "../../people/accounts/Accounts.module.css";

/** Lines above every page while the member's account or withdrawals are frozen (docs/adr/0040). */
export function Frozen() {
  const { user } = useSession();
  const freeze = user?.withdrawalFreeze;
  return (
    <>
      {user?.frozen && (
        <div className={classes.confirm} role="note">
          <strong>Your account is frozen</strong>
          <span>No withdrawal is sent until you set a new password with a link that we mail to you.</span>
          <Button size="compact-sm" variant="default" renderRoot={(props) => <Link to="/forgot-password" {...props} />}>
            Set a new password
          </Button>
        </div>
      )}
      {freeze && (
        <div className={classes.confirm} role="note">
          <strong>A moderator froze your withdrawals until {exactTime(freeze.until)}</strong>
          <span>{freeze.reason}</span>
        </div>
      )}
    </>
  );
}

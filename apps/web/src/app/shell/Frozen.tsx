import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useSession } from "../../lib/session.ts";
import classes from "../../people/accounts/Accounts.module.css";

/** A line above every page while the member's account is frozen (docs/adr/0040). */
export function Frozen() {
  const { user } = useSession();
  if (!user?.frozen) return null;
  return (
    <div className={classes.confirm} role="note">
      <strong>Your account is frozen</strong>
      <span>No withdrawal is sent until you set a new password with a link that we mail to you.</span>
      <Button size="compact-sm" variant="default" renderRoot={(props) => <Link to="/forgot-password" {...props} />}>
        Set a new password
      </Button>
    </div>
  );
}

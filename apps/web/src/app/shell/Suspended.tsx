import { Link } from "@tanstack/react-router";
import { useSession } from "../../lib/session.ts";
import classes from "./Suspended.module.css";

/** Shows a suspended member why they were suspended and what they can still do (docs/DECISIONS.md §2). */
export function Suspended() {
  const { user } = useSession();
  if (!user?.suspended) return null;
  return (
    <div className={classes.line} role="note">
      <strong>Your account is suspended.</strong>
      {user.suspensionReason && <span>{user.suspensionReason}</span>}
      <span>
        You can still <Link to="/wallet">withdraw your BBUX</Link> and <Link to="/governance">unstake</Link>.
      </span>
    </div>
  );
}

import { TimeAgo } from "../../components/TimeAgo.tsx";
import classes from "./Admin.module.css";

interface Approval {
  readonly username: string;
  readonly reason: string;
  readonly at: string;
  readonly counts: boolean;
  /** Whom it gives something to, where that isn't settled; null for the operator. */
  readonly member?: string | null;
}

/** Who has approved something that takes two admins (docs/adr/0025). */
export function Approvals({ approvals }: { approvals: readonly Approval[] }) {
  const counted = approvals.filter(({ counts }) => counts).length;
  if (approvals.length === 0) return "0 of 2";
  return (
    <ul className={classes.approvers}>
      <li>{counted} of 2</li>
      {approvals.map((approval) => (
        <li key={approval.username}>
          <Approver {...approval} />
          <div className={classes.facts}>
            <TimeAgo at={approval.at} />: {approval.reason}
          </div>
        </li>
      ))}
    </ul>
  );
}

function Approver({ username, counts, member }: Approval) {
  if (!counts) return <>{username} (no longer counts)</>;
  if (member === undefined) return username;
  if (member === null) return <>{username}, for the operator</>;
  return (
    <>
      {username}, for {member}
    </>
  );
}

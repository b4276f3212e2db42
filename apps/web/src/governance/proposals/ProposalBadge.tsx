import type { Proposal } from "@bbux/contract";
import classes from "./Proposals.module.css";
import { STATUSES } from "./proposalLabels.ts";

/** A proposal's status. */
export function ProposalBadge({ status }: Pick<Proposal, "status">) {
  return (
    <span className={classes.badge} data-status={status}>
      <span className="visually-hidden">Status: </span>
      {STATUSES[status]}
    </span>
  );
}

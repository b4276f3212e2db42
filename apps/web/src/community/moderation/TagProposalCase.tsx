import type { StaffTagProposal } from "@bbux/contract";
import { Button } from "@mantine/core";
import { useId } from "react";
import { TAG_PROPOSAL_STATUS_FACTS } from "../../components/StatusBadge.statuses.ts";
import { StatusBadge } from "../../components/StatusBadge.tsx";
import { TagChip } from "../../components/TagChip.tsx";
import { TimeAgo } from "../../components/TimeAgo.tsx";
import { numberText } from "../../lib/locale.ts";
import classes from "./Case.module.css";
import { MemberName } from "./CaseFlags.tsx";
import { caseId } from "./useQueueKeys.ts";

interface TagProposalCaseProps {
  readonly proposal: StaffTagProposal;
  readonly onDecide: (decision: "approve" | "decline") => void;
}

/** A proposed tag: what it's for, why it's needed, tags with similar names, and the decision. */
export function TagProposalCase({ proposal, onDecide }: TagProposalCaseProps) {
  const heading = useId();
  const { id, name, description, reason, status, createdAt, decidedAt, decidedBy, note, tag, proposer, similar } =
    proposal;
  return (
    <article id={caseId(id)} data-case={id} className={classes.case} tabIndex={-1} aria-labelledby={heading}>
      <div className={classes.body}>
        <header className={classes.head}>
          <h2 id={heading} className={classes.title} dir="auto">
            {name}
          </h2>
          <p className={classes.by}>
            Proposed by <MemberName username={proposer.username} /> (reputation {numberText(proposer.points)}){" "}
            <TimeAgo at={createdAt} />
          </p>
          {proposer.suspended && <p className={classes.by}>This member is suspended.</p>}
        </header>
        <dl className={classes.quote}>
          <dt>Description</dt>
          <dd dir="auto">{description}</dd>
          <dt>Why it's needed</dt>
          <dd dir="auto">{reason}</dd>
        </dl>
        <div className={classes.side}>
          {status === "OPEN" && (
            <>
              <div className={classes.similar}>
                {similar.length === 0 ? (
                  <p className={classes.by}>No tag has a similar name.</p>
                ) : (
                  <>
                    <p className={classes.by}>Tags with similar names:</p>
                    {similar.map((other) => (
                      <TagChip key={other} name={other} />
                    ))}
                  </>
                )}
              </div>
              <div className={classes.actions}>
                <Button size="xs" variant="default" onClick={() => onDecide("approve")}>
                  Approve it
                </Button>
                <Button size="xs" variant="default" onClick={() => onDecide("decline")}>
                  Decline it
                </Button>
              </div>
            </>
          )}
          {status !== "OPEN" && decidedBy !== null && decidedAt !== null && (
            <dl className={classes.quote}>
              <dt>
                <StatusBadge {...TAG_PROPOSAL_STATUS_FACTS[status]} inTable />{" "}
                <span>
                  by <MemberName username={decidedBy} />
                </span>{" "}
                <TimeAgo at={decidedAt} />
              </dt>
              <dd dir="auto">{tag === null ? note : <TagChip name={tag} />}</dd>
            </dl>
          )}
        </div>
      </div>
    </article>
  );
}

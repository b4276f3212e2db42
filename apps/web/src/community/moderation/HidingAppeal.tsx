import type { listAppealsOutput } from "@bbux/contract";
import { Button } from "@mantine/core";
import { useId } from "react";
import type { z } from "zod";
import { APPEAL_DECISIONS } from "../../components/StatusBadge.statuses.ts";
import { StatusBadge } from "../../components/StatusBadge.tsx";
import { TimeAgo } from "../../components/TimeAgo.tsx";
import classes from "./Case.module.css";
import { CaseContent } from "./CaseContent.tsx";
import { MemberName } from "./CaseFlags.tsx";
import { CaseHead } from "./CaseHead.tsx";
import { FlaggedTexts } from "./FlaggedTexts.tsx";
import { Interest } from "./Interest.tsx";
import { caseId } from "./useQueueKeys.ts";

/** An appeal against a hiding, with the hidden content. */
export type Appeal = z.infer<typeof listAppealsOutput>["appeals"][number];

interface HidingAppealProps {
  readonly appeal: Appeal;
  readonly onDecide: (decision: "grant" | "deny") => void;
}

/** The hidden content, the reason, and why its author disagrees. */
export function HidingAppeal({ appeal: { item, target, flaggedTexts, hiddenBy, own }, onDecide }: HidingAppealProps) {
  const heading = useId();
  const { appeal } = item;
  const open = appeal?.status === "OPEN";
  return (
    <article id={caseId(item.id)} data-case={item.id} className={classes.case} tabIndex={-1} aria-labelledby={heading}>
      <div className={classes.body}>
        <CaseHead target={target} id={heading} />
        <CaseContent excerpt={target.excerpt} content={target.content} media={target.media} />
        <FlaggedTexts texts={flaggedTexts} />
        <div className={classes.side}>
          <dl className={classes.quote}>
            <dt>
              Hidden by <MemberName username={hiddenBy} /> <TimeAgo at={item.hiddenAt} />
            </dt>
            <dd dir="auto">{item.reason}</dd>
            {appeal && (
              <>
                <dt>
                  <MemberName username={target.authorUsername} /> appealed <TimeAgo at={appeal.createdAt} />
                </dt>
                <dd dir="auto">{appeal.reason}</dd>
              </>
            )}
            {appeal && appeal.status !== "OPEN" && (
              <>
                <dt>
                  <StatusBadge {...APPEAL_DECISIONS[appeal.status]} inTable />{" "}
                  {appeal.decidedAt && <TimeAgo at={appeal.decidedAt} />}
                </dt>
                <dd dir="auto">{appeal.note}</dd>
              </>
            )}
          </dl>
          {open && own && (
            <p className={classes.by}>You hid this or wrote it, so another moderator has to decide the appeal.</p>
          )}
          {open && !own && <Interest target={target} />}
          {open && !own && !target.interested && (
            <div className={classes.actions}>
              <Button size="xs" variant="default" onClick={() => onDecide("grant")}>
                Restore it
              </Button>
              <Button size="xs" variant="default" onClick={() => onDecide("deny")}>
                Keep it hidden
              </Button>
            </div>
          )}
        </div>
      </div>
    </article>
  );
}

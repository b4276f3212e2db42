import type { ReviewItem as Item } from "@bbux/contract";
import { Button } from "@mantine/core";
import { useId } from "react";
import { FormError } from "../../components/FormError.tsx";
import { InnerLink } from "../../components/InnerLink.tsx";
import { StatusBadge } from "../../components/StatusBadge.tsx";
import { TimeAgo } from "../../components/TimeAgo.tsx";
import { hintOf, messageOf } from "../../lib/errors.ts";
import classes from "./Case.module.css";
import { CaseContent } from "./CaseContent.tsx";
import { MemberName } from "./CaseFlags.tsx";
import { caseId } from "./useQueueKeys.ts";
import { useReview } from "./useReview.ts";

const KINDS = { post: "Question", answer: "Answer to", comment: "Comment on" } as const;
const REASONS = { FIRST: "First contributions", LINK: "Has a link" } as const;

export const reviewKey = ({ id }: Item): string => `review-${id}`;

interface ReviewItemProps {
  readonly item: Item;
  readonly onFlag: () => void;
  readonly onDecided: () => void;
}

/** What a newcomer wrote, with the question that it belongs to, and the two verdicts. */
export function ReviewItem({ item, onFlag, onDecided }: ReviewItemProps) {
  const heading = useId();
  const review = useReview(onDecided);
  const { target, question, reason } = item;
  const key = reviewKey(item);
  const busy = review.isPending || review.isSuccess;
  return (
    <article id={caseId(key)} data-case={key} className={classes.case} tabIndex={-1} aria-labelledby={heading}>
      <div className={classes.body}>
        <header className={classes.head}>
          <p className={classes.kind}>
            {KINDS[target.type]} <StatusBadge label={REASONS[reason]} tone="plain" inTable />
          </p>
          <h2 id={heading} className={classes.title} dir="auto">
            <InnerLink href={target.url} className={classes.link}>
              {target.title}
            </InnerLink>
          </h2>
          <p className={classes.by}>
            By <MemberName username={target.authorUsername} />, <TimeAgo at={target.createdAt} />
          </p>
        </header>
        {question !== null && (
          <dl className={`${classes.quote} ${classes.side}`}>
            <dt>The question</dt>
            <dd dir="auto">{question}</dd>
          </dl>
        )}
        <CaseContent excerpt={target.excerpt} content={target.content} />
        <FormError
          message={review.error ? messageOf(review.error, "Your review wasn't saved") : null}
          hint={review.error ? hintOf(review.error) : null}
        />
        <div className={classes.actions}>
          <Button size="xs" loading={busy} onClick={() => review.mutate({ id: item.id, verdict: "clear" })}>
            Clear
          </Button>
          <Button size="xs" variant="default" disabled={busy} onClick={onFlag}>
            Flag…
          </Button>
        </div>
      </div>
    </article>
  );
}

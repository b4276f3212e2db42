import { REFUNDS, type RefundRequest, type RefundVote } from "@bbux/contract";
import { Button, Skeleton } from "@mantine/core";
import { IconCircleCheck, IconCircleX } from "@tabler/icons-react";
import { useState } from "react";
import { authorName } from "../../components/author.ts";
import { ErrorBox } from "../../components/ErrorBox.tsx";
import { mergePages } from "../../components/mergePages.ts";
import { TimeAgo } from "../../components/TimeAgo.tsx";
import { trpc } from "../../lib/trpc.ts";
import classes from "./Refunds.module.css";

/** Each vote with its reason. */
export function VotesList({ request, id }: { request: RefundRequest; id: string }) {
  const [pages, setPages] = useState(1);
  const lists = trpc.useQueries((t) =>
    Array.from({ length: pages }, (_, index) =>
      t.refunds.votes({ id: request.id, page: index + 1, limit: REFUNDS.pageSize }),
    ),
  );
  const votes = mergePages(lists.map((list) => list.data ?? []));
  const failed = lists.find((list) => list.isError);
  const last = lists.at(-1);
  return (
    <section className={classes.votes} id={id} aria-label="Votes">
      {failed && (
        <ErrorBox
          error={failed.error}
          fallback="We couldn't load the votes"
          onRetry={() => void failed.refetch()}
          retrying={failed.isFetching}
        />
      )}
      {votes.length > 0 && (
        <ol className={classes.ballots}>
          {votes.map((vote) => (
            <Vote key={vote.id} vote={vote} />
          ))}
        </ol>
      )}
      {votes.length === 0 && last?.data && <p className={classes.note}>No votes yet.</p>}
      {last?.isLoading && <Skeleton height={44} role="status" aria-label="Loading votes" />}
      {last?.data?.length === REFUNDS.pageSize && (
        <Button variant="default" size="xs" onClick={() => setPages(pages + 1)}>
          Show more votes
        </Button>
      )}
    </section>
  );
}

function Vote({ vote }: { vote: RefundVote }) {
  const Sign = vote.vote ? IconCircleCheck : IconCircleX;
  return (
    <li className={classes.ballot} data-way={vote.vote ? "approve" : "reject"}>
      <Sign className={classes.sign} size={20} stroke={1.6} aria-hidden />
      <div>
        <p className={classes.voter}>
          <strong>{authorName(vote.voterUsername)}</strong>
          <span className={classes.way}>{vote.vote ? "Approve" : "Reject"}</span>
          <TimeAgo at={vote.createdAt} />
        </p>
        <p className={classes.why} dir="auto">
          {vote.reason}
        </p>
        {!vote.counted && (
          <p className={classes.note}>
            Not counted: the voter shares a network, device or wallet with an earlier voter or with someone the vote
            favors.
          </p>
        )}
      </div>
    </li>
  );
}

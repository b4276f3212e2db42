import { Button, Skeleton } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import back from "../../components/BackLink.module.css";
import { EmptyState } from "../../components/EmptyState.tsx";
import { ErrorBox } from "../../components/ErrorBox.tsx";
import { Notice } from "../../components/Notice.tsx";
import { Page, PageTitle } from "../../components/Page.tsx";
import { Pager } from "../../components/Pager.tsx";
import { TimeAgo } from "../../components/TimeAgo.tsx";
import { codeOf } from "../../lib/errors.ts";
import { trpc } from "../../lib/trpc.ts";
import { PostMissing } from "../posts/index.ts";
import classes from "./History.module.css";
import { VERSIONS } from "./history.search.ts";
import { RevisionItem } from "./RevisionItem.tsx";

interface HistoryPageProps {
  readonly postId: string;
  /** For one of its answers, instead of the post itself. */
  readonly answerId: string | null;
  readonly page: number;
}

/** The versions of a post or an answer, latest first. */
export function HistoryPage({ postId, answerId, page }: HistoryPageProps) {
  const history = useHistory({ postId, answerId, page }, true);
  const { revisions = [], pagination } = history.data ?? {};
  const isMore = pagination !== undefined && page < pagination.pages;
  // The last version here is compared with the first of the next page.
  const older = useHistory({ postId, answerId, page: page + 1 }, isMore);
  // For its title, which is usually cached.
  const post = trpc.posts.get.useQuery({ id: postId }, { retry: false });

  if (codeOf(history.error) === "NOT_FOUND") return answerId === null ? <PostMissing /> : <AnswerMissing id={postId} />;
  const title = post.data?.post.title;
  return (
    <Page width="column">
      <Link
        className={`${back.back} reach`}
        to="/posts/$postId"
        params={{ postId }}
        {...(answerId !== null && { hash: `answer-${answerId}` })}
      >
        <IconArrowLeft size={18} aria-hidden />
        {answerId === null ? "Back to the post" : "Back to the answer"}
      </Link>
      <PageTitle
        lead={
          title &&
          (answerId === null ? (
            <bdi>{title}</bdi>
          ) : (
            <>
              An answer to <bdi>{title}</bdi>
            </>
          ))
        }
      >
        Edit history
      </PageTitle>
      {history.isError && !history.data && (
        <ErrorBox
          error={history.error}
          fallback="We couldn't load the edit history"
          onRetry={() => void history.refetch()}
          retrying={history.isFetching}
        />
      )}
      {history.isPending && <Pending />}
      {pagination?.total === 1 && revisions[0] && (
        <EmptyState
          title={answerId === null ? "This post has never been edited" : "This answer has never been edited"}
          action={
            <Button
              variant="default"
              renderRoot={(props) => <Link to="/posts/$postId" params={{ postId }} {...props} />}
            >
              Read it
            </Button>
          }
        >
          It hasn't changed since it was written <TimeAgo at={revisions[0].createdAt} />.
        </EmptyState>
      )}
      {pagination && pagination.total > 1 && revisions.length === 0 && (
        <EmptyState
          title="There are no versions on this page"
          action={
            <Button
              variant="default"
              renderRoot={(props) => <Link to="." search={(present) => ({ ...present, page: undefined })} {...props} />}
            >
              Go to the latest
            </Button>
          }
        />
      )}
      {pagination && pagination.total > 1 && revisions.length > 0 && (
        <ol className={classes.list} aria-label="Versions">
          {revisions.map((revision, index) => (
            <RevisionItem
              key={revision.number}
              revision={revision}
              before={revision.number === 1 ? null : (revisions[index + 1] ?? older.data?.revisions[0])}
              isLatest={page === 1 && index === 0}
            />
          ))}
        </ol>
      )}
      {pagination && pagination.total > 1 && <Pager page={page} pages={pagination.pages} />}
    </Page>
  );
}

function useHistory({ postId, answerId, page }: HistoryPageProps, enabled: boolean) {
  const window = { page, limit: VERSIONS };
  const ofPost = trpc.posts.history.useQuery({ id: postId, ...window }, { enabled: enabled && answerId === null });
  const ofAnswer = trpc.answers.history.useQuery(
    { postId, answerId: answerId ?? "", ...window },
    { enabled: enabled && answerId !== null },
  );
  return answerId === null ? ofPost : ofAnswer;
}

function Pending() {
  return (
    <div role="status" aria-label="Loading">
      {["v1", "v2", "v3"].map((key) => (
        <div key={key} className={classes.item}>
          <Skeleton height={24} width="60%" mb={8} />
          <Skeleton height={16} width="30%" />
        </div>
      ))}
    </div>
  );
}

function AnswerMissing({ id }: { id: string }) {
  return (
    <Notice title="This answer is not here" mark="404">
      <p>It may have been deleted by its author, or the address is mistyped.</p>
      <Button renderRoot={(props) => <Link to="/posts/$postId" params={{ postId: id }} {...props} />}>
        Go to the question
      </Button>
    </Notice>
  );
}

import { type ReviewItem as Item, isReviewer, REVIEWS } from "@bbux/contract";
import { Button, Group } from "@mantine/core";
import { keepPreviousData } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { AccessDenied } from "../../components/AccessDenied.tsx";
import { EmptyState } from "../../components/EmptyState.tsx";
import { ErrorBox } from "../../components/ErrorBox.tsx";
import { Page, PageTitle } from "../../components/Page.tsx";
import { PagePending } from "../../components/PagePending.tsx";
import { useSession } from "../../lib/session.ts";
import { trpc } from "../../lib/trpc.ts";
import { CasesSkeleton } from "./CasesSkeleton.tsx";
import { QueueLine } from "./QueueLine.tsx";
import { successor } from "./queue.ts";
import { ReviewFlagDialog } from "./ReviewFlagDialog.tsx";
import { ReviewItem, reviewKey } from "./ReviewItem.tsx";
import { focusAfter, useQueueKeys } from "./useQueueKeys.ts";

/** Where established members and staff review what newcomers wrote (docs/adr/0043). Everyone else sees that it isn't for them. */
export function ReviewsPage() {
  const { user, loading } = useSession();
  if (loading) return <PagePending />;
  if (user === null || !isReviewer(user.trustLevel)) {
    return (
      <AccessDenied title="For established members only" visitor={user === null}>
        Established members and staff review what newcomers write. See what it takes in your settings, under Account.
      </AccessDenied>
    );
  }
  return (
    <Page>
      <PageTitle
        lead={`Clear what newcomers wrote if it's fine, or flag it. ${REVIEWS.agree} reviewers have to agree.`}
      >
        Reviews
      </PageTitle>
      <Queue />
    </Page>
  );
}

function Queue() {
  const [after, setAfter] = useState<string>();
  const queue = trpc.reviews.list.useQuery({ ...(after && { after }) }, { placeholderData: keepPreviousData });
  const [flagged, setFlagged] = useState<{ readonly item: Item; readonly opened: boolean } | null>(null);
  const items = queue.data?.items ?? [];
  const keys = items.map(reviewKey);
  useQueueKeys(keys);
  if (queue.error) {
    return (
      <ErrorBox
        error={queue.error}
        fallback="We couldn't load the reviews"
        onRetry={() => void queue.refetch()}
        retrying={queue.isFetching}
      />
    );
  }
  if (!queue.data) return <CasesSkeleton label="Loading reviews" />;
  const { next } = queue.data;
  const isFirstPage = after === undefined;
  return (
    <>
      <QueueLine isEmpty={items.length === 0 && isFirstPage} cases={items.length}>
        {items.length === 0 ? "All caught up" : "Longest wait first"}
      </QueueLine>
      {items.length === 0 && isFirstPage && (
        <EmptyState
          title="Nothing to review"
          action={
            <Button
              variant="default"
              renderRoot={(props) => <Link to="/community" search={{ tab: "unanswered" }} {...props} />}
            >
              Find a question to answer
            </Button>
          }
        >
          What newcomers write appears here.
        </EmptyState>
      )}
      {items.map((item) => (
        <ReviewItem
          key={item.id}
          item={item}
          onFlag={() => setFlagged({ item, opened: true })}
          onDecided={() => focusAfter([successor(keys, reviewKey(item))])}
        />
      ))}
      {(next !== null || !isFirstPage) && (
        <Group gap="sm" mt="md">
          {!isFirstPage && (
            <Button variant="default" onClick={() => setAfter(undefined)}>
              Back to the first
            </Button>
          )}
          {next !== null && (
            <Button variant="default" onClick={() => setAfter(next)}>
              Show the next ones
            </Button>
          )}
        </Group>
      )}
      {flagged && (
        <ReviewFlagDialog
          item={flagged.item}
          opened={flagged.opened}
          onClose={() => setFlagged({ ...flagged, opened: false })}
          onExited={() => {
            focusAfter([reviewKey(flagged.item), successor(keys, reviewKey(flagged.item))]);
            setFlagged(null);
          }}
        />
      )}
    </>
  );
}

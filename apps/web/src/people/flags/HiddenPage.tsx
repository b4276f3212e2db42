import type { HiddenItem } from "@bbux/contract";
import { MODERATION } from "@bbux/contract";
import { Button, Skeleton } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { keepPreviousData } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { BackToProfile } from "../../components/BackToProfile.tsx";
import { EmptyState } from "../../components/EmptyState.tsx";
import { ListFailed } from "../../components/ListFailed.tsx";
import { Markdown } from "../../components/Markdown.tsx";
import { Page, PageTitle } from "../../components/Page.tsx";
import { Pager } from "../../components/Pager.tsx";
import { ReasonDialog } from "../../components/ReasonDialog.tsx";
import { StatusBadge } from "../../components/StatusBadge.tsx";
import { TimeAgo } from "../../components/TimeAgo.tsx";
import { useIntentKey } from "../../lib/intent.ts";
import { notifySuccess } from "../../lib/notify.ts";
import { trpc } from "../../lib/trpc.ts";
import classes from "./HiddenPage.module.css";
import { hidingState, KIND_NAMES } from "./hidingState.ts";

/** The viewer's content that moderators have hidden, with reasons and a way to appeal (docs/DECISIONS.md §2). */
export function HiddenPage({ page }: { page: number }) {
  const list = trpc.moderation.hidden.useQuery({ page }, { placeholderData: keepPreviousData });
  if (list.error && !list.data) {
    return (
      <ListFailed title="Failed to load your hidden content" error={list.error} onRetry={() => void list.refetch()} />
    );
  }
  return (
    <Page width="column">
      <BackToProfile />
      <PageTitle lead="Your content that moderators have hidden, and why.">Hidden content</PageTitle>
      {list.data ? (
        <>
          {list.data.items.length === 0 && <Nothing first={page === 1} />}
          <ol className={classes.list} aria-label="Hidden content">
            {list.data.items.map((item) => (
              <Item key={item.id} item={item} />
            ))}
          </ol>
          <Pager page={page} pages={list.data.pagination.pages} />
        </>
      ) : (
        <div role="status" aria-label="Loading hidden content">
          {["a", "b", "c"].map((row) => (
            <Skeleton key={row} height={120} mb="md" />
          ))}
        </div>
      )}
    </Page>
  );
}

function Nothing({ first }: { first: boolean }) {
  if (!first) return <EmptyState title="This page is empty">There aren't that many.</EmptyState>;
  return (
    <EmptyState
      title="None of your content is hidden"
      action={
        <Button variant="default" renderRoot={(props) => <Link to="/profile" {...props} />}>
          Back to your profile
        </Button>
      }
    >
      If a moderator hides something you wrote, you'll see it here with the reason, and you can appeal.
    </EmptyState>
  );
}

function Item({ item }: { item: HiddenItem }) {
  const [appealing, dialog] = useDisclosure(false);
  const state = hidingState(item);
  return (
    <li>
      <article className={classes.item} aria-labelledby={`hidden-${item.id}`}>
        <p className={classes.line}>
          <StatusBadge label={state.label} tone={state.tone} />
          <span>{KIND_NAMES[item.targetType]}</span>
          <TimeAgo at={item.hiddenAt} text={(time) => `hidden ${time}`} />
          {item.restoredAt && <TimeAgo at={item.restoredAt} text={(time) => `restored ${time}`} />}
        </p>
        <h2 className={classes.title} id={`hidden-${item.id}`} dir="auto">
          {item.title}
        </h2>
        <p className={classes.why} dir="auto">
          <strong>Why: </strong>
          {item.reason}
        </p>
        <details className={classes.content}>
          <summary>What you wrote</summary>
          <Markdown content={item.content} compact />
        </details>
        {item.appeal && (
          <div className={classes.appeal}>
            <p className={classes.why} dir="auto">
              <strong>Your appeal: </strong>
              {item.appeal.reason}
            </p>
            <p className={classes.note}>{state.appeal}</p>
            {item.appeal.note && (
              <p className={classes.why} dir="auto">
                <strong>The moderator: </strong>
                {item.appeal.note}
              </p>
            )}
          </div>
        )}
        {item.mayAppeal && (
          <Button size="xs" variant="default" onClick={dialog.open}>
            Appeal
          </Button>
        )}
        <HidingAppealDialog item={item} opened={appealing} onClose={dialog.close} />
      </article>
    </li>
  );
}

interface DialogProps {
  readonly item: HiddenItem;
  readonly opened: boolean;
  readonly onClose: () => void;
}

function HidingAppealDialog({ item, opened, onClose }: DialogProps) {
  const utils = trpc.useUtils();
  const intent = useIntentKey();
  const appeal = trpc.moderation.appealHiding.useMutation({
    trpc: intent,
    onSuccess: ({ item: next }) => {
      notifySuccess("Your appeal is with the moderators");
      onClose();
      utils.moderation.hidden.setQueriesData(
        {},
        {},
        (page) => page && { ...page, items: page.items.map((one) => (one.id === next.id ? next : one)) },
      );
      void utils.moderation.invalidate();
    },
  });
  return (
    <ReasonDialog
      opened={opened}
      onClose={onClose}
      title="Appeal the hiding?"
      consequences={["A different moderator decides. You can appeal once."]}
      label="Why should it be restored?"
      max={MODERATION.note}
      missing="Please say why"
      submit="Appeal"
      onSubmit={(reason) => appeal.mutate({ id: item.id, reason })}
      call={appeal}
      fallback="Failed to appeal"
    />
  );
}

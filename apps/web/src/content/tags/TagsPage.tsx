import { LIMITS, type Tag } from "@bbux/contract";
import { Button } from "@mantine/core";
import { keepPreviousData } from "@tanstack/react-query";
import { EmptyState } from "../../components/EmptyState.tsx";
import { ErrorBox } from "../../components/ErrorBox.tsx";
import { Page, PageTitle } from "../../components/Page.tsx";
import { RowsSkeleton } from "../../components/RowsSkeleton.tsx";
import { SearchField } from "../../components/SearchField.tsx";
import { TagChip } from "../../components/TagChip.tsx";
import { plural } from "../../components/TimeAgo.format.ts";
import { useSession } from "../../lib/session.ts";
import { trpc } from "../../lib/trpc.ts";
import { OwnTagProposals } from "./OwnTagProposals.tsx";
import { ProposeTag } from "./ProposeTag.tsx";
import classes from "./TagsPage.module.css";

const SHOWN = LIMITS.tagList.default;

interface TagsPageProps {
  /** Part of a name. */
  readonly search: string;
  readonly onSearch: (search: string) => void;
}

/** All tags, and for members the ones that they proposed. */
export function TagsPage({ search, onSearch }: TagsPageProps) {
  const { user } = useSession();
  const mayPropose = user !== null && !user.suspended;
  const list = trpc.tags.list.useQuery(search === "" ? {} : { search }, { placeholderData: keepPreviousData });
  const tags = list.data?.data ?? [];
  return (
    <Page>
      <PageTitle
        lead="Every question has at least one tag. Choose a tag to see its questions."
        actions={mayPropose && <ProposeTag variant="default">Propose a tag</ProposeTag>}
      >
        Tags
      </PageTitle>
      {mayPropose && <OwnTagProposals />}
      <div className={classes.search}>
        <SearchField label="Find a tag" placeholder="Part of a name" max={64} value={search} onChange={onSearch} />
      </div>
      {list.error && (
        <ErrorBox
          error={list.error}
          fallback="We couldn't load the tags"
          onRetry={() => void list.refetch()}
          retrying={list.isFetching}
        />
      )}
      {list.isPending && <RowsSkeleton label="Loading tags" />}
      {list.data && (
        <p className={tags.length === 0 ? "visually-hidden" : classes.count} role="status">
          {tags.length < SHOWN
            ? plural(tags.length, ["# tag", "# tags"])
            : `The ${SHOWN} most used tags. Search to find others.`}
        </p>
      )}
      {list.data && tags.length === 0 && <None search={search} mayPropose={mayPropose} onSearch={onSearch} />}
      {tags.length > 0 && (
        <ul className={classes.tags} data-stale={list.isPlaceholderData || undefined}>
          {tags.map((tag) => (
            <Row key={tag.id} tag={tag} />
          ))}
        </ul>
      )}
    </Page>
  );
}

function Row({ tag: { name, description, postCount } }: { tag: Tag }) {
  return (
    <li className={classes.tag}>
      <p className={classes.name}>
        <TagChip name={name} /> <span className={classes.time}>{plural(postCount, ["# post", "# posts"])}</span>
      </p>
      {description && (
        <p className={classes.description} dir="auto">
          {description}
        </p>
      )}
    </li>
  );
}

interface NoneProps extends TagsPageProps {
  readonly mayPropose: boolean;
}

function None({ search, mayPropose, onSearch }: NoneProps) {
  if (search === "") {
    return (
      <EmptyState title="No tags yet" action={mayPropose && <ProposeTag>Propose a tag</ProposeTag>}>
        Questions need a tag, so no one can ask yet.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={`No tag matches “${search}”`}
      action={
        mayPropose ? (
          <ProposeTag name={search}>Propose this tag</ProposeTag>
        ) : (
          <Button variant="default" onClick={() => onSearch("")}>
            Show all tags
          </Button>
        )
      }
    />
  );
}

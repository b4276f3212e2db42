import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { EmptyState } from "../../components/EmptyState.tsx";
import { PastLastPage } from "../../components/PastLastPage.tsx";
import { activeFilters, type FeedSearch, type OnSearch, tabSearch } from "./feed.search.ts";

interface FeedEmptyProps {
  readonly search: FeedSearch;
  readonly onSearch: OnSearch;
  /** How many pages the result has. */
  readonly pages: number;
}

/** Replaces a list without questions, and says what to do next. */
export default function FeedEmpty({ search, onSearch, pages }: FeedEmptyProps) {
  const filters = activeFilters(search);
  if (pages > 0 && (search.page ?? 1) > pages) return <PastLastPage onFirst={() => onSearch({})} />;
  if (filters.length > 0) {
    const clear = Object.assign({}, ...filters.map((filter) => filter.clear), { tags: undefined });
    return (
      <EmptyState
        title="No questions match"
        action={
          <Button variant="default" onClick={() => onSearch(clear)}>
            Clear all filters
          </Button>
        }
      >
        Try other words or fewer filters.
      </EmptyState>
    );
  }
  switch (search.tab) {
    case "unanswered":
      return (
        <EmptyState title="Every question has an answer" action={<NewestPosts search={search} />}>
          New questions show up here until someone answers them.
        </EmptyState>
      );
    case "highestBounty":
    case "endingSoon":
      return (
        <EmptyState title="No open bounties" action={<Ask>Ask a question with a bounty</Ask>}>
          Bounties you can win show up here.
        </EmptyState>
      );
    case "forYou":
      return (
        <EmptyState title="No questions with your tags yet" action={<NewestPosts search={search} />}>
          Follow more tags, or see what's new.
        </EmptyState>
      );
    default:
      return (
        <EmptyState title="No posts yet" action={<Ask>Ask the first question</Ask>}>
          Every community starts with a question.
        </EmptyState>
      );
  }
}

function NewestPosts({ search }: { search: FeedSearch }) {
  const newest = tabSearch(search, "newest");
  return (
    <Button variant="default" renderRoot={(props) => <Link to="/community" search={newest} {...props} />}>
      See the newest questions
    </Button>
  );
}

function Ask({ children }: { children: string }) {
  return <Button renderRoot={(props) => <Link to="/posts/create" {...props} />}>{children}</Button>;
}

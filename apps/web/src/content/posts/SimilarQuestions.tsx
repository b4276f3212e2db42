import { type PostLink, RELATED } from "@bbux/contract";
import { useDebouncedValue } from "@mantine/hooks";
import { IconCheck, IconChevronRight } from "@tabler/icons-react";
import { keepPreviousData } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { cutTitle } from "../../components/cut.ts";
import { plural } from "../../components/TimeAgo.format.ts";
import { trpc } from "../../lib/trpc.ts";
import classes from "./SimilarQuestions.module.css";

const NONE: readonly PostLink[] = [];

/** Questions like the one whose title is typed: they stay during the next lookup, and a failure shows none. */
function useSimilar(title: string): readonly PostLink[] {
  const [settled] = useDebouncedValue(title.trim(), 400);
  const enabled = settled.length >= RELATED.minTitle;
  const found = trpc.posts.similar.useQuery(
    { title: settled },
    { enabled, staleTime: 60_000, retry: false, placeholderData: keepPreviousData },
  );
  return enabled ? (found.data?.posts ?? NONE) : NONE;
}

/** Beside the form, where there is room for them. */
export function SimilarQuestions({ title }: { title: string }) {
  const posts = useSimilar(title);
  if (posts.length === 0) return null;
  return (
    <section aria-label="Related questions" className={classes.beside}>
      <h2 className={classes.label}>Asked before?</h2>
      <Questions posts={posts} />
    </section>
  );
}

/** Under the title on small screens: a line that is always there and opens, so that nothing moves while typing. */
export function SimilarQuestionsLine({ title }: { title: string }) {
  const posts = useSimilar(title);
  return (
    <div className={classes.line}>
      {title.trim().length < RELATED.minTitle && (
        <p className={classes.none}>Similar questions will appear here as you write.</p>
      )}
      {posts.length > 0 && (
        <details>
          <summary>
            <IconChevronRight size={16} aria-hidden />
            {plural(posts.length, ["# similar question", "# similar questions"])}
          </summary>
          <Questions posts={posts} />
        </details>
      )}
    </div>
  );
}

function Questions({ posts }: { posts: readonly PostLink[] }) {
  return (
    <ul className={classes.list}>
      {posts.map((post) => (
        <li key={post.id}>
          <Link to="/posts/$postId" params={{ postId: post.id }} target="_blank" title={post.title}>
            <bdi>{cutTitle(post.title)}</bdi>
          </Link>
          <span className={classes.facts} data-accepted={post.hasAccepted || undefined}>
            {post.hasAccepted && <IconCheck size={14} stroke={2.5} aria-label="Accepted:" />}
            {plural(post.answerCount, ["# answer", "# answers"])}
          </span>
        </li>
      ))}
    </ul>
  );
}

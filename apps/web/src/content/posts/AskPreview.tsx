import { RELATED } from "@bbux/contract";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useDeferredValue } from "react";
import { cutTitle } from "../../components/cut.ts";
import { Markdown } from "../../components/Markdown.tsx";
import { plural } from "../../components/TimeAgo.format.ts";
import { trpc } from "../../lib/trpc.ts";
import { Attached, type PostDraft, withoutPlaceholders } from "../editor/index.ts";
import classes from "./AskPreview.module.css";

/** A preview of the post, and similar questions that were asked before. */
export function AskPreview({ draft }: { draft: PostDraft }) {
  // Rendering may lag behind typing, which must stay fast.
  const late = useDeferredValue(draft);
  const { title, content } = late;
  const isEmpty = [title, content, ...late.codeBlocks.map(({ code }) => code)].every((text) => text.trim() === "");
  return (
    <div className={classes.preview}>
      <Related title={draft.title} />
      <section aria-label="Preview of your post">
        <h2 className={classes.label}>Preview</h2>
        {isEmpty && late.media.length === 0 ? (
          <p className={classes.nothing}>What you write appears here as others will read it.</p>
        ) : (
          <div className={classes.page}>
            {title.trim() && (
              <p className={classes.title} dir="auto">
                {title}
              </p>
            )}
            <Markdown content={withoutPlaceholders(content)} compact />
            <Attached {...late} />
          </div>
        )}
      </section>
    </div>
  );
}

/** Unobtrusive: it appears when there is something, stays during the next lookup, and never reports an error. */
function Related({ title }: { title: string }) {
  const [settled] = useDebouncedValue(title.trim(), 400);
  const enabled = settled.length >= RELATED.minTitle;
  const found = trpc.posts.similar.useQuery(
    { title: settled },
    { enabled, staleTime: 60_000, retry: false, placeholderData: keepPreviousData },
  );
  const posts = enabled ? (found.data?.posts ?? []) : [];
  if (posts.length === 0) return null;
  return (
    <section aria-label="Related questions">
      <h2 className={classes.label}>Asked before?</h2>
      <ul className={classes.related}>
        {posts.map((post) => (
          <li key={post.id}>
            <Link to="/posts/$postId" params={{ postId: post.id }} target="_blank" title={post.title}>
              <bdi>{cutTitle(post.title)}</bdi>
            </Link>{" "}
            <span data-accepted={post.hasAccepted}>{plural(post.answerCount, ["# answer", "# answers"])}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

import { RELATED } from "@bbux/contract";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useDeferredValue } from "react";
import { Markdown } from "../../components/Markdown.tsx";
import { plural } from "../../components/TimeAgo.format.ts";
import { trpc } from "../../trpc.ts";
import classes from "./AskPreview.module.css";
import { Attached } from "./Attached.tsx";
import { cutTitle } from "./cut.ts";
import { withoutPlaceholders } from "./editing.uploads.ts";
import type { PostDraft } from "./postDraft.ts";

/** How the post will look, and questions like it that have been asked before. */
export function AskPreview({ draft }: { draft: PostDraft }) {
  // Rendering may lag behind the keys; typing must not.
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

/** Quiet: it shows up when there is something, stays while the next words are looked up, and never says that it failed. */
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

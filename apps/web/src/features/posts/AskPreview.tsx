import { useDebouncedValue } from "@mantine/hooks";
import { Link } from "@tanstack/react-router";
import { useDeferredValue } from "react";
import { CodeBlock } from "../../components/CodeBlock.tsx";
import { Markdown } from "../../components/Markdown.tsx";
import { plural } from "../../components/TimeAgo.format.ts";
import { trpc } from "../../trpc.ts";
import classes from "./AskPreview.module.css";
import { cutTitle } from "./cut.ts";
import type { PostDraft } from "./postDraft.ts";
import { relatedQuery } from "./related.ts";

/** How the post will look, and questions like it that have been asked before. */
export function AskPreview({ draft }: { draft: PostDraft }) {
  // Rendering may lag behind the keys; typing must not.
  const { title, content, codeBlocks } = useDeferredValue(draft);
  const isEmpty = title.trim() === "" && content.trim() === "" && codeBlocks.every(({ code }) => code.trim() === "");
  return (
    <div className={classes.preview}>
      <Related title={draft.title} />
      <section aria-label="Preview of your post">
        <h2 className={classes.label}>Preview</h2>
        {isEmpty ? (
          <p className={classes.nothing}>What you write appears here as others will read it.</p>
        ) : (
          <div className={classes.page}>
            {title.trim() && <p className={classes.title}>{title}</p>}
            <Markdown content={content} compact />
            {codeBlocks
              .filter(({ code }) => code.trim() !== "")
              .map(({ key, ...block }) => (
                <CodeBlock key={key} {...block} />
              ))}
          </div>
        )}
      </section>
    </div>
  );
}

function Related({ title }: { title: string }) {
  const [settled] = useDebouncedValue(title, 500);
  const search = relatedQuery(settled);
  const found = trpc.posts.list.useQuery(
    { search: search ?? "", limit: 4 },
    { enabled: search !== null, staleTime: 60_000 },
  );
  const posts = search === null ? [] : (found.data?.posts ?? []);
  if (posts.length === 0) return null;
  return (
    <section aria-label="Related questions">
      <h2 className={classes.label}>Asked before?</h2>
      <ul className={classes.related}>
        {posts.map((post) => (
          <li key={post.id}>
            <Link to="/posts/$postId" params={{ postId: post.id }} target="_blank" title={post.title}>
              {cutTitle(post.title)}
            </Link>{" "}
            <span data-accepted={post.acceptedAnswerId !== null}>{plural(post.answerCount, "answer")}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

import type { Bookmark } from "@bbux/contract";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { cut, cutTitle, titleTip } from "../../components/cut.ts";
import { TimeAgo } from "../../components/TimeAgo.tsx";
import classes from "./BookmarkGrid.module.css";

interface BookmarkGridProps {
  readonly bookmarks: readonly Bookmark[];
  /** Characters of the content to show. */
  readonly preview: number;
  /** One level below the heading above the grid. */
  readonly heading: "h2" | "h3";
  /** Actions beside the title. */
  readonly action?: (postId: string) => ReactNode;
}

/** Bookmarked posts in rows: title, excerpt, date and link. */
export function BookmarkGrid({ bookmarks, preview, heading: Heading, action }: BookmarkGridProps) {
  return (
    <ul className={classes.grid} data-rows>
      {bookmarks.map(({ id, post }) => (
        <li key={id} className={classes.item}>
          <div className={classes.head}>
            <Heading className={classes.title} dir="auto">
              <Link to="/posts/$postId" params={{ postId: post.id }} title={titleTip(post.title)}>
                {cutTitle(post.title)}
              </Link>
            </Heading>
            {action?.(post.id)}
          </div>
          <p className={classes.preview} dir="auto">
            {cut(post.content.replace(/\s+/g, " ").trim(), preview)}
          </p>
          <p className={classes.date}>
            <TimeAgo at={post.createdAt} />
          </p>
        </li>
      ))}
    </ul>
  );
}

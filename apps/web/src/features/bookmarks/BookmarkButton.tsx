import { IconBookmark, IconBookmarkFilled } from "@tabler/icons-react";
import { useState } from "react";
import { useSession } from "../../session.tsx";
import classes from "./BookmarkButton.module.css";
import { toggleBookmark } from "./toggle.ts";

interface BookmarkButtonProps {
  readonly postId: string;
  /** As far as the page knows; `undefined` until it does. */
  readonly bookmarked: boolean | undefined;
  readonly size?: "md" | "sm";
}

/** Keeps a post, or lets go of it. Visitors have none (spec core §6). */
export function BookmarkButton({ postId, bookmarked, size = "md" }: BookmarkButtonProps) {
  const { user } = useSession();
  const [done, setDone] = useState<{ before: boolean | undefined; now: boolean } | null>(null);
  if (!user) return null;
  // What was done here counts until the page's own data say something new.
  const shown = done && done.before === bookmarked ? done.now : bookmarked;
  const Icon = shown ? IconBookmarkFilled : IconBookmark;
  return (
    <button
      type="button"
      className={classes.button}
      data-size={size}
      data-act="bookmark"
      aria-label="Bookmark"
      aria-pressed={shown ?? false}
      disabled={shown === undefined}
      title={shown ? "Remove from your bookmarks" : "Add to your bookmarks"}
      onClick={() => {
        if (shown === undefined) return;
        toggleBookmark(postId, shown, (now) => setDone({ before: bookmarked, now }));
      }}
    >
      <Icon size={size === "md" ? 22 : 18} stroke={1.6} aria-hidden />
    </button>
  );
}

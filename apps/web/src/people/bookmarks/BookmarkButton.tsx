import { IconBookmark, IconBookmarkFilled } from "@tabler/icons-react";
import { useState } from "react";
import { useSession } from "../../lib/session.ts";
import classes from "./BookmarkButton.module.css";
import { toggleBookmark } from "./toggleBookmark.ts";

interface BookmarkButtonProps {
  readonly postId: string;
  /** The state; `undefined` until it is known. */
  readonly bookmarked: boolean | undefined;
  readonly size?: "md" | "sm";
}

/** Adds or removes a bookmark. Visitors don't see it. */
export function BookmarkButton({ postId, bookmarked, size = "md" }: BookmarkButtonProps) {
  const { user } = useSession();
  const [done, setDone] = useState<{ before: boolean | undefined; now: boolean } | null>(null);
  if (!user) return null;
  // A click here counts until the page's own data changes.
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

import type { PublicUser } from "@bbux/contract";
import { Link } from "@tanstack/react-router";
import { numberText } from "../../lib/locale.ts";
import { BookmarkGrid } from "./BookmarkGrid.tsx";
import { NoBookmarks } from "./NoBookmarks.tsx";
import classes from "./ProfileView.module.css";
import { Section } from "./Section.tsx";

/** Posts shown here; the member's own list has the rest. */
const SHOWN = 4;
/** Length of a preview here. */
const PREVIEW = 100;

export function BookmarkedPosts({ member, own }: { member: PublicUser; own: boolean }) {
  return (
    <Section id="bookmarked-posts" title="Bookmarked posts">
      {member.bookmarks.length === 0 ? (
        <NoBookmarks own={own} />
      ) : (
        <BookmarkGrid bookmarks={member.bookmarks.slice(0, SHOWN)} preview={PREVIEW} heading="h3" />
      )}
      {own && member.bookmarkCount > SHOWN && (
        <p className={classes.all}>
          <Link className="reach" to="/profile/bookmarks">
            View all {numberText(member.bookmarkCount)} bookmarks
          </Link>
        </p>
      )}
    </Section>
  );
}

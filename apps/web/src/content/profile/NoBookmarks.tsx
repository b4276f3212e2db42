import { Link } from "@tanstack/react-router";
import { EmptyState } from "../../components/EmptyState.tsx";

/** Replaces the list of bookmarked posts when there are none; a member's own links to the community. */
export function NoBookmarks({ own }: { readonly own: boolean }) {
  return (
    <EmptyState title="No bookmarked posts yet">
      {own && (
        <>
          Bookmark a question to find it here again. <Link to="/community">Browse questions</Link>
        </>
      )}
    </EmptyState>
  );
}

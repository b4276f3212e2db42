import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { EmptyState } from "../../components/EmptyState.tsx";

/** Replaces the list of bookmarked posts when there are none; a member's own leads on. */
export function NoBookmarks({ own }: { readonly own: boolean }) {
  if (!own) return <EmptyState title="No bookmarked posts yet" />;
  return (
    <EmptyState
      title="No bookmarked posts yet"
      action={
        <Button variant="default" renderRoot={(props) => <Link to="/community" {...props} />}>
          Browse questions
        </Button>
      }
    >
      Bookmark a question to find it here again.
    </EmptyState>
  );
}

import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { EmptyState } from "../../components/EmptyState.tsx";

/** Replaces the list of reputation entries when there are none; a member's own leads on. */
export function NoActivity({ own }: { readonly own: boolean }) {
  if (!own) return <EmptyState title="No recent activity" />;
  return (
    <EmptyState
      title="No recent activity"
      action={
        <Button
          variant="default"
          renderRoot={(props) => <Link to="/community" search={{ tab: "unanswered" }} {...props} />}
        >
          Find a question to answer
        </Button>
      }
    >
      You earn points for posts and answers, and when others vote for them. You'll see them here.
    </EmptyState>
  );
}

import { Button, Group } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { Notice } from "../../components/Notice.tsx";
import { Page, PageTitle } from "../../components/Page.tsx";
import { PagePending } from "../../components/PagePending.tsx";
import { useSession } from "../../lib/session.ts";
import { AskForm } from "./AskForm.tsx";

const HERE = "/posts/create";

/** The page for a new post; visitors are asked to sign in and come back. */
export function AskPage() {
  const { user, loading } = useSession();
  if (loading) return <PagePending />;
  if (!user) {
    return (
      <Notice title="Please log in to create a post">
        <p>Anyone can read. To post, sign in or create an account.</p>
        <Group gap="sm" justify="center">
          <Button renderRoot={(props) => <Link to="/login" search={{ redirectTo: HERE }} {...props} />}>Sign in</Button>
          <Button
            variant="default"
            renderRoot={(props) => <Link to="/signup" search={{ redirectTo: HERE }} {...props} />}
          >
            Sign up
          </Button>
        </Group>
      </Notice>
    );
  }
  return (
    <Page>
      <PageTitle lead="Say what you want to know and what you have tried. The better the question, the better the answers.">
        Ask a question
      </PageTitle>
      {/* A draft belongs to one member, so another one starts with their own. */}
      <AskForm key={user.id} userId={user.id} />
    </Page>
  );
}

import { Button, Group } from "@mantine/core";
import { Link, useLocation } from "@tanstack/react-router";
import { Notice } from "./Notice.tsx";

interface AccessDeniedProps {
  readonly title: string;
  /** Nobody is signed in, so signing in may help. */
  readonly visitor: boolean;
  /** Who the page is for, in a sentence or two. */
  readonly children: string;
}

/** Shown in place of a page for a role that this person doesn't have. */
export function AccessDenied({ title, visitor, children }: AccessDeniedProps) {
  const here = useLocation({ select: ({ href }) => href });
  return (
    <Notice title={title}>
      <p>{children}</p>
      <Group gap="sm" justify="center">
        <Button renderRoot={(props) => <Link to="/community" {...props} />}>Go to the community</Button>
        {visitor && (
          <Button
            variant="default"
            renderRoot={(props) => <Link to="/login" search={{ redirectTo: here }} {...props} />}
          >
            Sign in
          </Button>
        )}
      </Group>
    </Notice>
  );
}

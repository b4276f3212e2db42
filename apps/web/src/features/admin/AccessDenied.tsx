import { Button, Group } from "@mantine/core";
import { Link, useLocation } from "@tanstack/react-router";
import { Notice } from "../../components/Notice.tsx";

/** For everybody but admins (spec core §6, in these words). */
export function AccessDenied({ visitor }: { visitor: boolean }) {
  const here = useLocation({ select: ({ href }) => href });
  return (
    <Notice title="Access Denied">
      <p>You need admin privileges to access this page</p>
      <Group gap="sm" justify="center">
        <Button renderRoot={(props) => <Link to="/community" {...props} />}>Go to the community</Button>
        {visitor && (
          <Button
            variant="default"
            renderRoot={(props) => <Link to="/login" search={{ redirectTo: here }} {...props} />}
          >
            Log in
          </Button>
        )}
      </Group>
    </Notice>
  );
}

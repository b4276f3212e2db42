import type { AdminUser } from "@bbux/contract";
import { Button } from "@mantine/core";
import { useState } from "react";
import { ReasonDialog } from "../../components/ReasonDialog.tsx";
import { plural } from "../../components/TimeAgo.format.ts";
import { notifySuccess } from "../../lib/notify.ts";
import { useSession } from "../../lib/session.ts";
import { trpc } from "../../lib/trpc.ts";

/** Signs a member out everywhere, for example after their password or a device was stolen. */
export function EndSessions({ user }: { user: Pick<AdminUser, "id" | "username"> }) {
  const { id, username } = user;
  const { user: me } = useSession();
  const utils = trpc.useUtils();
  const [asked, setAsked] = useState(false);
  const [opened, setOpened] = useState(false);
  const end = trpc.admin.endSessions.useMutation({
    onSuccess: ({ ended }) => {
      void utils.admin.audit.invalidate();
      const text = plural(ended, ["# session of {name} ended", "# sessions of {name} ended"]);
      notifySuccess(text.replace("{name}", username));
      setOpened(false);
    },
  });
  return (
    <>
      <Button
        size="xs"
        variant="subtle"
        color="gray"
        aria-label={`End sessions of ${username}`}
        onClick={() => {
          setAsked(true);
          setOpened(true);
        }}
      >
        End sessions
      </Button>
      {asked && (
        <ReasonDialog
          opened={opened}
          onClose={() => setOpened(false)}
          onExited={() => setAsked(false)}
          title={`Sign ${username} out everywhere?`}
          consequences={[
            me?.id === id
              ? "All your other sessions and tokens end. This one stays."
              : `All sessions and tokens of ${username} end, and open links to reset the password.`,
            "Their ways to sign in still work. If someone stole one, suspend the member, too.",
            `${username} reads your reason after signing in again. It's also recorded in the audit log.`,
          ]}
          label="Reason"
          max={500}
          missing="Please say why"
          submit="End all sessions"
          danger
          call={end}
          fallback="We couldn't end the sessions"
          onSubmit={(reason) => end.mutate({ id, reason })}
        />
      )}
    </>
  );
}

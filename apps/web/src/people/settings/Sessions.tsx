import { deviceOf, type listSessionsOutput } from "@bbux/contract";
import { Button, Skeleton } from "@mantine/core";
import { IconDeviceDesktop, IconTerminal2 } from "@tabler/icons-react";
import type { z } from "zod";
import { ErrorBox } from "../../components/ErrorBox.tsx";
import { FormError } from "../../components/FormError.tsx";
import { plural } from "../../components/TimeAgo.format.ts";
import { TimeAgo } from "../../components/TimeAgo.tsx";
import { hintOf, messageOf } from "../../lib/errors.ts";
import { notifySuccess } from "../../lib/notify.ts";
import { trpc } from "../../lib/trpc.ts";
import classes from "./Settings.module.css";

type Session = z.infer<typeof listSessionsOutput>["sessions"][number];

/** The member's sessions, this device first, then the last used; every other one can be ended here. */
export function Sessions() {
  const utils = trpc.useUtils();
  const open = trpc.auth.sessions.useQuery();
  const again = () => utils.auth.sessions.invalidate();
  const endOne = trpc.auth.endSession.useMutation({ onSettled: again });
  const endOthers = trpc.auth.endOtherSessions.useMutation({
    onSuccess: ({ ended }) => notifySuccess(plural(ended, ["# other session ended", "# other sessions ended"])),
    onSettled: again,
  });
  const fault = endOne.error ?? endOthers.error;
  const sessions = open.data?.sessions ?? [];
  return (
    <section className={classes.part} aria-labelledby="sessions">
      <h2 id="sessions">Sessions</h2>
      <p>
        Where you're signed in. If you don't recognize a session, end it. Then change your password, if you have one,
        and remove ways to sign in that aren't yours. The numbers show the network that a session signed in from. We
        don't look up where that is.
      </p>
      {open.isPending && (
        <div role="status" aria-label="Loading sessions">
          <Skeleton height={52} mb="sm" />
          <Skeleton height={52} />
        </div>
      )}
      {open.error && !open.data && (
        <ErrorBox error={open.error} fallback="Failed to load sessions" onRetry={() => void open.refetch()} />
      )}
      <ul className={classes.sessions}>
        {sessions.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            ending={endOne.isPending && endOne.variables.id === session.id}
            onEnd={() => endOne.mutate({ id: session.id })}
          />
        ))}
      </ul>
      <FormError
        message={fault ? messageOf(fault, "Failed to end the session") : null}
        hint={fault ? hintOf(fault) : null}
      />
      {sessions.length > 1 && (
        <Button variant="default" onClick={() => endOthers.mutate()} loading={endOthers.isPending}>
          End all other sessions
        </Button>
      )}
    </section>
  );
}

interface SessionRowProps {
  readonly session: Session;
  readonly ending: boolean;
  readonly onEnd: () => void;
}

function SessionRow({ session, ending, onEnd }: SessionRowProps) {
  const Sign = session.kind === "cookie" ? IconDeviceDesktop : IconTerminal2;
  const device = deviceOf(session);
  return (
    <li className={classes.session}>
      <Sign size={22} stroke={1.6} aria-hidden="true" />
      <div>
        <p title={session.userAgent ?? undefined}>
          {device}
          {session.current && <span className={classes.here}>This device</span>}
        </p>
        <p className={classes.note}>
          <TimeAgo at={session.createdAt} text={(time) => `signed in ${time}`} />
          {session.network !== null && ` · ${session.network}`}
        </p>
        {session.lastUsedAt !== null && (
          <p className={classes.note}>
            <TimeAgo at={session.lastUsedAt} text={(time) => `last used ${time}`} />
          </p>
        )}
      </div>
      {!session.current && (
        <Button variant="default" size="xs" onClick={onEnd} loading={ending} aria-label={`End session: ${device}`}>
          End
        </Button>
      )}
    </li>
  );
}

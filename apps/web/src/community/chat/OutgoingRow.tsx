import type { User } from "@bbux/contract";
import type { LiveRoom } from "./liveRoom.ts";
import classes from "./MessageRow.module.css";
import { Content, Head, RowFrame, Side } from "./MessageRow.tsx";
import type { Row } from "./rows.ts";

interface OutgoingRowProps {
  readonly row: Extract<Row, { kind: "outgoing" }>;
  readonly user: User;
  readonly store: LiveRoom;
}

/** A message that is being sent or could not be sent, with the reason and what to do. */
export function OutgoingRow({ row, user, store }: OutgoingRowProps) {
  const { outgoing } = row;
  const author = { id: user.id, username: user.username, profilePicture: user.profilePicture ?? null };
  const failed = outgoing.failure !== null;
  return (
    <RowFrame row={row}>
      <div
        className={classes.row}
        data-head={row.head || undefined}
        data-testid={failed ? "chat-failed" : "chat-sending"}
      >
        <Side row={row} author={author} at={outgoing.createdAt} />
        <div className={classes.main}>
          {row.head && <Head author={author} at={outgoing.createdAt} />}
          <div className={failed ? undefined : classes.pending}>
            <Content message={outgoing} />
          </div>
          {failed && (
            <p className={classes.failure}>
              <span>Not sent. {outgoing.failure}</span>
              <button type="button" onClick={() => void store.retry(outgoing)}>
                Try again
              </button>
              <button type="button" onClick={() => store.discard(outgoing)}>
                Discard
              </button>
            </p>
          )}
        </div>
      </div>
    </RowFrame>
  );
}

import { Button, Skeleton } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useEffect } from "react";
import { ErrorBox } from "../../components/ErrorBox.tsx";
import { Page, PageTitle } from "../../components/Page.tsx";
import { TimeAgo } from "../../components/TimeAgo.tsx";
import classes from "./ChatPage.module.css";
import { openChat, useChat } from "./chatWindow.ts";
import { unreadText } from "./unread.ts";
import { useRoomsQuery } from "./useRooms.ts";

interface ChatPageProps {
  /** The room to open beside the page. */
  readonly roomId?: string | undefined;
  /** The message to show there. */
  readonly at?: string | undefined;
}

/** The list of rooms, with the room from the address opened beside it. */
export function ChatPage({ roomId, at }: ChatPageProps) {
  const { open, room: current } = useChat();
  const { data, error, isFetching, refetch } = useRoomsQuery({ open: true });
  useEffect(() => {
    if (roomId !== undefined) openChat({ room: roomId, at: at ?? null });
  }, [roomId, at]);
  return (
    <Page width="column">
      <PageTitle lead="Talk with other members. The chat stays open beside every page.">Chat</PageTitle>
      {error && !data && (
        <ErrorBox
          error={error}
          fallback="We couldn't load the chat"
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )}
      <ul className={classes.rooms}>
        {!data && !error && <Waiting />}
        {data?.rooms.map(({ id, name, description, unread, lastMessageAt }) => (
          <li key={id} className={classes.room} data-open={(open && id === current) || undefined}>
            <div className={classes.text}>
              <h2 className={classes.name}>
                <Link to="/chat/$roomId" params={{ roomId: id }} onClick={() => openChat({ room: id })}>
                  {name}
                </Link>
                {unread > 0 && <span className={classes.unread}>{unreadText(unread)} unread</span>}
              </h2>
              <p className={classes.about}>{description}</p>
              <p className={classes.last}>
                {lastMessageAt ? (
                  <TimeAgo at={lastMessageAt} text={(time) => `Last message ${time}`} />
                ) : (
                  "No messages yet"
                )}
              </p>
            </div>
            <Button
              className={classes.open}
              variant="default"
              onClick={() => openChat({ room: id })}
              aria-label={`Open ${name}`}
            >
              {/* @wc-context: chat */}
              Open
            </Button>
          </li>
        ))}
      </ul>
    </Page>
  );
}

function Waiting() {
  return [1, 2, 3].map((row) => (
    <li key={row} className={classes.room}>
      <div className={classes.text}>
        <Skeleton height={20} width={140} />
        <Skeleton height={14} width={260} mt={10} />
        <Skeleton height={14} width={120} mt={8} />
      </div>
    </li>
  ));
}

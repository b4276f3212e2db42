import { CHAT, type User } from "@bbux/contract";
import { ActionIcon, Button } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconX } from "@tabler/icons-react";
import { useEffect, useRef } from "react";
import { EmptyState } from "../../components/EmptyState.tsx";
import { ErrorBox } from "../../components/ErrorBox.tsx";
import classes from "./ChatPanel.module.css";
import { SHEET, showRoom, useChat } from "./chatWindow.ts";
import { RoomSwitcher } from "./RoomSwitcher.tsx";
import { RoomTalk } from "./RoomTalk.tsx";
import { useEscape } from "./useEscape.ts";
import { useKeyboardRoom } from "./useKeyboardRoom.ts";
import { useRoomsQuery } from "./useRooms.ts";

/** The open chat: the room switcher, the close button, and the conversation. */
export default function ChatPanel({ user, onClose }: { user: User; onClose: () => void }) {
  const { room: roomId, at, asked } = useChat();
  const { data, error, isFetching, refetch } = useRoomsQuery({ open: true });
  const rooms = data?.rooms;
  const room = rooms?.find(({ id }) => id === roomId);
  const heading = useRef<HTMLHeadingElement>(null);
  const isPhone = useMediaQuery(SHEET, undefined, { getInitialValueInEffect: false });
  useEscape(onClose);
  useKeyboardRoom();

  // Focusing the field on a phone would open the keyboard and cover the messages.
  useEffect(() => {
    if (asked > 0 && isPhone) heading.current?.focus({ preventScroll: true });
  }, [asked, isPhone]);

  return (
    <div className={classes.panel}>
      <header className={classes.head}>
        <h2 ref={heading} className="visually-hidden" tabIndex={-1}>
          Chat
        </h2>
        <RoomSwitcher rooms={rooms} room={room} />
        <ActionIcon variant="subtle" color="gray" size={36} aria-label="Close chat" onClick={onClose}>
          <IconX size={20} stroke={1.6} aria-hidden />
        </ActionIcon>
      </header>
      {room && <RoomTalk key={room.id} room={room} user={user} at={at} asked={isPhone ? 0 : asked} />}
      {!room && rooms && <NoSuchRoom />}
      {!rooms && error && (
        <div className={classes.trouble}>
          <ErrorBox
            error={error}
            fallback="We couldn't load the chat"
            onRetry={() => void refetch()}
            retrying={isFetching}
          />
        </div>
      )}
    </div>
  );
}

function NoSuchRoom() {
  return (
    <div className={classes.trouble}>
      <EmptyState
        title="This room doesn't exist"
        action={
          <Button variant="default" onClick={() => showRoom(CHAT.room)}>
            Go to the global chat
          </Button>
        }
      >
        It may have been renamed.
      </EmptyState>
    </div>
  );
}

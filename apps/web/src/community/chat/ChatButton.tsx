import { IconMessageCircle } from "@tabler/icons-react";
import { useRouterState } from "@tanstack/react-router";
import { PlainIconButton } from "../../components/PlainIconButton.tsx";
import { UnreadBadge } from "../../components/UnreadBadge.tsx";
import { useSession } from "../../lib/session.ts";
import classes from "./ChatButton.module.css";
import { hasChat } from "./chatPages.ts";
import { openChat, useChat } from "./chatWindow.ts";
import { OPENER } from "./openerFocus.ts";
import { unreadText } from "./unread.ts";
import { unreadIn, useGlobalChat, useRoomsQuery } from "./useRooms.ts";

/** Opens the chat; shown to members while it is closed, with the unread count. */
export function ChatButton() {
  const path = useRouterState({ select: (state) => state.location.pathname });
  const { user } = useSession();
  return user && hasChat(path) ? <Opener /> : null;
}

function Opener() {
  const { open } = useChat();
  const rooms = useRoomsQuery({ open }).data?.rooms;
  useGlobalChat(rooms);
  const unread = unreadIn(rooms);
  if (open) return null;
  return (
    <PlainIconButton id={OPENER} className={classes.opener} size={36} onClick={() => openChat()}>
      <IconMessageCircle size={20} stroke={1.6} aria-hidden />
      <UnreadBadge text={unread > 0 ? unreadText(unread) : null} testId="chat-badge" />
      <span className="visually-hidden">{unread > 0 ? `Open chat (${unread} unread)` : "Open chat"}</span>
    </PlainIconButton>
  );
}

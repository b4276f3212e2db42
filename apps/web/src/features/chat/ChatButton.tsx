import { ActionIcon } from "@mantine/core";
import { IconMessageCircle } from "@tabler/icons-react";
import { useRouterState } from "@tanstack/react-router";
import { useSession } from "../../session.tsx";
import { Badge } from "./Badge.tsx";
import { OPENER } from "./Chat.focus.ts";
import { hasChat } from "./Chat.pages.ts";
import { openChat, useChat } from "./chat.store.ts";
import { unreadIn, useGlobalChat, useRoomsQuery } from "./useRooms.ts";

/** Opens the chat; there only while it is closed, with the number of what is unread. For members. */
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
    <ActionIcon id={OPENER} variant="subtle" color="gray" size={36} onClick={() => openChat()}>
      <IconMessageCircle size={20} stroke={1.6} aria-hidden />
      <Badge unread={unread} />
      <span className="visually-hidden">Open chat{unread > 0 && ` (${unread} unread)`}</span>
    </ActionIcon>
  );
}

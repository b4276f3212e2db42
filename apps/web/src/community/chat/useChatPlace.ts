import { useMediaQuery } from "@mantine/hooks";
import { useRouterState } from "@tanstack/react-router";
import { useEffect } from "react";
import { useSession, wasSignedIn } from "../../lib/session.ts";
import { hasChat } from "./chatPages.ts";
import { SHEET, useChat } from "./chatWindow.ts";

/** Whether the open chat has its own column, and whether it covers the page. */
export interface ChatPlace {
  readonly open: boolean;
  readonly covers: boolean;
}

/** Returns where the chat is; without chat code, because the shell needs it before. */
export function useChatPlace(): ChatPlace {
  const path = useRouterState({ select: (state) => state.location.pathname });
  const { user, loading } = useSession();
  const chat = useChat();
  const isPhone = useMediaQuery(SHEET, undefined, { getInitialValueInEffect: false });
  const open = chat.open && hasChat(path) && (loading ? wasSignedIn() : user !== null);
  useEffect(() => {
    document.documentElement.toggleAttribute("data-chat", open);
  }, [open]);
  return { open, covers: open && isPhone };
}

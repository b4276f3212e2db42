import { createFileRoute } from "@tanstack/react-router";
import { requireMember } from "../features/accounts/guard.ts";
import { ChatPage } from "../features/chat/ChatPage.tsx";
import { pageHead } from "../head.ts";

export const Route = createFileRoute("/chat/")({
  beforeLoad: ({ location }) => requireMember(location.href),
  head: () => pageHead("/chat"),
  component: ChatPage,
});

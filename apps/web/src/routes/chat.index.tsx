import { createFileRoute } from "@tanstack/react-router";
import { ChatPage } from "../community/chat/ChatPage.tsx";
import { pageHead } from "../lib/head.ts";
import { requireMember } from "../people/accounts/guard.ts";

export const Route = createFileRoute("/chat/")({
  beforeLoad: ({ location }) => requireMember(location.href),
  head: () => pageHead("/chat"),
  component: ChatPage,
});

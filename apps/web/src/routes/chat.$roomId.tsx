import { createFileRoute } from "@tanstack/react-router";
import { ChatPage } from "../community/chat/ChatPage.tsx";
import { chatSearch } from "../community/chat/chat.search.ts";
import { pageHead } from "../lib/head.ts";
import { requireMember } from "../people/accounts/guard.ts";

export const Route = createFileRoute("/chat/$roomId")({
  validateSearch: chatSearch,
  beforeLoad: ({ location }) => requireMember(location.href),
  head: () => pageHead("/chat/$roomId"),
  component: Room,
});

function Room() {
  const { roomId } = Route.useParams();
  const { at } = Route.useSearch();
  return <ChatPage roomId={roomId} at={at} />;
}

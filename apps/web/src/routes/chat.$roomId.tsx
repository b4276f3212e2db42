import { createFileRoute } from "@tanstack/react-router";
import { requireMember } from "../features/accounts/guard.ts";
import { ChatPage } from "../features/chat/ChatPage.tsx";
import { chatSearch } from "../features/chat/chat.search.ts";
import { pageHead } from "../head.ts";

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

import { createFileRoute } from "@tanstack/react-router";
import { pageHead } from "../lib/head.ts";
import { requireMember } from "../people/accounts/guard.ts";
import { NotificationsPage } from "../people/notifications/NotificationsPage.tsx";

export const Route = createFileRoute("/notifications")({
  beforeLoad: ({ location }) => requireMember(location.href),
  head: () => pageHead("/notifications"),
  component: NotificationsPage,
});

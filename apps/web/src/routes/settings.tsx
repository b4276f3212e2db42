import { createFileRoute } from "@tanstack/react-router";
import { pageHead } from "../lib/head.ts";
import { useSession } from "../lib/session.ts";
import { requireMember } from "../people/accounts/guard.ts";
import { SettingsPage } from "../people/settings/SettingsPage.tsx";
import { type Tab, tabOf } from "../people/settings/tabs.ts";

interface SettingsSearch {
  /** Absent for the first. */
  readonly tab?: Tab;
}

const searchOf = (tab: Tab): SettingsSearch => (tab === "profile" ? {} : { tab });

export const Route = createFileRoute("/settings")({
  validateSearch: ({ tab }): SettingsSearch => searchOf(tabOf(tab)),
  beforeLoad: ({ location }) => requireMember(location.href),
  head: () => pageHead("/settings"),
  component: Settings,
});

function Settings() {
  const { user } = useSession();
  const { tab = "profile" } = Route.useSearch();
  const navigate = Route.useNavigate();
  if (!user) return null;
  return (
    <SettingsPage
      key={user.id}
      user={user}
      tab={tab}
      onTab={(next) => void navigate({ search: searchOf(next), resetScroll: false })}
    />
  );
}

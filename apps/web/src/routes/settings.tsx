import { Tabs } from "@mantine/core";
import { createFileRoute } from "@tanstack/react-router";
import { Page, PageTitle } from "../components/Page.tsx";
import { ChangePasswordForm } from "../features/accounts/ChangePasswordForm.tsx";
import { requireMember } from "../features/accounts/guard.ts";
import { pageHead } from "../head.ts";
import { useSession } from "../session.tsx";

export const Route = createFileRoute("/settings")({
  beforeLoad: ({ location }) => requireMember(location.href),
  head: () => pageHead("Settings", "Your account's settings."),
  component: Settings,
});

function Settings() {
  const { user } = useSession();
  if (!user) return null;
  return (
    <Page width="column">
      <PageTitle>Settings</PageTitle>
      <Tabs defaultValue="security" keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="security">Security</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="security" pt="lg">
          <h2 style={{ fontSize: "var(--text-3)", marginBottom: 16 }}>Password</h2>
          <ChangePasswordForm />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}

import type { User } from "@bbux/contract";
import { Tabs } from "@mantine/core";
import { Page, PageTitle } from "../../components/Page.tsx";
import { AccountTab } from "./AccountTab.tsx";
import { OwnProfileData } from "./OwnProfileData.tsx";
import { ProfileTab } from "./ProfileTab.tsx";
import { SecurityTab } from "./SecurityTab.tsx";
import classes from "./Settings.module.css";
import { SocialTab } from "./SocialTab.tsx";
import { TABS, type Tab, tabOf } from "./tabs.ts";

interface SettingsPageProps {
  readonly user: User;
  readonly tab: Tab;
  readonly onTab: (tab: Tab) => void;
}

/** Settings with four tabs. Each tab keeps its input while another is shown. */
export function SettingsPage({ user, tab, onTab }: SettingsPageProps) {
  return (
    <Page width="column">
      <PageTitle>Settings</PageTitle>
      <Tabs value={tab} onChange={(value) => onTab(tabOf(value))} classNames={{ tab: classes.tab }}>
        <Tabs.List>
          {TABS.map(({ value, label }) => (
            <Tabs.Tab key={value} value={value}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="profile" pt="lg">
          <OwnProfileData>{(profile) => <ProfileTab user={user} profile={profile} />}</OwnProfileData>
        </Tabs.Panel>
        <Tabs.Panel value="social" pt="lg">
          <OwnProfileData>{(profile) => <SocialTab profile={profile} />}</OwnProfileData>
        </Tabs.Panel>
        <Tabs.Panel value="account" pt="lg">
          <AccountTab user={user} />
        </Tabs.Panel>
        <Tabs.Panel value="security" pt="lg">
          <SecurityTab user={user} />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}

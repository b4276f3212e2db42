import { IconHandStop } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { AccessDenied } from "../../components/AccessDenied.tsx";
import { Page, PageTitle } from "../../components/Page.tsx";
import { PagePending } from "../../components/PagePending.tsx";
import { type TabChoice, TabRow } from "../../components/TabRow.tsx";
import { TimeAgo } from "../../components/TimeAgo.tsx";
import { useRoleCheck, useSession } from "../../lib/session.ts";
import { trpc } from "../../lib/trpc.ts";
import classes from "./Admin.module.css";
import { AuditTab } from "./AuditTab.tsx";
import type { AdminSearch, AdminTab, AdminTabProps } from "./admin.search.ts";
import { BrandingTab } from "./BrandingTab.tsx";
import { JobsTab } from "./JobsTab.tsx";
import { MembersTab } from "./MembersTab.tsx";
import { MoneyTab } from "./MoneyTab.tsx";
import { Overview } from "./Overview.tsx";
import { ParametersTab } from "./ParametersTab.tsx";

/** The admin panel. */
export function AdminPage(props: AdminTabProps) {
  const { user, loading } = useSession();
  if (loading) return <PagePending />;
  if (user?.role !== "admin") {
    // The documented sentence.
    return (
      <AccessDenied title="Access Denied" visitor={user === null}>
        You need admin privileges to access this page
      </AccessDenied>
    );
  }
  return <Panel {...props} />;
}

/** A tab's filters don't carry over to another tab. */
const ANEW: AdminSearch = {
  search: undefined,
  sort: undefined,
  role: undefined,
  suspended: undefined,
  action: undefined,
  actor: undefined,
  subject: undefined,
};

function Panel(props: AdminTabProps) {
  const { search, onSearch } = props;
  const money = trpc.admin.money.useQuery(undefined, { refetchInterval: 30_000 });
  useRoleCheck(money.error);
  const { stopped, alerts = [] } = money.data ?? {};
  const tab = search.tab ?? "overview";
  const tabs: readonly TabChoice<AdminTab>[] = [
    { value: "overview", label: "Overview" },
    { value: "members", label: "Members" },
    { value: "audit", label: "Audit log" },
    { value: "money", label: "Money", count: alerts.length, counted: /* @wc-include */ "alerts" },
    { value: "jobs", label: "Jobs" },
    { value: "parameters", label: "Parameters" },
    { value: "branding", label: "Branding" },
  ];
  return (
    <Page>
      <PageTitle>Admin Panel</PageTitle>
      {stopped && (
        <div className={classes.stopped} role="status">
          <IconHandStop size={20} stroke={1.6} aria-hidden />
          <p>
            <strong>Withdrawals are stopped.</strong>{" "}
            <span>
              <TimeAgo at={stopped.at} />: {stopped.reason}
            </span>
            {tab !== "money" && (
              <Link className={classes.resume} to="/admin" search={{ tab: "money" }}>
                Resume them under Money
              </Link>
            )}
          </p>
        </div>
      )}
      <TabRow
        label="Admin panel"
        value={tab}
        onChange={(next) => onSearch({ ...ANEW, tab: next === "overview" ? undefined : next })}
        tabs={tabs}
      >
        {tab === "overview" && <Overview />}
        {tab === "members" && <MembersTab {...props} />}
        {tab === "audit" && <AuditTab {...props} />}
        {tab === "money" && <MoneyTab />}
        {tab === "jobs" && <JobsTab />}
        {tab === "parameters" && <ParametersTab />}
        {tab === "branding" && <BrandingTab />}
      </TabRow>
    </Page>
  );
}

import type { GovernanceDashboard } from "@bbux/contract";
import { IconArrowRight } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { AccessRequired } from "../../components/AccessRequired.tsx";
import { ErrorBox } from "../../components/ErrorBox.tsx";
import { Page, PageTitle } from "../../components/Page.tsx";
import { useSession } from "../../lib/session.ts";
import { ActivityFeed, TransparencyLog } from "./Feeds.tsx";
import classes from "./Governance.module.css";
import { GovernanceSkeleton } from "./GovernanceSkeleton.tsx";
import { Health } from "./Health.tsx";
import { Platform } from "./Platform.tsx";
import { RateBreakdown } from "./RateBreakdown.tsx";
import { StakeForms } from "./StakeForms.tsx";
import { governanceFault, useGovernance } from "./useGovernance.ts";
import { YourStake } from "./YourStake.tsx";

/** The dashboard of staking, rewards and the platform's books. Visitors are asked to sign in. */
export function GovernancePage() {
  const { user, loading } = useSession();
  if (loading) return <GovernanceSkeleton />;
  if (!user) {
    return (
      <AccessRequired title="Governance Access Required">
        Staking, rewards and votes belong to members. Log in to see the dashboard.
      </AccessRequired>
    );
  }
  // Typed input and running calls belong to one member.
  return <Own key={user.id} />;
}

function Own() {
  const { data, error, refetch, isFetching } = useGovernance();
  if (!data && !error) return <GovernanceSkeleton />;
  return (
    <Page>
      <PageTitle lead="The community's fees pay those who stake, and those who stake decide.">Governance</PageTitle>
      <Ways />
      {error && (
        <ErrorBox
          error={error}
          fallback={governanceFault(error)}
          always
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )}
      {data && <Dashboard data={data} />}
    </Page>
  );
}

const WAYS = [
  { to: "/governance/proposals", title: "Proposals", text: "What the community is to change" },
  { to: "/refund-requests", title: "Refund requests", text: "Vote on bounties to be returned" },
  { to: "/transparency", title: "Transparency", text: "Verify the published books" },
] as const;

function Ways() {
  return (
    <nav className={classes.ways} aria-label="Governance">
      {WAYS.map(({ to, title, text }) => (
        <Link key={to} to={to}>
          <span>
            <strong>{title}</strong>
            <span className={classes.note}>{text}</span>
          </span>
          <IconArrowRight size={18} stroke={1.6} aria-hidden="true" />
        </Link>
      ))}
    </nav>
  );
}

function Dashboard({ data }: { data: GovernanceDashboard }) {
  return (
    <div className={classes.parts}>
      <div className={classes.own}>
        <YourStake data={data} />
        <StakeForms data={data} />
      </div>
      <Platform data={data} />
      <div className={classes.pair}>
        <RateBreakdown data={data} />
        <Health data={data} />
      </div>
      <div className={classes.pair}>
        <TransparencyLog logs={data.logs} />
        <ActivityFeed activity={data.activity} />
      </div>
    </div>
  );
}

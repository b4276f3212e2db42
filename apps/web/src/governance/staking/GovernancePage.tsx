import type { GovernanceDashboard } from "@bbux/contract";
import { Link } from "@tanstack/react-router";
import { AccessRequired } from "../../components/AccessRequired.tsx";
import { ErrorBox } from "../../components/ErrorBox.tsx";
import { Page, PageTitle } from "../../components/Page.tsx";
import { useSession } from "../../lib/session.ts";
import { LatestLog } from "./Feeds.tsx";
import classes from "./Governance.module.css";
import { GovernanceSkeleton } from "./GovernanceSkeleton.tsx";
import { Health } from "./Health.tsx";
import { Platform } from "./Platform.tsx";
import { RateBreakdown } from "./RateBreakdown.tsx";
import { StakeForms } from "./StakeForms.tsx";
import { governanceFault, useGovernance } from "./useGovernance.ts";
import { VotesForYou } from "./VotesForYou.tsx";
import { YourStake } from "./YourStake.tsx";

/** The dashboard of staking, rewards and the platform's books. Visitors are asked to sign in. */
export function GovernancePage() {
  const { user, loading } = useSession();
  if (loading) return <GovernanceSkeleton />;
  if (!user) {
    return (
      <AccessRequired title="Governance Access Required">
        Staking, rewards and votes are for members. Sign in to see the dashboard.
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
      <PageTitle lead="People who stake earn the community's fees and make its decisions.">Governance</PageTitle>
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
  { to: "/governance/proposals", title: "Proposals" },
  { to: "/refund-requests", title: "Refund requests" },
  { to: "/transparency", title: "Transparency" },
] as const;

function Ways() {
  return (
    <nav className={classes.ways} aria-label="Governance">
      {WAYS.map(({ to, title }) => (
        <Link key={to} to={to} className="reach">
          {title}
        </Link>
      ))}
    </nav>
  );
}

/** What the member decides and owns first, then what happened, and the figures last. */
function Dashboard({ data }: { data: GovernanceDashboard }) {
  return (
    <div className={classes.parts}>
      <div className={classes.own}>
        <div className={classes.first}>
          <VotesForYou />
          <YourStake data={data} />
        </div>
        <StakeForms data={data} />
      </div>
      <LatestLog data={data} />
      <div className={classes.pair}>
        <RateBreakdown data={data} />
        <Health data={data} />
      </div>
      <Platform data={data} />
    </div>
  );
}

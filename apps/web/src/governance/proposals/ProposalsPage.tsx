import { PROPOSALS } from "@bbux/contract";
import { Button, Skeleton } from "@mantine/core";
import { IconArrowLeft, IconPlus } from "@tabler/icons-react";
import { keepPreviousData } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { AccessRequired } from "../../components/AccessRequired.tsx";
import back from "../../components/BackLink.module.css";
import { EmptyState } from "../../components/EmptyState.tsx";
import { ErrorBox } from "../../components/ErrorBox.tsx";
import { Page, PageTitle } from "../../components/Page.tsx";
import { PagePending } from "../../components/PagePending.tsx";
import { Pager } from "../../components/Pager.tsx";
import { useSession } from "../../lib/session.ts";
import { trpc } from "../../lib/trpc.ts";
import { ProposalRow } from "./ProposalRow.tsx";
import classes from "./Proposals.module.css";
import { type ProposalsSearch, STATUS_CHIPS } from "./proposals.search.ts";

const NewProposal = () => (
  <Button
    leftSection={<IconPlus size={18} stroke={1.6} />}
    renderRoot={(props) => <Link to="/governance/proposals/new" {...props} />}
  >
    New proposal
  </Button>
);

/** The community's proposals, newest first. Filters are in the URL. */
export function ProposalsPage({ search }: { search: ProposalsSearch }) {
  const { user, loading } = useSession();
  if (loading) return <PagePending />;
  if (!user) {
    return (
      <AccessRequired title="Governance Access Required">
        Members vote on proposals. Sign in to see them.
      </AccessRequired>
    );
  }
  return (
    <Page>
      <Link to="/governance" className={`${back.back} reach`}>
        <IconArrowLeft size={18} stroke={1.6} aria-hidden="true" />
        Governance
      </Link>
      <PageTitle
        lead={`The more you stake, the more your vote counts. Voting lasts ${PROPOSALS.votingDays} days.`}
        actions={<NewProposal />}
      >
        Proposals
      </PageTitle>
      <nav className={classes.chips} aria-label="Show">
        {STATUS_CHIPS.map(({ status, label }) => (
          <Link
            key={label}
            to="/governance/proposals"
            search={{ status }}
            aria-current={search.status === status ? "true" : undefined}
            activeProps={{}}
          >
            {label}
          </Link>
        ))}
      </nav>
      <List search={search} />
    </Page>
  );
}

function List({ search: { page = 1, status } }: { search: ProposalsSearch }) {
  const list = trpc.proposals.list.useQuery(
    { page, ...(status && { status }) },
    { placeholderData: keepPreviousData, refetchInterval: 30_000 },
  );
  const failed = list.error && (
    <ErrorBox
      error={list.error}
      fallback="We couldn't load the proposals"
      always
      onRetry={() => void list.refetch()}
      retrying={list.isFetching}
    />
  );
  if (failed && (!list.data || list.isPlaceholderData)) return failed;
  if (!list.data) return <Waiting />;
  const { proposals, pagination } = list.data;
  if (proposals.length === 0) return <Nothing narrowed={status !== undefined || page > 1} />;
  return (
    <>
      {failed}
      <ul
        className={classes.list}
        data-rows
        aria-busy={list.isPlaceholderData}
        data-stale={list.isPlaceholderData || undefined}
      >
        {proposals.map((proposal) => (
          <ProposalRow key={proposal.id} proposal={proposal} />
        ))}
      </ul>
      <Pager page={pagination.page} pages={pagination.pages} />
    </>
  );
}

function Nothing({ narrowed }: { narrowed: boolean }) {
  if (!narrowed) {
    return (
      <EmptyState title="No proposals yet" action={<NewProposal />}>
        What should the community change? Propose a fee, a rate, or anything else.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="No proposals here"
      action={
        <Button variant="default" renderRoot={(props) => <Link to="/governance/proposals" {...props} />}>
          Show all proposals
        </Button>
      }
    />
  );
}

function Waiting() {
  return (
    <div role="status" aria-label="Loading proposals">
      {["a", "b", "c", "d", "e"].map((row) => (
        <Skeleton key={row} height={76} my={20} />
      ))}
    </div>
  );
}

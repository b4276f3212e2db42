import { AccessRequired } from "../../components/AccessRequired.tsx";
import { Page, PageTitle } from "../../components/Page.tsx";
import { PagePending } from "../../components/PagePending.tsx";
import { TabRow } from "../../components/TabRow.tsx";
import { useSession } from "../../lib/session.ts";
import { RefundsList } from "./RefundsList.tsx";
import { FILTERS, type RefundFilter } from "./refunds.search.ts";

interface RefundsPageProps {
  readonly filter: RefundFilter;
  readonly onFilter: (filter: RefundFilter) => void;
}

/** Refund requests of expired bounties, and the votes on them (docs/DECISIONS.md 1.5). */
export function RefundsPage({ filter, onFilter }: RefundsPageProps) {
  const { user, loading } = useSession();
  if (loading) return <PagePending />;
  if (!user) return <RefundAccess />;
  return (
    <Page width="column">
      <PageTitle lead="When a bounty ends without an accepted answer, its asker can request it back. Members who took part in the post decide.">
        Refund requests
      </PageTitle>
      <TabRow label="Which requests" tabs={FILTERS} value={filter} onChange={onFilter}>
        <RefundsList key={filter} filter={filter} />
      </TabRow>
    </Page>
  );
}

/** Asks visitors to sign in and come back (docs/DECISIONS.md §6 Pages). */
export function RefundAccess() {
  return (
    <AccessRequired title="Sign in to see refund requests">
      Members vote here on whether an unclaimed bounty goes back to its asker. Sign in to follow along and vote.
    </AccessRequired>
  );
}

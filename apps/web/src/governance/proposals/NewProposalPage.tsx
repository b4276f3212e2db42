import { PROPOSALS } from "@bbux/contract";
import { IconArrowLeft } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { AccessRequired } from "../../components/AccessRequired.tsx";
import back from "../../components/BackLink.module.css";
import { Page, PageTitle } from "../../components/Page.tsx";
import { PagePending } from "../../components/PagePending.tsx";
import { useSession } from "../../lib/session.ts";
import { ProposalForm } from "./ProposalForm.tsx";

/** The page for a new proposal; visitors are asked to sign in and come back. */
export function NewProposalPage() {
  const { user, loading } = useSession();
  if (loading) return <PagePending />;
  if (!user) {
    return (
      <AccessRequired title="Governance Access Required">
        Members who have staked BBUX can submit proposals. Sign in to write one.
      </AccessRequired>
    );
  }
  return (
    <Page>
      <Link to="/governance/proposals" className={`${back.back} reach`}>
        <IconArrowLeft size={18} stroke={1.6} aria-hidden="true" />
        Proposals
      </Link>
      <PageTitle
        lead={`Voting opens as soon as you submit it and lasts ${PROPOSALS.votingDays} days. You can't edit or withdraw it.`}
      >
        New proposal
      </PageTitle>
      {/* A draft belongs to one member, so another one starts with their own. */}
      <ProposalForm key={user.id} userId={user.id} />
    </Page>
  );
}

import { Button } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import back from "../../components/BackLink.module.css";
import { ErrorBox } from "../../components/ErrorBox.tsx";
import { Notice } from "../../components/Notice.tsx";
import { Page } from "../../components/Page.tsx";
import { PagePending } from "../../components/PagePending.tsx";
import { codeOf } from "../../lib/errors.ts";
import { useSession } from "../../lib/session.ts";
import { trpc } from "../../lib/trpc.ts";
import { RefundCard } from "./RefundCard.tsx";
import { RefundsWaiting } from "./RefundsList.tsx";
import { RefundAccess } from "./RefundsPage.tsx";
import { SuspendedVoter } from "./SuspendedVoter.tsx";

/** One request with its votes, where notifications and posts lead. */
export function RefundPage({ requestId }: { requestId: string }) {
  const { user, loading } = useSession();
  if (loading) return <PagePending />;
  if (!user) return <RefundAccess />;
  return <Found requestId={requestId} />;
}

function Found({ requestId }: { requestId: string }) {
  const found = trpc.refunds.get.useQuery(
    { id: requestId },
    { refetchInterval: ({ state }) => (state.data?.request.status === "PENDING" ? 15_000 : false) },
  );
  const code = codeOf(found.error);
  if (!found.data && (code === "NOT_FOUND" || code === "VALIDATION_ERROR")) {
    return (
      <Notice title="This refund request is not here" mark="404">
        <p>The address may be mistyped.</p>
        <Button renderRoot={(props) => <Link to="/refund-requests" {...props} />}>See all refund requests</Button>
      </Notice>
    );
  }
  return (
    <Page width="column">
      <Link to="/refund-requests" className={`${back.back} reach`}>
        <IconArrowLeft size={18} aria-hidden />
        Refund requests
      </Link>
      {code === "ACCOUNT_SUSPENDED" && <SuspendedVoter error={found.error} />}
      {found.error && code !== "ACCOUNT_SUSPENDED" && (
        <ErrorBox
          error={found.error}
          fallback="Failed to fetch refund requests"
          always
          onRetry={() => void found.refetch()}
          retrying={found.isFetching}
        />
      )}
      {found.data && <RefundCard request={found.data.request} alone />}
      {!found.data && !found.error && <RefundsWaiting rows={1} />}
    </Page>
  );
}

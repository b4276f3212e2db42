import { ErrorBox } from "../../components/ErrorBox.tsx";
import { RowsSkeleton } from "../../components/RowsSkeleton.tsx";
import { trpc } from "../../lib/trpc.ts";
import { Alerts } from "./Alerts.tsx";
import { Suspense } from "./Suspense.tsx";
import { WaitingDeposits } from "./WaitingDeposits.tsx";
import { WaitingWithdrawals } from "./WaitingWithdrawals.tsx";
import { Withdrawals } from "./Withdrawals.tsx";

/** The state of payments: the emergency stop, alerts, withdrawals and deposits that wait, and unclaimed SOL. */
export function MoneyTab() {
  const money = trpc.admin.money.useQuery(undefined, { refetchInterval: 30_000 });
  return (
    <>
      {money.error && (
        <ErrorBox
          error={money.error}
          fallback={money.data ? "We couldn't refresh the figures" : "We couldn't load the state of payments"}
          onRetry={() => void money.refetch()}
          retrying={money.isFetching}
        />
      )}
      {money.isPending && <RowsSkeleton label="Loading the state of payments" rows={4} />}
      {money.data && (
        <>
          <Withdrawals money={money.data} />
          <Alerts alerts={money.data.alerts} />
        </>
      )}
      <WaitingWithdrawals />
      <WaitingDeposits />
      <Suspense />
    </>
  );
}

import type { WaitingDeposit } from "@bbux/contract";
import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { Amount } from "../../components/Amount.tsx";
import { ErrorBox } from "../../components/ErrorBox.tsx";
import { RowsSkeleton } from "../../components/RowsSkeleton.tsx";
import { Cell, Table } from "../../components/Table.tsx";
import { TimeAgo } from "../../components/TimeAgo.tsx";
import { useSession } from "../../lib/session.ts";
import { trpc } from "../../lib/trpc.ts";
import { TransactionLink } from "../../money/solana/index.ts";
import classes from "./Admin.module.css";
import { Approvals } from "./Approvals.tsx";
import { ApproveDialog } from "./ApproveDialog.tsx";
import { MoneyPart } from "./MoneyPart.tsx";

const WHY = {
  second_node: "The second node hasn't confirmed it yet",
  nodes_disagree: "Two nodes disagree about it; the alert quotes both",
  approval: "It is large, and only one node confirms it",
} as const;
const COLUMNS = [
  { label: "Amount", figure: true },
  { label: "Member" },
  { label: "Why it's waiting" },
  { label: "Transaction" },
  { label: "Arrived" },
  { label: "Approval" },
];

/** Deposits that aren't credited yet: admins approve those that only one node confirms (docs/adr/0021), two of them if it is large. */
export function WaitingDeposits() {
  const list = trpc.admin.waitingDeposits.useQuery(undefined, { refetchInterval: 30_000 });
  const [chosen, setChosen] = useState<WaitingDeposit | null>(null);
  const [opened, setOpened] = useState(false);
  return (
    <MoneyPart
      id="waiting"
      title="Waiting deposits"
      nothing={list.data?.deposits.length === 0 && "No deposits need approval"}
    >
      {list.error && (
        <ErrorBox
          error={list.error}
          fallback="Failed to load waiting deposits"
          onRetry={() => void list.refetch()}
          retrying={list.isFetching}
        />
      )}
      {list.isPending && <RowsSkeleton label="Loading waiting deposits" rows={3} />}
      {list.data && list.data.deposits.length > 0 && (
        <Table label="Waiting deposits" columns={COLUMNS}>
          {list.data.deposits.map((deposit) => (
            <tr key={deposit.id}>
              <Cell label="Amount" figure>
                <Amount value={deposit.amount} fixed exact unit="SOL" />
              </Cell>
              <Cell label="Member">
                <Link to="/users/$username" params={{ username: deposit.username }}>
                  {deposit.username}
                </Link>
              </Cell>
              <Cell label="Why">{WHY[deposit.reason]}</Cell>
              <Cell label="Transaction">
                <TransactionLink signature={deposit.signature} />
              </Cell>
              <Cell label="Arrived">
                <TimeAgo at={deposit.since} />
              </Cell>
              <Cell label="Approval">
                <Approval
                  deposit={deposit}
                  onChoose={() => {
                    setChosen(deposit);
                    setOpened(true);
                  }}
                />
              </Cell>
            </tr>
          ))}
        </Table>
      )}
      {chosen && (
        <ApproveDialog
          deposit={chosen}
          opened={opened}
          onClose={() => setOpened(false)}
          onExited={(approved) => {
            setChosen(null);
            if (approved) document.getElementById("waiting")?.focus();
          }}
        />
      )}
    </MoneyPart>
  );
}

function Approval({ deposit, onChoose }: { deposit: WaitingDeposit; onChoose: () => void }) {
  const { user } = useSession();
  if (deposit.reason !== "approval") return "Not needed";
  if (user?.username === deposit.username) return "You can't approve your own deposit";
  return (
    <div className={classes.decision}>
      {deposit.takesTwo && <Approvals approvals={deposit.approvals.map(({ member: _, ...approval }) => approval)} />}
      {!deposit.approved && (
        <Button size="xs" variant="default" onClick={onChoose}>
          Approve
        </Button>
      )}
    </div>
  );
}

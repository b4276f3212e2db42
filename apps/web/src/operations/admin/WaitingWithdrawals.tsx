import type { WaitingWithdrawal } from "@bbux/contract";
import { Button, Group } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { Amount } from "../../components/Amount.tsx";
import { CopyLine } from "../../components/CopyLine.tsx";
import { ErrorBox } from "../../components/ErrorBox.tsx";
import { RowsSkeleton } from "../../components/RowsSkeleton.tsx";
import { Cell, Table } from "../../components/Table.tsx";
import { plural } from "../../components/TimeAgo.format.ts";
import { TimeAgo } from "../../components/TimeAgo.tsx";
import { TimeLeft } from "../../components/TimeLeft.tsx";
import { trpc } from "../../lib/trpc.ts";
import classes from "./Admin.module.css";
import { Approvals } from "./Approvals.tsx";
import { ApproveWithdrawalDialog, RefuseWithdrawalDialog } from "./DecideWithdrawal.tsx";
import { MoneyPart } from "./MoneyPart.tsx";

const COLUMNS = [
  { label: "Amount", figure: true },
  { label: "Member" },
  { label: "Destination" },
  { label: "Requested" },
  { label: "Approvals" },
  { label: "Decision" },
];

/** Large withdrawals: two different admins approve each, or one refuses it (docs/adr/0025). */
export function WaitingWithdrawals() {
  const list = trpc.admin.waitingWithdrawals.useQuery(undefined, { refetchInterval: 30_000 });
  const [chosen, setChosen] = useState<{ withdrawal: WaitingWithdrawal; refuses: boolean } | null>(null);
  const [opened, setOpened] = useState(false);
  const choose = (withdrawal: WaitingWithdrawal, refuses: boolean) => {
    setChosen({ withdrawal, refuses });
    setOpened(true);
  };
  const Dialog = chosen?.refuses ? RefuseWithdrawalDialog : ApproveWithdrawalDialog;
  return (
    <MoneyPart
      id="large"
      title="Withdrawals to approve"
      nothing={list.data?.withdrawals.length === 0 && "No withdrawals need approval"}
    >
      {list.error && (
        <ErrorBox
          error={list.error}
          fallback="Failed to load withdrawals to approve"
          onRetry={() => void list.refetch()}
          retrying={list.isFetching}
        />
      )}
      {list.isPending && <RowsSkeleton label="Loading withdrawals to approve" rows={3} />}
      {list.data && list.data.withdrawals.length > 0 && (
        <Table label="Withdrawals to approve" columns={COLUMNS}>
          {list.data.withdrawals.map((withdrawal) => (
            <tr key={withdrawal.id}>
              <Cell label="Amount" figure>
                <Amount value={withdrawal.amount} fixed exact />
                {withdrawal.dayAmount !== withdrawal.amount && (
                  <div className={classes.facts}>
                    <Amount value={withdrawal.dayAmount} fixed exact plain /> requested in 24 hours
                  </div>
                )}
              </Cell>
              <Cell label="Member">
                <Link to="/users/$username" params={{ username: withdrawal.username }}>
                  {withdrawal.username}
                </Link>
              </Cell>
              <Cell label="Destination">
                <CopyLine value={withdrawal.destination} label="Copy destination" />
                <div className={classes.facts}>{usedBefore(withdrawal)}</div>
              </Cell>
              <Cell label="Requested">
                <TimeAgo at={withdrawal.since} />
                <div className={classes.facts}>
                  <TimeLeft expiresAt={withdrawal.until} />
                </div>
              </Cell>
              <Cell label="Approvals">
                <Approvals approvals={withdrawal.approvals} />
              </Cell>
              <Cell label="Decision">
                <Decision withdrawal={withdrawal} onChoose={choose} />
              </Cell>
            </tr>
          ))}
        </Table>
      )}
      {chosen && (
        <Dialog
          withdrawal={chosen.withdrawal}
          opened={opened}
          onClose={() => setOpened(false)}
          onExited={(decided) => {
            setChosen(null);
            if (decided) document.getElementById("large")?.focus();
          }}
        />
      )}
    </MoneyPart>
  );
}

function usedBefore({ paidBefore }: WaitingWithdrawal): string {
  return paidBefore === 0 ? "New destination" : plural(paidBefore, ["Used # time before", "Used # times before"]);
}

interface DecisionProps {
  readonly withdrawal: WaitingWithdrawal;
  readonly onChoose: (withdrawal: WaitingWithdrawal, refuses: boolean) => void;
}

function Decision({ withdrawal, onChoose }: DecisionProps) {
  if (withdrawal.own) return "It's yours, or from an account that used your browser, so another admin has to decide";
  return (
    <Group gap="xs">
      {!withdrawal.approved && withdrawal.approvals.filter(({ counts }) => counts).length < 2 && (
        <Button size="xs" variant="default" onClick={() => onChoose(withdrawal, false)}>
          Approve
        </Button>
      )}
      <Button size="xs" variant="subtle" color="red" onClick={() => onChoose(withdrawal, true)}>
        Refuse
      </Button>
    </Group>
  );
}

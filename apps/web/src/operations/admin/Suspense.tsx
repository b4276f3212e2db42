import type { SuspenseItem } from "@bbux/contract";
import { Button } from "@mantine/core";
import { useState } from "react";
import { unitsOf } from "../../components/Amount.format.ts";
import { Amount } from "../../components/Amount.tsx";
import { ErrorBox } from "../../components/ErrorBox.tsx";
import { RowsSkeleton } from "../../components/RowsSkeleton.tsx";
import { Cell, Table } from "../../components/Table.tsx";
import { TimeAgo } from "../../components/TimeAgo.tsx";
import { trpc } from "../../lib/trpc.ts";
import { TransactionLink } from "../../money/solana/index.ts";
import classes from "./Admin.module.css";
import { Approvals } from "./Approvals.tsx";
import { MoneyPart } from "./MoneyPart.tsx";
import { ResolveDialog } from "./ResolveDialog.tsx";

const WHY = {
  unknown_sender: "Sent to the hot or cold wallet from an unknown address",
  closed_account: "Sent to the address of a closed account",
  cold_opening: "Was in the cold wallet before it became the platform's",
} as const;
const COLUMNS = [
  { label: "Amount", figure: true },
  { label: "Why it belongs to no one" },
  { label: "Transaction" },
  { label: "Arrived" },
  { label: "Outcome" },
];

/** Unclaimed SOL: an admin, or two if it is much, assigns it to a member, or it becomes the operator's float (docs/DECISIONS.md 1.9). */
export function Suspense() {
  const list = trpc.admin.suspense.useQuery();
  const [chosen, setChosen] = useState<SuspenseItem | null>(null);
  const [opened, setOpened] = useState(false);
  const total = list.data ? unitsOf(list.data.openTotal) : 0n;
  return (
    <MoneyPart
      id="suspense"
      title="Unclaimed deposits"
      nothing={list.data?.items.length === 0 && "Every deposit has an owner"}
    >
      {total > 0n && (
        <p className={classes.lead}>
          <Amount value={total} fixed exact unit="SOL" /> arrived and belongs to no known member.
        </p>
      )}
      {list.error && (
        <ErrorBox
          error={list.error}
          fallback="Failed to load unclaimed deposits"
          onRetry={() => void list.refetch()}
          retrying={list.isFetching}
        />
      )}
      {list.isPending && <RowsSkeleton label="Loading unclaimed deposits" rows={3} />}
      {list.data && list.data.items.length > 0 && (
        <Table label="Unclaimed deposits" columns={COLUMNS}>
          {list.data.items.map((item) => (
            <tr key={item.id}>
              <Cell label="Amount" figure>
                <Amount value={item.amount} fixed exact unit="SOL" />
              </Cell>
              <Cell label="Why">{WHY[item.reason]}</Cell>
              <Cell label="Transaction">
                <TransactionLink signature={item.signature} />
              </Cell>
              <Cell label="Arrived">
                <TimeAgo at={item.createdAt} />
              </Cell>
              <Cell label="Outcome">
                {item.status === "open" ? (
                  <div className={classes.decision}>
                    {item.takesTwo && <Approvals approvals={item.approvals} />}
                    <Button
                      size="xs"
                      variant="default"
                      onClick={() => {
                        setChosen(item);
                        setOpened(true);
                      }}
                    >
                      {item.approved ? "Change" : "Resolve"}
                    </Button>
                  </div>
                ) : (
                  (item.resolution ?? "Resolved")
                )}
              </Cell>
            </tr>
          ))}
        </Table>
      )}
      {chosen && (
        <ResolveDialog
          item={chosen}
          opened={opened}
          onClose={() => setOpened(false)}
          onExited={(resolved) => {
            setChosen(null);
            if (resolved) document.getElementById("suspense")?.focus();
          }}
        />
      )}
    </MoneyPart>
  );
}

import type { AdminMoney } from "@bbux/contract";
import { Button } from "@mantine/core";
import { useState } from "react";
import { ReasonDialog } from "../../components/ReasonDialog.tsx";
import { TimeAgo } from "../../components/TimeAgo.tsx";
import { notifySuccess } from "../../lib/notify.ts";
import { trpc } from "../../lib/trpc.ts";
import classes from "./Admin.module.css";
import { alertDetail, alertTitle } from "./alerts.ts";
import { MoneyPart } from "./MoneyPart.tsx";

type Alert = AdminMoney["alerts"][number];

/** What operators must know about money, until someone has resolved it. */
export function Alerts({ alerts }: { alerts: readonly Alert[] }) {
  const [chosen, setChosen] = useState<Alert | null>(null);
  const [opened, setOpened] = useState(false);
  return (
    <MoneyPart id="alerts" title="Alerts" nothing={alerts.length === 0 && "No alerts are open"}>
      {alerts.length > 0 && (
        <ul className={classes.list}>
          {alerts.map((alert) => (
            <li key={alert.id} className={classes.item}>
              <div>
                <p className={classes.name}>{alertTitle(alert.kind)}</p>
                <p className={classes.detail}>{alertDetail(alert.detail)}</p>
                <p className={classes.facts}>
                  <span className={classes.code}>{alert.subject}</span>
                </p>
                <p className={classes.facts}>
                  Since <TimeAgo at={alert.since} />, last seen <TimeAgo at={alert.seenAt} />
                </p>
              </div>
              <Button
                size="xs"
                variant="default"
                aria-label={`Close alert: ${alertTitle(alert.kind)}`}
                onClick={() => {
                  setChosen(alert);
                  setOpened(true);
                }}
              >
                Close
              </Button>
            </li>
          ))}
        </ul>
      )}
      {chosen && (
        <CloseDialog
          alert={chosen}
          opened={opened}
          onClose={() => setOpened(false)}
          onExited={(closed) => {
            setChosen(null);
            if (closed) document.getElementById("alerts")?.focus();
          }}
        />
      )}
    </MoneyPart>
  );
}

interface CloseDialogProps {
  readonly alert: Alert;
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onExited: (closed: boolean) => void;
}

function CloseDialog({ alert, opened, onClose, onExited }: CloseDialogProps) {
  const utils = trpc.useUtils();
  const [closed, setClosed] = useState(false);
  const close = trpc.admin.closeAlert.useMutation({
    onSuccess: async () => {
      void utils.admin.stats.invalidate();
      void utils.admin.audit.invalidate();
      await utils.admin.money.invalidate();
      notifySuccess("The alert is closed");
      setClosed(true);
      onClose();
    },
  });
  return (
    <ReasonDialog
      opened={opened}
      onClose={onClose}
      onExited={() => onExited(closed)}
      title="Close this alert?"
      consequences={[
        `${alertTitle(alert.kind)}.`,
        "If the problem is still there, the alert comes back.",
        "What you write is recorded in the audit log.",
      ]}
      label="What you found and did"
      max={500}
      missing="Please say why"
      submit="Close alert"
      call={close}
      fallback="We couldn't close the alert"
      onSubmit={(reason) => close.mutate({ id: alert.id, reason })}
    />
  );
}

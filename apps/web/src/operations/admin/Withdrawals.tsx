import type { AdminMoney } from "@bbux/contract";
import { Button } from "@mantine/core";
import { IconHandStop, IconPlayerPlay } from "@tabler/icons-react";
import { useState } from "react";
import { Amount } from "../../components/Amount.tsx";
import { ReasonDialog } from "../../components/ReasonDialog.tsx";
import { TimeAgo } from "../../components/TimeAgo.tsx";
import { numberText } from "../../lib/locale.ts";
import { notifySuccess } from "../../lib/notify.ts";
import { trpc } from "../../lib/trpc.ts";
import classes from "./Admin.module.css";

/** Whether withdrawals are paid, how many are waiting, and the emergency stop. */
export function Withdrawals({ money: { stopped, openWithdrawals } }: { money: AdminMoney }) {
  const [opened, setOpened] = useState(false);
  // Kept while the dialog fades out, so that it doesn't turn into its opposite.
  const [resumes, setResumes] = useState(false);
  return (
    <section aria-labelledby="withdrawals" className={classes.part}>
      <h2 id="withdrawals" className={classes.heading}>
        Withdrawals
      </h2>
      <div className={classes.switch} data-stopped={stopped !== null || undefined}>
        <div>
          <p className={classes.state}>{stopped ? "Stopped" : "Paid as they come"}</p>
          {stopped && (
            <p>
              <TimeAgo at={stopped.at} />: {stopped.reason}
            </p>
          )}
          <p className={classes.facts}>
            {openWithdrawals.count === 0 ? (
              "No withdrawals in progress."
            ) : (
              <>
                Withdrawals in progress: {numberText(openWithdrawals.count)}, for{" "}
                <Amount value={openWithdrawals.amount} fixed exact plain /> in all.
              </>
            )}
          </p>
        </div>
        <Button
          color={stopped ? undefined : "red"}
          variant={stopped ? "filled" : "outline"}
          leftSection={stopped ? <IconPlayerPlay size={18} aria-hidden /> : <IconHandStop size={18} aria-hidden />}
          onClick={() => {
            setResumes(stopped !== null);
            setOpened(true);
          }}
        >
          {stopped ? "Resume withdrawals" : "Stop withdrawals"}
        </Button>
      </div>
      <SwitchDialog key={String(resumes)} resumes={resumes} opened={opened} onClose={() => setOpened(false)} />
    </section>
  );
}

interface SwitchDialogProps {
  readonly resumes: boolean;
  readonly opened: boolean;
  readonly onClose: () => void;
}

function SwitchDialog({ resumes, opened, onClose }: SwitchDialogProps) {
  const utils = trpc.useUtils();
  const after = {
    onSuccess: async () => {
      void utils.admin.audit.invalidate();
      await utils.admin.money.invalidate();
      notifySuccess(resumes ? "Withdrawals are paid again" : "Withdrawals are stopped");
      onClose();
    },
  };
  const stop = trpc.admin.stopWithdrawals.useMutation(after);
  const resume = trpc.admin.resumeWithdrawals.useMutation(after);
  return resumes ? (
    <ReasonDialog
      opened={opened}
      onClose={onClose}
      title="Resume withdrawals?"
      consequences={["Waiting withdrawals are paid within a minute.", "Your reason is recorded in the audit log."]}
      label="Reason"
      max={500}
      missing="Please say why"
      confirm="RESUME"
      submit="Resume"
      call={resume}
      fallback="We couldn't resume withdrawals"
      onSubmit={(reason) => resume.mutate({ reason })}
    />
  ) : (
    <ReasonDialog
      opened={opened}
      onClose={onClose}
      title="Stop all withdrawals?"
      consequences={[
        "Nothing more is signed or sent, for any member, until an admin resumes them.",
        "New requests wait, and none is lost. Payments that were already sent may still arrive.",
        "Deposits continue. Your reason is recorded in the audit log.",
      ]}
      label="Reason"
      max={500}
      missing="Please say why"
      confirm="STOP"
      submit="Stop withdrawals"
      danger
      call={stop}
      fallback="We couldn't stop withdrawals"
      onSubmit={(reason) => stop.mutate({ reason })}
    />
  );
}

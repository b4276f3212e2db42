import {
  type NotificationSettings as Chosen,
  MAIL_DIGESTS,
  NOTIFICATION_KINDS,
  type NotificationKind,
} from "@bbux/contract";
import { SegmentedControl, Skeleton, Switch } from "@mantine/core";
import { useId, useState } from "react";
import { ErrorBox } from "../../components/ErrorBox.tsx";
import { useSaved } from "../../components/useSaved.ts";
import { messageOf } from "../../lib/errors.ts";
import { notifyError } from "../../lib/notify.ts";
import { trpc } from "../../lib/trpc.ts";
import classes from "./NotificationSettings.module.css";
import { KIND_LABELS } from "./notificationKinds.ts";

type Mail = Chosen["mail"];
const MAIL_LABELS: Record<Mail, string> = { off: "Off", daily: "Daily", weekly: "Weekly" };
const MAIL_DESCRIPTIONS: Record<Mail, string> = {
  off: "No emails with your notifications.",
  daily: "One email a day with your unread notifications, if you have any.",
  weekly: "One email a week with your unread notifications, if you have any.",
};

/** Which notifications the member gets, and whether by mail. Each choice is saved immediately. */
export function NotificationSettings() {
  const stored = trpc.notifications.settings.useQuery();
  const { change, savedOf } = useChange();
  const mailId = useId();
  if (stored.isPending) return <Skeleton height={320} aria-label="Loading your notification settings" />;
  if (!stored.data) {
    return (
      <ErrorBox
        error={stored.error}
        fallback="We couldn't load your notification settings"
        onRetry={() => void stored.refetch()}
        retrying={stored.isFetching}
      />
    );
  }
  const { kinds, mail } = stored.data.settings;
  return (
    <div className={classes.settings}>
      <fieldset className={classes.group}>
        <legend>Notify me about</legend>
        {NOTIFICATION_KINDS.map((kind) => (
          <Switch
            key={kind}
            className={classes.kind}
            labelPosition="left"
            label={
              <>
                {KIND_LABELS[kind].label}
                {savedOf === kind && <Saved />}
              </>
            }
            description={KIND_LABELS[kind].description}
            checked={kinds[kind]}
            onChange={(event) => change({ kinds: { [kind]: event.currentTarget.checked } })}
          />
        ))}
      </fieldset>
      <div className={classes.group}>
        <p className={classes.legend} id={mailId}>
          By mail
          {savedOf === "mail" && <Saved />}
        </p>
        <SegmentedControl
          aria-labelledby={mailId}
          value={mail}
          data={MAIL_DIGESTS.map((value) => ({ value, label: MAIL_LABELS[value] }))}
          onChange={(value) => change({ mail: MAIL_DIGESTS.find((one) => one === value) ?? "off" })}
        />
        <p className={classes.note}>{MAIL_DESCRIPTIONS[mail]}</p>
        <p className={classes.note}>You can't turn off emails about the security of your account.</p>
      </div>
      <div className="visually-hidden" role="status">
        {savedOf !== null && "Saved"}
      </div>
    </div>
  );
}

/** Shown beside the changed setting. The status region announces it, so it isn't part of the name. */
function Saved() {
  return (
    <span className={classes.saved} aria-hidden="true">
      Saved
    </span>
  );
}

interface Change {
  readonly kinds?: Partial<Record<NotificationKind, boolean>>;
  readonly mail?: Mail;
}

/** Shows a choice before it is saved; reverts to the stored state when saving fails. */
function useChange() {
  const utils = trpc.useUtils();
  const { saved, say, unsay } = useSaved();
  const [changed, setChanged] = useState<NotificationKind | "mail" | null>(null);
  const { mutate } = trpc.notifications.updateSettings.useMutation({
    // Saved one after another, so that the later choice wins.
    scope: { id: "notification-settings" },
    onSuccess: say,
    onError(error) {
      notifyError(messageOf(error, "We couldn't save that"));
      void utils.notifications.settings.invalidate();
    },
  });
  const change = (part: Change) => {
    unsay();
    setChanged(NOTIFICATION_KINDS.find((kind) => kind in (part.kinds ?? {})) ?? "mail");
    void utils.notifications.settings.cancel();
    utils.notifications.settings.setData(undefined, (old) => {
      if (!old) return old;
      const { kinds, mail } = old.settings;
      return { ...old, settings: { kinds: { ...kinds, ...part.kinds }, mail: part.mail ?? mail } };
    });
    mutate(part);
  };
  return { change, savedOf: saved ? changed : null };
}

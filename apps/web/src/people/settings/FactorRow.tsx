import type { Factor } from "@bbux/contract";
import { Button, Group, Modal } from "@mantine/core";
import { IconDeviceMobile, IconKey } from "@tabler/icons-react";
import { useState } from "react";
import { TimeAgo } from "../../components/TimeAgo.tsx";
import classes from "./Settings.module.css";

interface FactorRowProps {
  readonly factor: Factor;
  /** Whether there is no other one. */
  readonly isLast: boolean;
  readonly isRemoving: boolean;
  readonly onRemove: () => void;
}

/** A second factor, which can be removed after a confirmation. */
export function FactorRow({ factor, isLast, isRemoving, onRemove }: FactorRowProps) {
  const [isAsking, setIsAsking] = useState(false);
  const { kind, name, createdAt, lastUsedAt } = factor;
  const Sign = kind === "passkey" ? IconKey : IconDeviceMobile;
  const what = kind === "passkey" ? `Passkey: ${name ?? ""}` : "Authenticator app";
  function remove() {
    setIsAsking(false);
    onRemove();
  }
  return (
    <li className={classes.session}>
      <Sign size={22} stroke={1.6} aria-hidden="true" />
      <div>
        <p>{what}</p>
        <p className={classes.note}>
          <TimeAgo at={createdAt} prefix="added " />
          {lastUsedAt && <TimeAgo at={lastUsedAt} prefix=", last used " />}
        </p>
      </div>
      <Button
        variant="default"
        size="xs"
        onClick={() => setIsAsking(true)}
        loading={isRemoving}
        aria-label={`Remove ${what}`}
      >
        Remove
      </Button>
      <Modal
        opened={isAsking}
        onClose={() => setIsAsking(false)}
        title="Remove this second factor?"
        closeButtonProps={{ "aria-label": "Close" }}
      >
        <p>
          {what}
          {isLast && ". It's your only one: your password alone will sign you in, and your recovery codes stop working"}
          .
        </p>
        <Group justify="flex-end" gap="sm" mt="md">
          <Button variant="default" onClick={() => setIsAsking(false)}>
            Keep it
          </Button>
          <Button color="red" onClick={remove}>
            Remove it
          </Button>
        </Group>
      </Modal>
    </li>
  );
}

import { Button } from "@mantine/core";
import { useState } from "react";
import { FormError } from "../../components/FormError.tsx";
import { useConnection } from "../../lib/connection.ts";
import { addWaiting, type NewText } from "./outbox.ts";

interface SendLaterProps {
  readonly userId: string;
  readonly disabled: boolean;
  /** The text as it stands; null if it can't be sent, which the form reports. */
  readonly take: () => NewText | null;
  /** It waits now, so the form is emptied. */
  readonly onWaiting: () => void;
}

/** Without a connection, offers to post a text when it's back. Empty with one. */
export function SendLater({ userId, disabled, take, onWaiting }: SendLaterProps) {
  const isFine = useConnection() === "fine";
  const [isFull, setFull] = useState(false);
  if (isFine) return null;

  function wait() {
    const text = take();
    if (!text) return;
    const isAdded = addWaiting(userId, text);
    setFull(!isAdded);
    if (isAdded) onWaiting();
  }

  return (
    <>
      <Button variant="default" disabled={disabled} onClick={wait}>
        Send when I'm back online
      </Button>
      <FormError message={isFull ? "We can't keep more texts waiting in this browser. Your text stays here." : null} />
    </>
  );
}

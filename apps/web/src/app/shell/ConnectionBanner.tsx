import { Button } from "@mantine/core";
import { IconPlugConnectedX } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { probe, useConnection, watchConnection } from "../../lib/connection.ts";
import { queryClient } from "../../lib/trpc.ts";
import classes from "./ConnectionBanner.module.css";

const TEXTS = {
  offline: "You're offline. What you see may be out of date. It will refresh when you're back online.",
  unreachable: "We can't reach BBUX right now. Trying again, and what you see will refresh then.",
} as const;

/** Says that the server can't be reached, and clears on its own. It floats, so nothing on the page moves. */
export function ConnectionBanner() {
  const connection = useConnection();
  const [trying, setTrying] = useState(false);
  const wasLost = useRef(false);
  useEffect(watchConnection, []);
  useEffect(() => {
    // Refetches what failed or went stale in the meantime.
    if (connection === "fine" && wasLost.current) void queryClient.invalidateQueries();
    wasLost.current = connection !== "fine";
  }, [connection]);
  function tryNow() {
    setTrying(true);
    void probe().finally(() => setTrying(false));
  }
  // The region exists before its text, because screen readers only announce changes.
  return (
    <div className={classes.place} role="status" data-noprint>
      {connection !== "fine" && (
        <div className={classes.banner}>
          <IconPlugConnectedX size={20} stroke={1.6} aria-hidden="true" />
          <p>{TEXTS[connection]}</p>
          <Button variant="default" size="xs" onClick={tryNow} loading={trying}>
            Try now
          </Button>
        </div>
      )}
    </div>
  );
}

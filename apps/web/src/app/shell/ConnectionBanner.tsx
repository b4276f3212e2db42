import { IconPlugConnectedX } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { OUTDATED } from "../../components/PageError.kind.ts";
import { PlainButton } from "../../components/PlainButton.tsx";
import { probe, useConnection, watchConnection } from "../../lib/connection.ts";
import { FACTS } from "../../lib/facts.ts";
import { queryClient } from "../../lib/trpc.ts";
import classes from "./ConnectionBanner.module.css";

const TEXTS = {
  offline: "You're offline. What you see may be out of date. It will refresh when you're back online.",
  unreachable: `We can't reach ${FACTS.brand.name} right now. Trying again. This page will refresh when we're back.`,
} as const;

interface ConnectionBannerProps {
  /** A part of the app is missing though the server can be reached. */
  readonly outdated: boolean;
}

/**
 * Says that the server can't be reached or the page is outdated, and clears on its own. It floats, so nothing on the page
 * moves.
 */
export function ConnectionBanner({ outdated }: ConnectionBannerProps) {
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
          <PlainButton variant="default" size="xs" onClick={tryNow} loading={trying}>
            Try now
          </PlainButton>
        </div>
      )}
      {connection === "fine" && outdated && (
        <div className={classes.banner}>
          <p>
            <strong>{OUTDATED.title}</strong>
            <br />
            {OUTDATED.text}
          </p>
          <PlainButton size="xs" onClick={() => location.reload()}>
            Load again
          </PlainButton>
        </div>
      )}
    </div>
  );
}

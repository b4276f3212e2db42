import { Button } from "@mantine/core";
import { IconPlugConnectedX } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { probe, useConnection, watchConnection } from "../../connection.ts";
import { queryClient } from "../../trpc.ts";
import classes from "./ConnectionBanner.module.css";

const WORDS = {
  offline: "You are offline. What you see may be old; it is refreshed when the connection is back.",
  unreachable: "BBUX cannot be reached at the moment. It is tried again, and what you see is refreshed then.",
} as const;

/** Says that nothing can be fetched, and goes away by itself. It floats: nothing moves when it comes. */
export function ConnectionBanner() {
  const connection = useConnection();
  const [trying, setTrying] = useState(false);
  const wasLost = useRef(false);
  useEffect(watchConnection, []);
  useEffect(() => {
    // What failed or grew old meanwhile is fetched again.
    if (connection === "fine" && wasLost.current) void queryClient.invalidateQueries();
    wasLost.current = connection !== "fine";
  }, [connection]);
  function tryNow() {
    setTrying(true);
    void probe().finally(() => setTrying(false));
  }
  // The region is there before its words are: only then they are read out.
  return (
    <div className={classes.place} role="status" data-noprint>
      {connection !== "fine" && (
        <div className={classes.banner}>
          <IconPlugConnectedX size={20} stroke={1.6} aria-hidden="true" />
          <p>{WORDS[connection]}</p>
          <Button variant="default" size="xs" onClick={tryNow} loading={trying}>
            Try now
          </Button>
        </div>
      )}
    </div>
  );
}

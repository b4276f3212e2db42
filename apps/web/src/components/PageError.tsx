import { Button, Group } from "@mantine/core";
import { type ErrorComponentProps, Link, useCanGoBack, useRouter } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { useConnection } from "../lib/connection.ts";
import { hintOf, messageOf } from "../lib/errors.ts";
import { Notice } from "./Notice.tsx";
import { kindOf, type PageErrorKind } from "./PageError.kind.ts";

const TITLES: Record<PageErrorKind, string> = {
  offline: "You are offline",
  unreachable: "BBUX cannot be reached",
  outdated: "There is a newer version of BBUX",
  fault: "This page could not be loaded",
};

/**
 * Explains why a page could not be shown and what to do. A page that lacks a connection loads as soon as it is back.
 */
export function PageError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const canGoBack = useCanGoBack();
  const connection = useConnection();
  const kind = kindOf(error, { onLine: navigator.onLine !== false, lost: connection !== "fine" });
  function retry() {
    reset();
    void router.invalidate();
  }
  const wasLost = useRef(connection !== "fine");
  useEffect(() => {
    const isBack = connection === "fine" && wasLost.current;
    wasLost.current = connection !== "fine";
    if (!isBack) return;
    reset();
    void router.invalidate();
  }, [connection, reset, router]);
  return (
    <Notice title={TITLES[kind]} alert>
      <p>{wordsOf(kind, error)}</p>
      <Group gap="sm" justify="center">
        {kind === "outdated" ? (
          <Button onClick={() => window.location.reload()}>Load again</Button>
        ) : (
          <Button onClick={retry}>Try again</Button>
        )}
        {canGoBack && (
          <Button variant="default" onClick={() => router.history.back()}>
            Go back
          </Button>
        )}
        <Button variant="default" renderRoot={(props) => <Link to="/" {...props} />}>
          Go to the front page
        </Button>
      </Group>
    </Notice>
  );
}

function wordsOf(kind: PageErrorKind, error: unknown): string {
  switch (kind) {
    case "offline":
      return "This page wasn't loaded before you went offline. It will load as soon as you're back online.";
    case "unreachable":
      return "We can't reach the server. Please check your connection. This page will load as soon as the server is back.";
    case "outdated":
      return "It was released while this page was open. Reload the page to continue.";
    case "fault":
      return [`${messageOf(error, "Something went wrong on our side").replace(/\.$/, "")}.`, hintOf(error)]
        .filter((part) => part !== null)
        .join(" ");
  }
}

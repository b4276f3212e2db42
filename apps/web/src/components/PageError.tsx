import { type ErrorComponentProps, Link, useCanGoBack, useRouter } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { useConnection } from "../lib/connection.ts";
import { hintOf, messageOf } from "../lib/errors.ts";
import { FACTS } from "../lib/facts.ts";
import classes from "./Notice.module.css";
import { Notice } from "./Notice.tsx";
import { kindOf, OUTDATED, type PageErrorKind } from "./PageError.kind.ts";
import { ButtonLook, PlainButton } from "./PlainButton.tsx";

const TITLES: Record<PageErrorKind, string> = {
  offline: "You are offline",
  unreachable: `We can't reach ${FACTS.brand.name}`,
  outdated: OUTDATED.title,
  fault: "We couldn't load this page",
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
      <div className={classes.actions}>
        {kind === "outdated" ? (
          <PlainButton onClick={() => window.location.reload()}>Load again</PlainButton>
        ) : (
          <PlainButton onClick={retry}>Try again</PlainButton>
        )}
        {canGoBack && (
          <PlainButton variant="default" onClick={() => router.history.back()}>
            Go back
          </PlainButton>
        )}
        <ButtonLook variant="default" root={(drawn) => <Link to="/" {...drawn} />}>
          Go to the front page
        </ButtonLook>
      </div>
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
      return OUTDATED.text;
    case "fault":
      return [`${messageOf(error, "Something went wrong on our side").replace(/\.$/, "")}.`, hintOf(error)]
        .filter((part) => part !== null)
        .join(" ");
  }
}

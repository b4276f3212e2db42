import { isOutcomeUnknown, statusOf } from "../lib/errors.ts";
import { FACTS } from "../lib/facts.ts";

/** Why a page is not shown: no connection, no server, a missing part of the app, or a bug. */
export type PageErrorKind = "offline" | "unreachable" | "outdated" | "fault";

/** Says that a part of the app is missing because a newer version has replaced it. */
export const OUTDATED = {
  title: `There is a newer version of ${FACTS.brand.name}`,
  text: "It was released while this page was open. Reload the page to continue.",
} as const;

/** Browsers' messages for a part of the app that can't be fetched; each has its own. */
const NO_CHUNK =
  /dynamically imported module|importing a module script failed|unable to preload css|module script failed/i;

/** @param onLine what the device says; @param lost whether the server was found unreachable */
export function kindOf(error: unknown, { onLine, lost }: { onLine: boolean; lost: boolean }): PageErrorKind {
  const isChunk = error instanceof Error && NO_CHUNK.test(error.message);
  const isUnanswered = isChunk || (isOutcomeUnknown(error) && statusOf(error) === null && isFromFetch(error));
  if (isUnanswered && !onLine) return "offline";
  if (isChunk) return lost ? "unreachable" : "outdated";
  return isUnanswered ? "unreachable" : "fault";
}

/** An error of our own code has no status either. */
function isFromFetch(error: unknown): boolean {
  return error instanceof Error && (error.name === "TRPCClientError" || error.name === "TimeoutError");
}

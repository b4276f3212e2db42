import { useLocation } from "@tanstack/react-router";
import { useLayoutEffect } from "react";
import { useSession } from "../../lib/session.ts";
import { dropKeptVote } from "./keptVote.ts";

/** Identifies a page for `keepVote`. The hash is only a place on it. */
export const pageOf = ({ pathname, searchStr }: { pathname: string; searchStr: string }) => pathname + searchStr;

/**
 * Drops a kept vote when its visitor leaves the sign-in, or when the page that it was cast on is left without it, so
 * that it is never cast for the next person who signs in here.
 */
export function useKeptVotePage(): void {
  const { user, loading } = useSession();
  const page = useLocation({ select: pageOf });
  const isSigningIn = useLocation({ select: ({ pathname }) => /^\/login(\/|$)/.test(pathname) });
  const isSignedIn = user !== null;
  // Runs before the effects in which the arrows take their kept vote.
  useLayoutEffect(() => {
    if (!loading && !isSigningIn) dropKeptVote(isSignedIn ? page : undefined);
  }, [page, isSigningIn, loading, isSignedIn]);
}

import { useRouterState } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { useSession } from "../../lib/session.ts";
import { storedSteps } from "./storedSteps.ts";
import classes from "./Welcome.module.css";

const WelcomeHost = lazy(() => import("./WelcomeHost.tsx"));
/** Where a new member lands and starts from. The profile is about the member, so the steps are short there. */
const PLACES = ["/profile", "/community"];
const isShort = (path: string) => path === "/profile";

/** The place of the first steps, which keeps room for them while they load if they were open last. */
export function WelcomePlace() {
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname ?? state.location.pathname });
  const { user, loading } = useSession();
  const isHere = PLACES.includes(path);
  const stored = isHere ? storedSteps() : null;
  const room =
    stored !== null && (loading || stored === user?.id) ? (
      <div className={classes.waiting} data-short={isShort(path) || undefined} />
    ) : null;
  if (!user) return room;
  return (
    <Suspense fallback={room}>
      <WelcomeHost key={`${user.id} ${path}`} userId={user.id} path={path} isHere={isHere} short={isShort(path)} />
    </Suspense>
  );
}

import { useRouterState } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { useSession } from "../../lib/session.ts";
import classes from "../../people/accounts/Accounts.module.css";

/** Loaded lazily because most members have confirmed their address. */
const ConfirmEmail = lazy(async () => {
  const { ConfirmEmail: Line } = await import("../../people/accounts/ConfirmEmail.tsx");
  return { default: Line };
});

/** A line above every page until the member's email address is confirmed (docs/adr/0035). */
export function Unverified() {
  const { user } = useSession();
  const path = useRouterState({ select: (state) => state.location.pathname });
  if (!user || user.emailVerified || path === "/verify-email") return null;
  return (
    <Suspense fallback={<div className={classes.confirm} data-confirm-email />}>
      <ConfirmEmail key={user.id} user={user} />
    </Suspense>
  );
}

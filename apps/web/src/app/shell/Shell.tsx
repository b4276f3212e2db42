import { FEATURES } from "@bbux/contract";
import { useRouterState } from "@tanstack/react-router";
import { lazy, type ReactNode, Suspense } from "react";
import { ChatHost, useChatPlace } from "../../community/chat/ChatHost.tsx";
import { useSession, wasSignedIn } from "../../lib/session.ts";
import { useStaffFactorNeeded } from "../../lib/staffFactor.ts";
import { useAsked } from "../../lib/stepUp.ts";
import { WalletHost } from "../../money/solana/WalletHost.tsx";
import { useLiveNotifications } from "../../people/notifications/useLiveNotifications.ts";
import { PaletteHost } from "../palette/PaletteHost.tsx";
import { BottomBar } from "./BottomBar.tsx";
import { ConnectionBanner } from "./ConnectionBanner.tsx";
import { Footer } from "./Footer.tsx";
import { Frozen } from "./Frozen.tsx";
import { frameFor } from "./layout.ts";
import { Rail } from "./Rail.tsx";
import { RouteFocus } from "./RouteFocus.tsx";
import classes from "./Shell.module.css";
import { Suspended } from "./Suspended.tsx";
import { AuthLine, MemberLine, SlimLine, VisitorLine } from "./TopLine.tsx";
import { Unverified } from "./Unverified.tsx";

/** Loaded lazily because it is rarely needed. */
const SessionLost = lazy(() => import("../../people/accounts/SessionLost.tsx"));
const StepUpDialog = lazy(() => import("../../people/accounts/StepUpDialog.tsx"));
const StaffFactor = lazy(() => import("../../people/settings/StaffFactor.tsx"));
const LINES = { member: MemberLine, visitor: VisitorLine, slim: SlimLine, auth: AuthLine };

/** The frame of every page: skip link, navigation, top line and the page itself. */
export function Shell({ children }: { children: ReactNode }) {
  const path = useRouterState({ select: (state) => state.location.pathname });
  const { user, loading, lost } = useSession();
  const frame = frameFor(path, loading ? wasSignedIn() : user !== null);
  // Waits briefly for the session where nothing hints at it, because the navigation would push the page aside.
  const unsure = loading && frame === "visitor" && frameFor(path, true) === "member";
  const Line = LINES[frame];
  const chat = useChatPlace();
  const asked = useAsked();
  const needsFactor = useStaffFactorNeeded() && user !== null;
  useLiveNotifications();
  return (
    <>
      <button type="button" className={classes.skip} onClick={skipToMain}>
        Skip to content
      </button>
      {frame === "member" && <Rail />}
      <div
        className={classes.frame}
        data-frame={frame}
        data-unsure={unsure || undefined}
        data-chat={chat.open || undefined}
        inert={chat.covers}
      >
        <Line />
        <Suspended />
        <Frozen />
        <Unverified />
        <main id="main" tabIndex={-1}>
          {needsFactor ? (
            <Suspense>
              <StaffFactor />
            </Suspense>
          ) : (
            children
          )}
        </main>
        {(frame === "visitor" || frame === "slim") && <Footer />}
      </div>
      <ChatHost bar={frame === "member"} />
      {frame === "member" && <BottomBar />}
      <ConnectionBanner />
      <RouteFocus />
      <PaletteHost />
      {FEATURES.wallet && <WalletHost />}
      {asked && (
        <Suspense>
          <StepUpDialog key={asked.proofs.join()} proofs={asked.proofs} onAnswer={asked.answer} />
        </Suspense>
      )}
      {lost && (
        <Suspense>
          <SessionLost />
        </Suspense>
      )}
    </>
  );
}

/** A button instead of a link, because the hash in the address belongs to answers. */
function skipToMain() {
  document.getElementById("main")?.focus();
}

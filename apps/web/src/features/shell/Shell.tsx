import { FEATURES } from "@bbux/contract";
import { useRouterState } from "@tanstack/react-router";
import { lazy, type ReactNode, Suspense } from "react";
import { useSession, wasSignedIn } from "../../session.tsx";
import { ChatHost, useChatPlace } from "../chat/ChatHost.tsx";
import { useLiveNotifications } from "../notifications/useLiveNotifications.ts";
import { PaletteHost } from "../palette/PaletteHost.tsx";
import { WalletHost } from "../solana/WalletHost.tsx";
import { BottomBar } from "./BottomBar.tsx";
import { ConnectionBanner } from "./ConnectionBanner.tsx";
import { Footer } from "./Footer.tsx";
import { frameFor } from "./layout.ts";
import { Rail } from "./Rail.tsx";
import { RouteFocus } from "./RouteFocus.tsx";
import classes from "./Shell.module.css";
import { Suspended } from "./Suspended.tsx";
import { DoorLine, MemberLine, SlimLine, VisitorLine } from "./TopLine.tsx";

/** Rarely needed, so fetched when it is. */
const SessionLost = lazy(() => import("../accounts/SessionLost.tsx"));
const LINES = { member: MemberLine, visitor: VisitorLine, slim: SlimLine, door: DoorLine };

/** What stands around every page: skip link, navigation, top line, the page itself. */
export function Shell({ children }: { children: ReactNode }) {
  const path = useRouterState({ select: (state) => state.location.pathname });
  const { user, loading, lost } = useSession();
  const frame = frameFor(path, loading ? wasSignedIn() : user !== null);
  // Where nothing says who comes, the page waits for the answer for a moment: the navigation would push it aside.
  const unsure = loading && frame === "visitor" && frameFor(path, true) === "member";
  const Line = LINES[frame];
  const chat = useChatPlace();
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
        <main id="main" tabIndex={-1}>
          {children}
        </main>
        {(frame === "visitor" || frame === "slim") && <Footer />}
      </div>
      <ChatHost bar={frame === "member"} />
      {frame === "member" && <BottomBar />}
      <ConnectionBanner />
      <RouteFocus />
      <PaletteHost />
      {FEATURES.wallet && <WalletHost />}
      {lost && (
        <Suspense>
          <SessionLost />
        </Suspense>
      )}
    </>
  );
}

/** A button, not a link: the hash in the address belongs to answers. */
function skipToMain() {
  document.getElementById("main")?.focus();
}

import { FEATURES } from "@bbux/contract";
import { useRouterState } from "@tanstack/react-router";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { useChatPlace } from "../../community/chat/useChatPlace.ts";
import { useIsMissing, useLatePart } from "../../lib/latePart.ts";
import { useSession, wasSignedIn } from "../../lib/session.ts";
import { useStaffFactorNeeded } from "../../lib/staffFactor.ts";
import { useAsked } from "../../lib/stepUp.ts";
import { PaletteHost } from "../palette/PaletteHost.tsx";
import { ConnectionBanner } from "./ConnectionBanner.tsx";
import { Footer } from "./Footer.tsx";
import { lateMember, lateWallets } from "./lateParts.ts";
import { type Frame, frameFor, hasDocsColumns } from "./layout.ts";
import { RouteFocus } from "./RouteFocus.tsx";
import classes from "./Shell.module.css";
import { AuthLine, EmptyLine, VisitorLine } from "./TopLine.tsx";

/** Loaded lazily because it is rarely needed. */
const SessionLost = lazy(() => import("../../people/accounts/SessionLost.tsx"));
const StepUpDialog = lazy(() => import("../../people/accounts/StepUpDialog.tsx"));
const StaffFactor = lazy(() => import("../../people/settings/StaffFactor.tsx"));

/** The frame of every page: skip link, navigation, top line and the page itself. */
export function Shell({ children }: { children: ReactNode }) {
  const path = useRouterState({ select: (state) => state.location.pathname });
  const { user, loading, lost } = useSession();
  const isMember = loading ? wasSignedIn() : user !== null;
  const frame = frameFor(path, isMember);
  // Who is about to sign in will need it, too.
  const member = useLatePart(lateMember, isMember || frame === "auth", path);
  const isMemberMissing = useIsMissing(lateMember, isMember);
  // Waits briefly for the session where nothing hints at it, because the navigation would push the page aside.
  const unsure =
    (loading && frame === "visitor" && frameFor(path, true) === "member") || (isMember && frame !== "auth" && !member);
  const Line = lineFor(frame, member);
  const chat = useChatPlace();
  const asked = useAsked();
  const needsFactor = useStaffFactorNeeded() && user !== null;
  const Wallets = useWallets(frame === "auth" || user !== null, path);
  return (
    <>
      <button type="button" className={classes.skip} onClick={skipToMain}>
        Skip to content
      </button>
      {frame === "member" && member && <member.Rail />}
      <div
        className={classes.frame}
        data-frame={frame}
        data-docs={hasDocsColumns(path) || undefined}
        data-unsure={unsure || undefined}
        data-chat={chat.open || undefined}
        inert={chat.covers}
      >
        <Line />
        {isMember && member && <member.AccountNotes />}
        <main id="main" tabIndex={-1}>
          {needsFactor ? (
            <Suspense>
              <StaffFactor />
            </Suspense>
          ) : (
            <>
              {frame === "member" && member && <member.WelcomePlace />}
              {children}
            </>
          )}
        </main>
        {(frame === "visitor" || frame === "slim") && <Footer />}
      </div>
      {isMember && member && <member.ChatHost bar={frame === "member"} place={chat} />}
      {frame === "member" && member && <member.BottomBar />}
      {isMember && member && <member.MemberDuties />}
      <ConnectionBanner outdated={isMemberMissing} />
      <RouteFocus />
      <PaletteHost />
      {FEATURES.wallet && Wallets && <Wallets />}
      {asked && (
        <Suspense>
          <StepUpDialog
            key={asked.proofs.join()}
            proofs={asked.proofs}
            providers={asked.providers}
            onAnswer={asked.answer}
          />
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

type Member = ReturnType<typeof lateMember.current>;

/** The top line of a frame; empty until a member's has loaded. */
function lineFor(frame: Frame, member: Member) {
  if (frame === "auth") return AuthLine;
  if (frame === "visitor") return VisitorLine;
  const own = frame === "member" ? member?.MemberLine : member?.SlimLine;
  return own ?? EmptyLine;
}

/** Stays once it was wanted, because a visitor who signs in keeps the wallet that they connected for it. */
function useWallets(wanted: boolean, path: string) {
  const [kept, setKept] = useState(wanted);
  if (wanted && !kept) setKept(true);
  return useLatePart(lateWallets, kept, path)?.WalletHost ?? null;
}

/** A button instead of a link, because the hash in the address belongs to answers. */
function skipToMain() {
  document.getElementById("main")?.focus();
}

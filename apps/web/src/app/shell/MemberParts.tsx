import { useDailyVisit } from "../../content/profile/dailyVisit.ts";
import { useLiveNotifications } from "../../people/notifications/useLiveNotifications.ts";
import { Frozen } from "./Frozen.tsx";
import { Suspended } from "./Suspended.tsx";
import { Unverified } from "./Unverified.tsx";
import { useOutbox } from "./useOutbox.ts";

export { ChatHost } from "../../community/chat/ChatHost.tsx";
export { WelcomePlace } from "../../people/welcome/WelcomePlace.tsx";
export { BottomBar } from "./BottomBar.tsx";
export { MemberLine, SlimLine } from "./MemberLine.tsx";
export { Rail } from "./Rail.tsx";

/** What the member should know about their account, above every page. */
export function AccountNotes() {
  return (
    <>
      <Suspended />
      <Frozen />
      <Unverified />
    </>
  );
}

/** Keeps a member's notifications up to date, reports their daily visit, and posts what they wrote without a connection. */
export function MemberDuties() {
  useLiveNotifications();
  useDailyVisit();
  useOutbox();
  return null;
}

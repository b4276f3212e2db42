import type { PublicUser } from "@bbux/contract";
import { Link } from "@tanstack/react-router";
import { numberText } from "../../lib/locale.ts";
import { ActivityList } from "./ActivityList.tsx";
import { NoActivity } from "./NoActivity.tsx";
import classes from "./ProfileView.module.css";
import { Section } from "./Section.tsx";

/** Entries shown to others and to the member; beyond five there is a link to all. */
const SHOWN = { others: 5, own: 7 } as const;
/** Length of a preview here. */
const PREVIEW = 100;

export function RecentActivity({ member, own }: { member: PublicUser; own: boolean }) {
  const entries = member.reputationHistory.slice(0, own ? SHOWN.own : SHOWN.others);
  return (
    <Section id="recent-activity" title="Recent activity">
      {entries.length === 0 ? <NoActivity own={own} /> : <ActivityList entries={entries} preview={PREVIEW} />}
      {own && member.activityCount > SHOWN.others && (
        <p className={classes.all}>
          <Link className="reach" to="/profile/activity">
            View all {numberText(member.activityCount)} entries
          </Link>
        </p>
      )}
    </Section>
  );
}

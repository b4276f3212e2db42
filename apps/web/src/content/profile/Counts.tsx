import type { PublicUser } from "@bbux/contract";
import { Link } from "@tanstack/react-router";
import { numberText } from "../../lib/locale.ts";
import classes from "./Identity.module.css";

/** A member's activity in numbers; on the member's own page with links to each list that isn't empty. */
export function Counts({ member, own }: { member: PublicUser; own: boolean }) {
  return (
    <dl className={classes.counts}>
      <Count label="Posts" value={member.postCount} to={own && "/profile/posts"} />
      <Count label="Answers" value={member.answerCount} />
      <Count label="Accepted" value={member.acceptedCount} />
      <Count label="Bookmarks" value={member.bookmarkCount} to={own && "/profile/bookmarks"} />
    </dl>
  );
}

interface CountProps {
  readonly label: string;
  readonly value: number;
  /** Where the list is. */
  readonly to?: "/profile/posts" | "/profile/bookmarks" | false;
}

function Count({ label, value, to = false }: CountProps) {
  return (
    <div>
      <dt>{to && value > 0 ? <Link to={to}>{label}</Link> : label}</dt>
      <dd>{numberText(value)}</dd>
    </div>
  );
}

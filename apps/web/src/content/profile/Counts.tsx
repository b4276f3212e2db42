import type { PublicUser } from "@bbux/contract";
import { Link } from "@tanstack/react-router";
import { numberText } from "../../lib/locale.ts";
import classes from "./Identity.module.css";

/** A member's activity in numbers; on the member's own page with links to each list. */
export function Counts({ member, own }: { member: PublicUser; own: boolean }) {
  return (
    <dl className={classes.counts}>
      <div>
        <dt>
          {own ? (
            <Link to="/profile/posts" className="reach">
              Posts
            </Link>
          ) : (
            "Posts"
          )}
        </dt>
        <dd>{number(member.postCount)}</dd>
      </div>
      <div>
        <dt>Answers</dt>
        <dd>{number(member.answerCount)}</dd>
      </div>
      <div>
        <dt>Accepted</dt>
        <dd>{number(member.acceptedCount)}</dd>
      </div>
      <div>
        <dt>
          {own ? (
            <Link to="/profile/bookmarks" className="reach">
              Bookmarks
            </Link>
          ) : (
            "Bookmarks"
          )}
        </dt>
        <dd>{number(member.bookmarkCount)}</dd>
      </div>
    </dl>
  );
}

const number = (value: number) => numberText(value);

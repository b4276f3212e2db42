import type { Post } from "@bbux/contract";
import { Link } from "@tanstack/react-router";
import { Avatar } from "../../components/Avatar.tsx";
import { TimeAgo } from "../../components/TimeAgo.tsx";
import classes from "./Byline.module.css";

interface BylineProps {
  readonly author: Post["author"];
  readonly authorId: string;
  readonly createdAt: string;
  readonly editedAt?: string | null;
  /** "asked", "answered". */
  readonly verb?: string;
}

/** Who wrote it and when; when it was last edited, if it was. */
export function Byline({ author, authorId, createdAt, editedAt = null, verb = "" }: BylineProps) {
  return (
    <div className={classes.byline}>
      <Link
        className={`${classes.author} reach`}
        to="/users/$username"
        params={{ username: author.username || authorId }}
      >
        <Avatar username={author.username} picture={author.profilePicture} size={22} />
        <span>{author.username}</span>
      </Link>
      <span className={classes.times}>
        <TimeAgo at={createdAt} prefix={verb && `${verb} `} />
        {editedAt && (
          <>
            {" · "}
            <TimeAgo at={editedAt} prefix="edited " />
          </>
        )}
      </span>
    </div>
  );
}

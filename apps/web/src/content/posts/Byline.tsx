import type { Post } from "@bbux/contract";
import { Link } from "@tanstack/react-router";
import { AuthorLink } from "../../components/AuthorLink.tsx";
import { TimeAgo } from "../../components/TimeAgo.tsx";
import classes from "./Byline.module.css";

interface BylineProps {
  readonly author: Post["author"];
  readonly authorId: string;
  readonly createdAt: string;
  readonly editedAt?: string | null;
  /** "asked", "answered". */
  readonly verb?: string;
  /** The content whose versions the "edited" link shows. */
  readonly history?: { readonly postId: string; readonly answer?: string } | null;
}

/** The author and time, and the time of the last edit if there was one. */
export function Byline({ author, authorId, createdAt, editedAt = null, verb = "", history }: BylineProps) {
  return (
    <div className={classes.byline}>
      <span className={classes.author}>
        <AuthorLink author={author} authorId={authorId} size={22} />
      </span>
      <span className={classes.times}>
        <TimeAgo at={createdAt} prefix={verb && `${verb} `} />
        {editedAt && (
          <>
            {" · "}
            {history ? (
              <Link
                className="reach"
                to="/posts/$postId/history"
                params={{ postId: history.postId }}
                search={history.answer === undefined ? {} : { answer: Number(history.answer) }}
              >
                <TimeAgo at={editedAt} prefix="edited " />
              </Link>
            ) : (
              <TimeAgo at={editedAt} prefix="edited " />
            )}
          </>
        )}
      </span>
    </div>
  );
}

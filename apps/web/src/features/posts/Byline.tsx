import type { Post } from "@bbux/contract";
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
}

/** Who wrote it and when; when it was last edited, if it was. */
export function Byline({ author, authorId, createdAt, editedAt = null, verb = "" }: BylineProps) {
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
            <TimeAgo at={editedAt} prefix="edited " />
          </>
        )}
      </span>
    </div>
  );
}

import type { Post } from "@bbux/contract";
import { Link } from "@tanstack/react-router";
import { AuthorLink } from "../../components/AuthorLink.tsx";
import { hasLeft } from "../../components/author.ts";
import { TimeAgo } from "../../components/TimeAgo.tsx";
import { Reputation } from "../../people/members/index.ts";
import classes from "./Byline.module.css";

interface BylineProps {
  readonly author: Post["author"];
  readonly authorId: string;
  readonly createdAt: string;
  readonly editedAt?: string | null;
  readonly verb?: "asked" | "answered";
  /** The author's points, shown beside the name. */
  readonly reputation?: number;
  /** The hash that leads here; the time becomes a link to it. */
  readonly anchor?: string;
  /** The content whose versions the "edited" link shows. */
  readonly history?: { readonly postId: string; readonly answer?: string } | null;
}

const VERBS = {
  asked: (time: string) => `asked ${time}`,
  answered: (time: string) => `answered ${time}`,
};

/** The author and time, and the time of the last edit if there was one. */
export function Byline(props: BylineProps) {
  const { author, authorId, createdAt, editedAt = null, verb, reputation, anchor, history } = props;
  const time = <TimeAgo at={createdAt} text={verb && VERBS[verb]} />;
  return (
    <div className={classes.byline}>
      <span className={classes.author}>
        <AuthorLink author={author} authorId={authorId} size={22} />
      </span>
      {reputation !== undefined && !hasLeft(author.username) && <Reputation points={reputation} />}
      <span className={classes.times}>
        {anchor === undefined ? (
          time
        ) : (
          <Link className="reach" to="." hash={anchor} hashScrollIntoView={false}>
            {time}
          </Link>
        )}
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
                <TimeAgo at={editedAt} text={(time) => `edited ${time}`} />
              </Link>
            ) : (
              <TimeAgo at={editedAt} text={(time) => `edited ${time}`} />
            )}
          </>
        )}
      </span>
    </div>
  );
}

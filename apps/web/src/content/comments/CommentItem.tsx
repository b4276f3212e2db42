import type { Comment } from "@bbux/contract";
import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { authorName } from "../../components/author.ts";
import { Prose } from "../../components/Prose.tsx";
import { useSession } from "../../lib/session.ts";
import { FlagButton } from "../../people/flags/index.ts";
import { isPending } from "../answers/order.ts";
import { Byline, entryClasses as entry } from "../posts/index.ts";
import { COMMENT_WORDS, VoteControl } from "../votes/index.ts";
import classes from "./Comments.module.css";
import { DeleteCommentDialog } from "./DeleteCommentDialog.tsx";

/** One comment. Its author may delete it. */
export function CommentItem({ comment, marked }: { comment: Comment; marked: boolean }) {
  const { user } = useSession();
  const [deleting, dialog] = useDisclosure(false);
  const pending = isPending(comment);
  const isOwn = user?.id === comment.authorId && !pending;
  return (
    <li
      id={`comment-${comment.id}`}
      className={`${entry.item} ${classes.item}`}
      data-pending={pending}
      data-marked={marked}
      tabIndex={-1}
    >
      <article className={entry.entry} aria-label={`Comment by ${authorName(comment.author.username)}`}>
        <div className={entry.body}>
          <Prose content={comment.content} html={comment.contentHtml} compact />
          <footer className={classes.foot}>
            <Byline author={comment.author} authorId={comment.authorId} createdAt={comment.createdAt} />
            {pending && <span role="status">Posting…</span>}
            {!pending && (
              <span className={classes.flag}>
                <FlagButton target={{ type: "comment", id: comment.id }} authorId={comment.authorId} />
              </span>
            )}
            {isOwn && (
              <Button className={classes.delete} variant="subtle" color="gray" size="xs" onClick={dialog.open}>
                Delete
              </Button>
            )}
          </footer>
        </div>
        {!pending && (
          <div className={entry.side}>
            <VoteControl
              target={{ kind: "comment", id: comment.id, postId: comment.postId }}
              authorId={comment.authorId}
              up={comment.upvotes}
              down={comment.downvotes}
              userVote={comment.userVote}
              words={COMMENT_WORDS}
              layout="side"
              size="sm"
            />
          </div>
        )}
        {isOwn && <DeleteCommentDialog comment={comment} opened={deleting} onClose={dialog.close} />}
      </article>
    </li>
  );
}

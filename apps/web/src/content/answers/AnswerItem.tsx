import type { Answer, Post } from "@bbux/contract";
import { Button, Skeleton } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconCircleCheckFilled } from "@tabler/icons-react";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { authorName } from "../../components/author.ts";
import { CodeBlock } from "../../components/CodeBlock.tsx";
import { Prose } from "../../components/Prose.tsx";
import { useSession } from "../../lib/session.ts";
import { FlagButton } from "../../people/flags/index.ts";
import { Byline, CopyLink, entryClasses as entry } from "../posts/index.ts";
import { ANSWER_WORDS, VoteControl } from "../votes/index.ts";
import { AcceptButton } from "./AcceptButton.tsx";
import classes from "./Answers.module.css";
import { DeleteAnswerDialog } from "./DeleteAnswerDialog.tsx";
import { isPending } from "./order.ts";

const AnswerEditForm = lazy(async () => ({ default: (await import("./AnswerEditForm.tsx")).AnswerEditForm }));

interface AnswerItemProps {
  readonly answer: Answer;
  readonly post: Post;
  /** The URL points to this answer. */
  readonly marked: boolean;
  /** Its comments. */
  readonly children: ReactNode;
}

/** One answer. Its author may edit it, and delete it unless it is accepted; the asker may accept it. */
export function AnswerItem({ answer, post, marked, children }: AnswerItemProps) {
  const { user } = useSession();
  const [editing, setEditing] = useState(false);
  const [deleting, dialog] = useDisclosure(false);
  const pending = isPending(answer);
  const isOwn = user?.id === answer.authorId && !pending;

  return (
    <li
      id={`answer-${answer.id}`}
      className={`${entry.item} ${classes.item}`}
      data-accepted={answer.isAccepted}
      data-pending={pending}
      data-marked={marked}
      tabIndex={-1}
    >
      <article className={entry.entry} aria-label={`Answer by ${authorName(answer.author.username)}`}>
        <div className={entry.body}>
          {answer.isAccepted && (
            <p className={classes.accepted}>
              <IconCircleCheckFilled size={18} aria-hidden />
              Accepted answer
            </p>
          )}
          {editing && isOwn ? (
            <Suspense fallback={<Skeleton height={260} />}>
              <AnswerEditForm answer={answer} onDone={() => setEditing(false)} />
            </Suspense>
          ) : (
            <>
              <Prose content={answer.content} html={answer.contentHtml} />
              {answer.codeBlocks.map((block, index) => {
                const key = `${index}:${block.code.slice(0, 40)}`;
                return <CodeBlock key={key} {...block} />;
              })}
              <footer className={classes.foot}>
                <Byline
                  author={answer.author}
                  authorId={answer.authorId}
                  createdAt={answer.createdAt}
                  editedAt={answer.editedAt}
                  verb="answered"
                  reputation={answer.authorReputation}
                  anchor={`answer-${answer.id}`}
                  history={{ postId: post.id, answer: answer.id }}
                />
                {pending && <span role="status">Posting…</span>}
                <div className={classes.tools}>
                  {!pending && <AcceptButton answer={answer} post={post} />}
                  {!pending && <CopyLink hash={`answer-${answer.id}`} label="Copy link to answer" />}
                  {!pending && <FlagButton target={{ type: "answer", id: answer.id }} authorId={answer.authorId} />}
                  {isOwn && (
                    <>
                      <Button variant="subtle" color="gray" size="xs" onClick={() => setEditing(true)}>
                        Edit
                      </Button>
                      {!answer.isAccepted && (
                        <Button variant="subtle" color="gray" size="xs" onClick={dialog.open}>
                          Delete
                        </Button>
                      )}
                      <DeleteAnswerDialog answer={answer} opened={deleting} onClose={dialog.close} />
                    </>
                  )}
                </div>
              </footer>
            </>
          )}
        </div>
        {!pending && (
          <div className={entry.side}>
            <VoteControl
              target={{ kind: "answer", id: answer.id, postId: answer.postId }}
              authorId={answer.authorId}
              up={answer.upvotes}
              down={answer.downvotes}
              userVote={answer.userVote}
              words={ANSWER_WORDS}
              layout="side"
            />
          </div>
        )}
      </article>
      {!pending && <div className={entry.beside}>{children}</div>}
    </li>
  );
}

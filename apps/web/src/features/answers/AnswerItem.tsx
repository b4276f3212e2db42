import type { Answer, Post } from "@bbux/contract";
import { Button, Skeleton } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconCircleCheckFilled } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { CodeBlock } from "../../components/CodeBlock.tsx";
import { Markdown } from "../../components/Markdown.tsx";
import { useSession } from "../../session.tsx";
import { Byline } from "../posts/Byline.tsx";
import { Votes } from "../posts/Votes.tsx";
import { AcceptButton } from "./AcceptButton.tsx";
import classes from "./Answers.module.css";
import { DeleteAnswerDialog } from "./DeleteAnswerDialog.tsx";
import { isPending } from "./order.ts";

const AnswerEditForm = lazy(async () => ({ default: (await import("./AnswerEditForm.tsx")).AnswerEditForm }));

/** One answer. Its author may edit it, and delete it unless it is accepted; the asker may accept it. */
export function AnswerItem({ answer, post }: { answer: Answer; post: Post }) {
  const { user } = useSession();
  const [editing, setEditing] = useState(false);
  const [deleting, dialog] = useDisclosure(false);
  const pending = isPending(answer);
  const isOwn = user?.id === answer.authorId && !pending;

  return (
    <li id={`answer-${answer.id}`} className={classes.item} data-accepted={answer.isAccepted} data-pending={pending}>
      <article aria-label={`Answer by ${answer.author.username}`}>
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
            <Markdown content={answer.content} />
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
              />
              {pending ? <span role="status">Posting…</span> : <Votes value={answer.upvotes - answer.downvotes} />}
              <div className={classes.tools}>
                {!pending && <AcceptButton answer={answer} post={post} />}
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
      </article>
    </li>
  );
}

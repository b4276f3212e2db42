import type { Post } from "@bbux/contract";
import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconPencil, IconTrash } from "@tabler/icons-react";
import { useId } from "react";
import { useNow } from "../../components/TimeAgo.clock.ts";
import { DeletePostDialog } from "./DeletePostDialog.tsx";
import { editLock } from "./editLock.ts";
import classes from "./PostActions.module.css";

/** The author's actions: edit the post, unless it was edited within a day, and delete it. */
export function PostActions({ post, onEdit }: { post: Post; onEdit: () => void }) {
  const lock = editLock(post.editedAt, useNow());
  const reasonId = useId();
  const [deleting, dialog] = useDisclosure(false);
  return (
    <div className={classes.actions}>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconPencil size={16} aria-hidden />}
        onClick={onEdit}
        disabled={lock !== null}
        aria-describedby={lock ? reasonId : undefined}
      >
        Edit
      </Button>
      <Button variant="default" size="xs" leftSection={<IconTrash size={16} aria-hidden />} onClick={dialog.open}>
        Delete
      </Button>
      {/* Shown as text, because a disabled button has no tooltip for touch and keyboard. */}
      {lock && (
        <p className={classes.reason} id={reasonId}>
          {lock}
        </p>
      )}
      <DeletePostDialog post={post} opened={deleting} onClose={dialog.close} />
    </div>
  );
}

import { Button, Group } from "@mantine/core";
import { useState } from "react";
import { CheckedForm } from "../../components/CheckedForm.tsx";
import { FormError } from "../../components/FormError.tsx";
import { messageOf } from "../../lib/errors.ts";
import { replaceData } from "../../lib/replaceData.ts";
import { trpc } from "../../lib/trpc.ts";
import { TagSelect } from "../tags/index.ts";
import classes from "./ForYou.module.css";

interface FollowTagsProps {
  /** Names. */
  readonly followed: string[];
  readonly onDone?: () => void;
}

/** Chooses the tags to follow. Nothing changes until they are saved. */
export function FollowTags({ followed, onDone }: FollowTagsProps) {
  const utils = trpc.useUtils();
  const [tags, setTags] = useState(followed);
  const save = trpc.tags.follow.useMutation({
    onSuccess: (answer) => {
      void replaceData(utils.tags.followed, undefined, answer);
      void utils.posts.list.invalidate();
      onDone?.();
    },
  });
  return (
    <CheckedForm className={classes.form} data-follow-tags onSubmit={() => save.mutate({ tags })}>
      <TagSelect label="Tags to follow" value={tags} onChange={setTags} />
      <FormError
        message={save.isError ? messageOf(save.error, "We couldn't save your tags. Please try again.") : null}
      />
      <Group gap="sm">
        <Button type="submit" loading={save.isPending} disabled={followed.length === 0 && tags.length === 0}>
          {tags.length === 0 && followed.length > 0 ? "Follow no tags" : "Follow these tags"}
        </Button>
        {onDone && (
          <Button variant="default" onClick={onDone}>
            Cancel
          </Button>
        )}
      </Group>
    </CheckedForm>
  );
}

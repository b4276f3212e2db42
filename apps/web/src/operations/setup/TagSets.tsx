import type { SetupState, TagSet } from "@bbux/contract";
import { Button, Checkbox } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { CheckedForm } from "../../components/CheckedForm.tsx";
import { FormError } from "../../components/FormError.tsx";
import { StatusBadge } from "../../components/StatusBadge.tsx";
import { plural } from "../../components/TimeAgo.format.ts";
import { messageOf } from "../../lib/errors.ts";
import { notifySuccess } from "../../lib/notify.ts";
import { AddTag } from "./AddTag.tsx";
import own from "./TagSets.module.css";
import { useAddTags } from "./useAddTags.ts";

interface TagSetsProps extends Pick<SetupState, "tagSets"> {
  /** Whether there are no tags yet. */
  readonly isRequired: boolean;
}

/** Sets of tags to begin with, and a field for one's own. */
export function TagSets({ tagSets, isRequired }: TagSetsProps) {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const add = useAddTags((names) => {
    setChosen([]);
    // The button is disabled or gone now, and the focus would be lost with it.
    document.getElementById("tags")?.focus({ preventScroll: true });
    notifySuccess(plural(names.length, ["Added # tag", "Added # tags"]));
  });
  const count = newTags(tagSets.filter(({ id }) => chosen.includes(id))).size;
  return (
    <>
      <CheckedForm onSubmit={() => count > 0 && !add.isPending && add.mutate({ sets: [...chosen] })}>
        <fieldset className={own.sets}>
          <legend className="visually-hidden">Sets of tags</legend>
          {tagSets.map((set) => (
            <Choice
              key={set.id}
              set={set}
              checked={chosen.includes(set.id)}
              onChange={(on) =>
                setChosen((present) => (on ? [...present, set.id] : present.filter((other) => other !== set.id)))
              }
            />
          ))}
        </fieldset>
        <FormError message={add.error ? messageOf(add.error, "We couldn't add the tags") : null} />
        {tagSets.some(({ added }) => !added) && (
          <Button
            type="submit"
            variant={isRequired || count > 0 ? "filled" : "default"}
            disabled={count === 0}
            loading={add.isPending}
          >
            {count === 0 ? "Add tags" : plural(count, ["Add # tag", "Add # tags"])}
          </Button>
        )}
      </CheckedForm>
      <div className={own.more}>
        <AddTag />
        <p>
          Members can propose more tags, which you approve under{" "}
          <Link to="/moderation" search={{ tab: "tags" }}>
            Moderation
          </Link>
          .
        </p>
      </div>
    </>
  );
}

/** Names of the tags that adding the sets would add. */
function newTags(sets: readonly TagSet[]): ReadonlySet<string> {
  return new Set(sets.flatMap(({ tags }) => tags.filter(({ added }) => !added).map(({ name }) => name)));
}

interface ChoiceProps {
  readonly set: TagSet;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

function Choice({ set, checked, onChange }: ChoiceProps) {
  return (
    <div className={own.set}>
      <Checkbox
        label={set.name}
        description={set.description}
        checked={set.added || checked}
        disabled={set.added}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <p className={own.names}>{set.tags.map(({ name }) => name).join(", ")}</p>
      {set.added && <StatusBadge label="Added" tone="good" />}
    </div>
  );
}

import type { SetupState, TagSet } from "@bbux/contract";
import { Button, Checkbox } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useId, useState } from "react";
import { CheckedForm } from "../../components/CheckedForm.tsx";
import { FormError } from "../../components/FormError.tsx";
import { StatusBadge } from "../../components/StatusBadge.tsx";
import { plural } from "../../components/TimeAgo.format.ts";
import { messageOf } from "../../lib/errors.ts";
import { notifySuccess } from "../../lib/notify.ts";
import { trpc } from "../../lib/trpc.ts";
import { Command } from "./Command.tsx";
import classes from "./Setup.module.css";
import own from "./TagSets.module.css";

interface TagSetsProps extends Pick<SetupState, "tagSets"> {
  /** Whether there are no tags yet. */
  readonly isRequired: boolean;
}

/** Sets of tags to begin with. */
export function TagSets({ tagSets, isRequired }: TagSetsProps) {
  const utils = trpc.useUtils();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [isMissing, setMissing] = useState(false);
  const missing = useId();
  const add = trpc.setup.addTags.useMutation({
    onSuccess: async ({ added }) => {
      setChosen([]);
      notifySuccess(plural(added.length, ["Added # tag", "Added # tags"]));
      await Promise.all([utils.setup.state.invalidate(), utils.tags.list.invalidate()]);
    },
  });
  function toggle(id: string, checked: boolean) {
    setMissing(false);
    setChosen((present) => (checked ? [...present, id] : present.filter((other) => other !== id)));
  }
  function submit() {
    if (add.isPending) return;
    setMissing(chosen.length === 0);
    if (chosen.length > 0) add.mutate({ sets: [...chosen] });
  }
  return (
    <>
      <CheckedForm onSubmit={submit}>
        {/* Above, because the focus moves to the first of them, far from the end on a phone. */}
        {isMissing && (
          <p id={missing} className={own.missing} role="alert">
            Select at least one group.
          </p>
        )}
        <fieldset className={own.sets}>
          <legend className="visually-hidden">Sets of tags</legend>
          {tagSets.map((set) => (
            <Choice
              key={set.id}
              set={set}
              checked={chosen.includes(set.id)}
              missing={isMissing ? missing : undefined}
              onChange={(on) => toggle(set.id, on)}
            />
          ))}
        </fieldset>
        <FormError message={add.error ? messageOf(add.error, "We couldn't add the tags") : null} />
        {tagSets.some(({ added }) => !added) && (
          <Button type="submit" variant={isRequired ? "filled" : "default"} loading={add.isPending}>
            Add selected tags
          </Button>
        )}
      </CheckedForm>
      <div className={classes.commands}>
        <Command command="npm run cli -- tags add <name>">To add one tag:</Command>
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

interface ChoiceProps {
  readonly set: TagSet;
  readonly checked: boolean;
  /** The id of what says that nothing is selected. */
  readonly missing: string | undefined;
  readonly onChange: (checked: boolean) => void;
}

function Choice({ set, checked, missing, onChange }: ChoiceProps) {
  return (
    <div className={own.set}>
      <Checkbox
        label={set.name}
        description={set.description}
        checked={set.added || checked}
        disabled={set.added}
        error={missing !== undefined && !set.added}
        aria-invalid={missing !== undefined && !set.added}
        aria-describedby={missing}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <p className={own.names}>{set.tags.map(({ name }) => name).join(", ")}</p>
      {set.added && <StatusBadge label="Added" tone="good" />}
    </div>
  );
}

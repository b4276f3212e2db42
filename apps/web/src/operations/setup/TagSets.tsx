import type { SetupState, TagSet } from "@bbux/contract";
import { Button, Checkbox } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { FormError } from "../../components/FormError.tsx";
import { plural } from "../../components/TimeAgo.format.ts";
import { messageOf } from "../../lib/errors.ts";
import { notifySuccess } from "../../lib/notify.ts";
import { trpc } from "../../lib/trpc.ts";
import classes from "./Setup.module.css";

/** Sets of tags to begin with. */
export function TagSets({ state }: { readonly state: SetupState }) {
  const utils = trpc.useUtils();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const add = trpc.setup.addTags.useMutation({
    onSuccess: async ({ added }) => {
      setChosen([]);
      notifySuccess(plural(added.length, ["Added # tag", "Added # tags"]));
      await Promise.all([utils.setup.state.invalidate(), utils.tags.list.invalidate()]);
    },
  });
  const toggle = (id: string, checked: boolean) =>
    setChosen((present) => (checked ? [...present, id] : present.filter((other) => other !== id)));
  return (
    <>
      <p className={classes.lead}>
        Every question needs a tag. Choose what your community is about. The command{" "}
        <code>npm run cli -- tags add</code> adds single tags.{" "}
        {state.tagCount === 0
          ? "There are none yet, so members can't ask."
          : plural(state.tagCount, ["Members can use # tag now.", "Members can use # tags now."])}
      </p>
      <p className={classes.lead}>
        Members can propose more tags, which you approve under{" "}
        <Link to="/moderation" search={{ tab: "tags" }}>
          Moderation
        </Link>
        .
      </p>
      <fieldset className={classes.sets}>
        <legend className={classes.hidden}>Sets of tags</legend>
        {state.tagSets.map((set) => (
          <Choice key={set.id} set={set} checked={chosen.includes(set.id)} onChange={(on) => toggle(set.id, on)} />
        ))}
      </fieldset>
      <FormError message={add.error ? messageOf(add.error, "We couldn't add the tags") : null} />
      <Button disabled={chosen.length === 0} loading={add.isPending} onClick={() => add.mutate({ sets: [...chosen] })}>
        Add the chosen sets
      </Button>
    </>
  );
}

interface ChoiceProps {
  readonly set: TagSet;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

function Choice({ set, checked, onChange }: ChoiceProps) {
  return (
    <div className={classes.set}>
      <Checkbox
        label={set.name}
        description={set.added ? `${set.description}. Added already.` : set.description}
        checked={set.added || checked}
        disabled={set.added}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <p className={classes.names}>{set.tags.map(({ name }) => name).join(", ")}</p>
    </div>
  );
}

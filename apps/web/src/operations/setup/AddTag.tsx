import { isTagName, TAG_NAME_RULE, tidyTagName } from "@bbux/contract";
import { Button, TextInput } from "@mantine/core";
import { useRef, useState } from "react";
import { CheckedForm } from "../../components/CheckedForm.tsx";
import { messageOf } from "../../lib/errors.ts";
import { Result } from "./Result.tsx";
import classes from "./Setup.module.css";
import { useAddTags } from "./useAddTags.ts";

/** Adds tags by their names, one after the other, and lists what it has added. */
export function AddTag() {
  const field = useRef<HTMLInputElement>(null);
  const [value, setValue] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const [added, setAdded] = useState<readonly string[]>([]);
  const name = tidyTagName(value);
  const add = useAddTags((names) => {
    setAdded((present) => [...present, ...names]);
    setValue("");
    // Another one may follow.
    field.current?.focus();
  });
  function submit() {
    const wrong = isTagName(name) ? null : TAG_NAME_RULE;
    setProblem(wrong);
    if (wrong === null && !add.isPending) add.mutate({ names: [name] });
  }
  return (
    <div>
      <CheckedForm className={classes.line} onSubmit={submit}>
        <TextInput
          ref={field}
          label="Or add your own"
          autoComplete="off"
          value={value}
          onChange={(event) => {
            setValue(event.currentTarget.value);
            setProblem(null);
            add.reset();
          }}
          error={problem ?? (add.error ? messageOf(add.error, "We couldn't add the tag") : null)}
        />
        <Button type="submit" variant="default" disabled={name === ""} loading={add.isPending}>
          Add tag
        </Button>
      </CheckedForm>
      <Result results={added.length === 0 ? [] : [{ ok: true, message: `Added ${added.join(", ")}` }]} />
    </div>
  );
}

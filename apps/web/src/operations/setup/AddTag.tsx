import { isTagName, TAG_NAME_RULE, tidyTagName } from "@bbux/contract";
import { Button, TextInput } from "@mantine/core";
import { useRef, useState } from "react";
import { CheckedForm } from "../../components/CheckedForm.tsx";
import { messageOf } from "../../lib/errors.ts";
import classes from "./Setup.module.css";
import { useAddTags } from "./useAddTags.ts";

/** Adds one tag by its name. */
export function AddTag() {
  const field = useRef<HTMLInputElement>(null);
  const [value, setValue] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const add = useAddTags(() => {
    setValue("");
    // Another one may follow.
    field.current?.focus();
  });
  function submit() {
    const name = tidyTagName(value);
    const wrong = name === "" ? "Enter a name" : isTagName(name) ? null : TAG_NAME_RULE;
    setProblem(wrong);
    if (wrong === null && !add.isPending) add.mutate({ names: [name] });
  }
  return (
    <CheckedForm className={classes.line} onSubmit={submit}>
      <TextInput
        ref={field}
        label="Tag name"
        autoComplete="off"
        value={value}
        onChange={(event) => {
          setValue(event.currentTarget.value);
          setProblem(null);
          add.reset();
        }}
        error={problem ?? (add.error ? messageOf(add.error, "We couldn't add the tag") : null)}
      />
      <Button type="submit" variant="default" loading={add.isPending}>
        Add
      </Button>
    </CheckedForm>
  );
}

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
  const form = useRef<HTMLDivElement>(null);
  const [value, setValue] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const [added, setAdded] = useState<readonly string[]>([]);
  const name = tidyTagName(value);
  const add = useAddTags((names) => {
    setAdded((present) => [...present, ...names]);
    setValue("");
    // Another one may follow, unless the admin has gone on by now.
    const at = document.activeElement;
    if (at === document.body || form.current?.contains(at)) form.current?.querySelector("input")?.focus();
  });
  function submit() {
    const wrong = isTagName(name) ? null : TAG_NAME_RULE;
    setProblem(wrong);
    if (wrong === null && !add.isPending) add.mutate({ names: [name] });
  }
  return (
    <div ref={form}>
      <CheckedForm className={classes.line} onSubmit={submit}>
        <TextInput
          label="Or add your own tag"
          autoComplete="off"
          readOnly={add.isPending}
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

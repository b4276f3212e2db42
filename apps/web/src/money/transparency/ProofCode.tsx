import { PROOF_CODE, proofCodeProblem } from "@bbux/contract";
import { Button, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { CheckedForm } from "../../components/CheckedForm.tsx";
import { CopyLine } from "../../components/CopyLine.tsx";
import { FormError } from "../../components/FormError.tsx";
import { FormSuccess } from "../../components/FormSuccess.tsx";
import { SubmitButton } from "../../components/SubmitButton.tsx";
import { useSaved } from "../../components/useSaved.ts";
import { fieldErrors, hintOf, messageOf } from "../../lib/errors.ts";
import { trpc } from "../../lib/trpc.ts";
import classes from "./Transparency.module.css";

const FAILED = "Failed to change the code";

/** The member's code, and the form that changes it. */
export function ProofCode() {
  const [editing, setEditing] = useState(false);
  const { saved, say } = useSaved();
  const own = trpc.transparency.proof.useQuery();
  const code = own.data?.code;
  return (
    <div className={classes.offline}>
      <h3>Your proof code</h3>
      <p className={classes.note}>
        It hides your place among all members. Keep a copy, so you'd notice a proof made with a different code.
      </p>
      {code !== undefined && !editing && (
        <>
          <CopyLine value={code} label="Copy proof code">
            <code>{code}</code>
          </CopyLine>
          <div>
            <Button variant="subtle" size="compact-sm" onClick={() => setEditing(true)}>
              Change the code
            </Button>
          </div>
        </>
      )}
      {saved && (
        <FormSuccess>
          <p>The next checkpoint uses this code.</p>
        </FormSuccess>
      )}
      {editing && (
        <CodeForm
          onDone={(isChanged) => {
            setEditing(false);
            if (isChanged) say();
          }}
        />
      )}
    </div>
  );
}

function CodeForm({ onDone }: { onDone: (isChanged: boolean) => void }) {
  const utils = trpc.useUtils();
  const form = useForm({
    mode: "uncontrolled",
    initialValues: { code: "" },
    validate: { code: (code) => proofCodeProblem(code.trim()) },
  });
  const change = trpc.transparency.setCode.useMutation({
    onSuccess: ({ code }) => {
      utils.transparency.proof.setData(undefined, (own) => own && { ...own, code });
      onDone(true);
    },
    onError: (error) => form.setErrors(fieldErrors(error)),
  });
  const submit = form.onSubmit(({ code }) => {
    if (!change.isPending) change.mutate({ code });
  });
  const fault = Object.keys(fieldErrors(change.error)).length === 0 ? change.error : null;
  return (
    <CheckedForm onSubmit={submit} aria-label="Change the proof code" className={classes.codeForm}>
      <TextInput
        label="New code"
        description={`${PROOF_CODE.min} to ${PROOF_CODE.max} characters that no one can guess.`}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        key={form.key("code")}
        {...form.getInputProps("code")}
      />
      <FormError message={fault ? messageOf(fault, FAILED) : null} hint={fault && hintOf(fault)} />
      <div className={classes.buttons}>
        <SubmitButton pending={change.isPending} pendingText="Saving...">
          Save the code
        </SubmitButton>
        <Button variant="default" onClick={() => !change.isPending && change.mutate({ code: null })}>
          Use a random code
        </Button>
        <Button variant="subtle" onClick={() => onDone(false)}>
          Cancel
        </Button>
      </div>
    </CheckedForm>
  );
}

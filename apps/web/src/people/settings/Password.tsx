import { newPasswordProblem, PASSWORD } from "@bbux/contract";
import { Button, Group, Modal, Stack } from "@mantine/core";
import { useForm } from "@mantine/form";
import { type FormEvent, useState } from "react";
import { CheckedForm } from "../../components/CheckedForm.tsx";
import { FormError } from "../../components/FormError.tsx";
import { SubmitButton } from "../../components/SubmitButton.tsx";
import { codeOf, fieldErrors, hintOf, messageOf } from "../../lib/errors.ts";
import { notifySuccess } from "../../lib/notify.ts";
import { trpc } from "../../lib/trpc.ts";
import { ChangePasswordForm, filled, filledIn, KnownUsername, PasswordField } from "../accounts/index.ts";
import classes from "./Settings.module.css";

interface PasswordProps {
  readonly hasPassword: boolean;
  /** Whether a passkey or a wallet signs the member in, too. */
  readonly hasOther: boolean;
}

/** Changes or removes the member's password, or sets one if there is none. */
export function Password({ hasPassword, hasOther }: PasswordProps) {
  return (
    <section className={classes.part} aria-labelledby="password">
      <h2 id="password">Password</h2>
      {!hasPassword && <p>Your account has no password. You don't need one, but it's another way to sign in.</p>}
      {hasPassword ? <ChangePasswordForm /> : <SetPasswordForm />}
      {hasPassword && hasOther && <RemovePassword />}
    </section>
  );
}

function SetPasswordForm() {
  const utils = trpc.useUtils();
  const form = useForm({
    mode: "uncontrolled",
    initialValues: { newPassword: "" },
    validate: { newPassword: newPasswordProblem },
  });
  const set = trpc.waysIn.setPassword.useMutation({
    onSuccess: () => notifySuccess("Password set"),
    onError: (error) => form.setErrors(fieldErrors(error)),
    onSettled: () => utils.waysIn.list.invalidate(),
  });
  const submit = form.onSubmit((values) => {
    if (!set.isPending) set.mutate(values);
  });
  // An error at the field is not repeated below.
  const fault = Object.keys(fieldErrors(set.error)).length === 0 ? set.error : null;
  return (
    <CheckedForm onSubmit={filled(form, submit)} aria-label="Set password">
      <KnownUsername />
      <Stack gap="md" maw={400}>
        <PasswordField
          label="New password"
          name="newPassword"
          description="At least 8 characters. Long beats complicated."
          autoComplete="new-password"
          key={form.key("newPassword")}
          {...form.getInputProps("newPassword")}
        />
        <FormError message={fault && messageOf(fault, "Failed to set the password")} hint={fault && hintOf(fault)} />
        <SubmitButton pending={set.isPending} pendingText="Saving..." variant="default" w="fit-content">
          Set password
        </SubmitButton>
      </Stack>
    </CheckedForm>
  );
}

function RemovePassword() {
  const utils = trpc.useUtils();
  const [isAsking, setIsAsking] = useState(false);
  const [missing, setMissing] = useState<string | null>(null);
  const remove = trpc.waysIn.removePassword.useMutation({
    onSuccess: () => {
      setIsAsking(false);
      notifySuccess("Password removed");
    },
    onSettled: () => utils.waysIn.list.invalidate(),
  });
  const isWrong = codeOf(remove.error) === "WRONG_PASSWORD";
  function submit({ currentTarget }: FormEvent<HTMLFormElement>) {
    if (remove.isPending) return;
    const currentPassword = filledIn(currentTarget, "currentPassword");
    setMissing(currentPassword === "" ? PASSWORD.missing : null);
    if (currentPassword !== "") remove.mutate({ currentPassword });
  }
  return (
    <>
      <div>
        <Button variant="default" onClick={() => setIsAsking(true)}>
          Remove password
        </Button>
      </div>
      <Modal
        opened={isAsking}
        onClose={() => setIsAsking(false)}
        onExitTransitionEnd={() => {
          remove.reset();
          setMissing(null);
        }}
        title="Remove your password?"
        closeButtonProps={{ "aria-label": "Close" }}
      >
        <CheckedForm onSubmit={submit}>
          <KnownUsername />
          <Stack gap="md">
            <p>You'll sign in without it, and all your other sessions end. You can set a password again at any time.</p>
            <PasswordField
              label="Your password"
              name="currentPassword"
              autoComplete="current-password"
              error={missing ?? (isWrong ? messageOf(remove.error) : null)}
              data-autofocus
            />
            <FormError
              message={remove.error && !isWrong ? messageOf(remove.error, "Failed to remove the password") : null}
              hint={remove.error && !isWrong ? hintOf(remove.error) : null}
            />
            <Group justify="flex-end" gap="sm">
              <Button variant="default" onClick={() => setIsAsking(false)}>
                Keep it
              </Button>
              <Button type="submit" color="red" loading={remove.isPending}>
                Remove it
              </Button>
            </Group>
          </Stack>
        </CheckedForm>
      </Modal>
    </>
  );
}

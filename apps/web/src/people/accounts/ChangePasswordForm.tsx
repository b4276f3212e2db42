import { Stack } from "@mantine/core";
import { useForm } from "@mantine/form";
import { FormError } from "../../components/FormError.tsx";
import { FormSuccess } from "../../components/FormSuccess.tsx";
import { SubmitButton } from "../../components/SubmitButton.tsx";
import { useSaved } from "../../components/useSaved.ts";
import { fieldErrors, hintOf, messageOf } from "../../lib/errors.ts";
import { trpc } from "../../lib/trpc.ts";
import classes from "./Accounts.module.css";
import { PasswordField } from "./PasswordField.tsx";
import { type PasswordChange, passwordChangeProblem } from "./rules.ts";

const FAILED = "Failed to change password";
const EMPTY: PasswordChange = { currentPassword: "", newPassword: "", confirmPassword: "" };

/**
 * Three fields, checked in the documented order. Changing the password ends the member's other sessions
 * (docs/DECISIONS.md §2).
 */
export function ChangePasswordForm() {
  const form = useForm<{ -readonly [Field in keyof PasswordChange]: string }>({
    mode: "uncontrolled",
    initialValues: { ...EMPTY },
  });
  const { saved, say, unsay } = useSaved();
  const change = trpc.auth.changePassword.useMutation({
    onSuccess: () => {
      form.reset();
      say();
    },
    onError: (error) => form.setErrors(fieldErrors(error)),
  });

  const submit = form.onSubmit((values) => {
    if (change.isPending) return;
    unsay();
    const problem = passwordChangeProblem(values);
    if (!problem) {
      change.mutate({ currentPassword: values.currentPassword, newPassword: values.newPassword });
      return;
    }
    change.reset();
    form.setErrors({ [problem.field]: problem.message });
    form.getInputNode(problem.field)?.focus();
  });

  // An error at a field is not repeated below.
  const fault = Object.keys(fieldErrors(change.error)).length === 0 ? change.error : null;
  return (
    <form onSubmit={submit} noValidate aria-label="Change password">
      <Stack gap="md" maw={400}>
        <PasswordField
          label="Current password"
          autoComplete="current-password"
          key={form.key("currentPassword")}
          {...form.getInputProps("currentPassword")}
        />
        <PasswordField
          label="New password"
          description="At least 8 characters. Long beats complicated."
          autoComplete="new-password"
          key={form.key("newPassword")}
          {...form.getInputProps("newPassword")}
        />
        <PasswordField
          label="Confirm new password"
          autoComplete="new-password"
          key={form.key("confirmPassword")}
          {...form.getInputProps("confirmPassword")}
        />
        <FormError message={fault ? FAILED : null} hint={fault && reasonOf(fault)} />
        {saved && (
          <FormSuccess>
            <p>Your password has been changed.</p>
          </FormSuccess>
        )}
        <SubmitButton pending={change.isPending} pendingText="Saving...">
          Change password
        </SubmitButton>
        <p className={classes.note}>You stay signed in here. All your other sessions end.</p>
      </Stack>
    </form>
  );
}

/** Why it failed, with the server's text, and what to do about it. */
function reasonOf(fault: unknown): string | null {
  const reason = messageOf(fault, FAILED);
  return [reason === FAILED ? null : `${reason}.`, hintOf(fault)].filter(Boolean).join(" ") || null;
}

import { Stack } from "@mantine/core";
import { useForm } from "@mantine/form";
import { CheckedForm } from "../../components/CheckedForm.tsx";
import { FormError } from "../../components/FormError.tsx";
import { FormSuccess } from "../../components/FormSuccess.tsx";
import { SubmitButton } from "../../components/SubmitButton.tsx";
import { useSaved } from "../../components/useSaved.ts";
import { codeOf, fieldErrors, hintOf, messageOf } from "../../lib/errors.ts";
import { trpc } from "../../lib/trpc.ts";
import classes from "./Accounts.module.css";
import { filled } from "./filled.ts";
import { KnownUsername } from "./KnownUsername.tsx";
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
    // A wrong password is marked, and the sentence about it is below the fields.
    onError: (error) =>
      form.setErrors(codeOf(error) === "WRONG_PASSWORD" ? { currentPassword: true } : fieldErrors(error)),
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
  });

  // An error at a field is not repeated below.
  const fault = Object.keys(fieldErrors(change.error)).length === 0 ? change.error : null;
  return (
    <CheckedForm onSubmit={filled(form, submit)} aria-label="Change password">
      <KnownUsername />
      <Stack gap="md" maw={400}>
        <PasswordField
          label="Current password"
          name="currentPassword"
          autoComplete="current-password"
          key={form.key("currentPassword")}
          {...form.getInputProps("currentPassword")}
        />
        <PasswordField
          label="New password"
          name="newPassword"
          description="At least 8 characters. Long beats complicated."
          autoComplete="new-password"
          key={form.key("newPassword")}
          {...form.getInputProps("newPassword")}
        />
        <PasswordField
          label="Confirm new password"
          name="confirmPassword"
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
        <SubmitButton pending={change.isPending} pendingText="Saving..." variant="default" w="fit-content">
          Change password
        </SubmitButton>
        <p className={classes.note}>You stay signed in here. All your other sessions end.</p>
      </Stack>
    </CheckedForm>
  );
}

/** Why it failed, with the server's text, and what to do about it. */
function reasonOf(fault: unknown): string | null {
  const reason = messageOf(fault, FAILED);
  return [reason === FAILED ? null : `${reason}.`, hintOf(fault)].filter(Boolean).join(" ") || null;
}

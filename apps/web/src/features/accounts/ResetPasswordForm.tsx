import { Button, Stack } from "@mantine/core";
import { useForm } from "@mantine/form";
import { Link } from "@tanstack/react-router";
import { FormFault } from "../../components/FormFault.tsx";
import { SubmitButton } from "../../components/SubmitButton.tsx";
import { codeOf, fieldErrors, hintOf, messageOf } from "../../errors.ts";
import { trpc } from "../../trpc.ts";
import { Done } from "./Door.tsx";
import { focusFirstError } from "./focusFirstError.ts";
import { PasswordField } from "./PasswordField.tsx";
import { newPasswordProblem } from "./rules.ts";

const DIFFERENT = "New password and confirm password do not match";

/** Sets a new password with the token of the mail. */
export function ResetPasswordForm({ token }: { token: string }) {
  const form = useForm({
    mode: "uncontrolled",
    initialValues: { newPassword: "", confirmPassword: "" },
    validate: {
      newPassword: newPasswordProblem,
      confirmPassword: (value, values) => (value === values.newPassword ? null : DIFFERENT),
    },
  });
  const reset = trpc.auth.resetPassword.useMutation({
    onError: (error) => {
      const { newPassword } = fieldErrors(error);
      if (newPassword) form.setErrors({ newPassword });
    },
  });
  if (reset.isSuccess) {
    return (
      <Stack gap="lg">
        <Done>
          <p>Your password has been changed.</p>
          <p>Every session that was open has ended. Sign in with the new password.</p>
        </Done>
        <Button renderRoot={(props) => <Link to="/login" {...props} />}>Sign in</Button>
      </Stack>
    );
  }
  if (codeOf(reset.error) === "RESET_LINK_INVALID") return <DeadLink message={messageOf(reset.error)} />;
  const submit = form.onSubmit(({ newPassword }) => {
    if (!reset.isPending) reset.mutate({ token, newPassword });
  }, focusFirstError(form));
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <PasswordField
          label="New password"
          description="At least 8 characters. Long beats complicated."
          autoComplete="new-password"
          required
          key={form.key("newPassword")}
          {...form.getInputProps("newPassword")}
        />
        <PasswordField
          label="Confirm new password"
          autoComplete="new-password"
          required
          key={form.key("confirmPassword")}
          {...form.getInputProps("confirmPassword")}
        />
        <FormFault
          message={
            reset.error && !fieldErrors(reset.error).newPassword
              ? messageOf(reset.error, "Failed to change password")
              : null
          }
          hint={reset.error && hintOf(reset.error)}
        />
        <SubmitButton pending={reset.isPending} pendingText="Saving..." fullWidth>
          Set new password
        </SubmitButton>
      </Stack>
    </form>
  );
}

/** A link that was used, is too old, or was not copied whole. */
export function DeadLink({ message }: { message: string }) {
  return (
    <Stack gap="lg">
      <FormFault message={message} hint="A link works once, for one hour, and only the latest one does." />
      <Button renderRoot={(props) => <Link to="/forgot-password" {...props} />}>Ask for a new link</Button>
    </Stack>
  );
}

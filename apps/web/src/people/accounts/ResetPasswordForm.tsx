import { newPasswordProblem } from "@bbux/contract";
import { Button, Stack } from "@mantine/core";
import { useForm } from "@mantine/form";
import { Link } from "@tanstack/react-router";
import { CheckedForm } from "../../components/CheckedForm.tsx";
import { FormError } from "../../components/FormError.tsx";
import { FormSuccess } from "../../components/FormSuccess.tsx";
import { SubmitButton } from "../../components/SubmitButton.tsx";
import { codeOf, fieldErrors, hintOf, messageOf } from "../../lib/errors.ts";
import { trpc } from "../../lib/trpc.ts";
import { filled } from "./filled.ts";
import { PasswordField } from "./PasswordField.tsx";

const DIFFERENT = "New password and confirm password do not match";

/** Sets a new password with the token from the mail. */
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
        <FormSuccess>
          <p>Your password has been changed.</p>
          <p>All open sessions have ended. Sign in with the new password.</p>
        </FormSuccess>
        <Button renderRoot={(props) => <Link to="/login" {...props} />}>Sign in</Button>
      </Stack>
    );
  }
  if (codeOf(reset.error) === "RESET_LINK_INVALID") return <DeadLink message={messageOf(reset.error)} />;
  const submit = form.onSubmit(({ newPassword }) => {
    if (!reset.isPending) reset.mutate({ token, newPassword });
  });
  return (
    <CheckedForm onSubmit={filled(form, submit)}>
      <Stack gap="md">
        <PasswordField
          label="New password"
          name="newPassword"
          description="At least 8 characters. Long beats complicated."
          autoComplete="new-password"
          required
          key={form.key("newPassword")}
          {...form.getInputProps("newPassword")}
        />
        <PasswordField
          label="Confirm new password"
          name="confirmPassword"
          autoComplete="new-password"
          required
          key={form.key("confirmPassword")}
          {...form.getInputProps("confirmPassword")}
        />
        <FormError
          message={
            reset.error && !fieldErrors(reset.error).newPassword
              ? messageOf(reset.error, "Failed to change password")
              : null
          }
          hint={reset.error && hintOf(reset.error)}
        />
        <SubmitButton pending={reset.isPending} pendingText="Saving..." fullWidth mt="xs">
          Set new password
        </SubmitButton>
      </Stack>
    </CheckedForm>
  );
}

/** For a link that was used, has expired, or is incomplete. */
export function DeadLink({ message }: { message: string }) {
  return (
    <Stack gap="lg">
      <FormError message={message} hint="A link works once, for one hour." />
      <Button renderRoot={(props) => <Link to="/forgot-password" {...props} />}>Ask for a new link</Button>
    </Stack>
  );
}

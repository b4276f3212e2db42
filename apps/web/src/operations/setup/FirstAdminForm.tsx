import { emailProblem, newPasswordProblem, usernameProblem } from "@bbux/contract";
import { Stack } from "@mantine/core";
import { useForm } from "@mantine/form";
import { CheckedForm } from "../../components/CheckedForm.tsx";
import { FormError } from "../../components/FormError.tsx";
import { SubmitButton } from "../../components/SubmitButton.tsx";
import { codeOf, fieldErrors, hintOf, messageOf } from "../../lib/errors.ts";
import { setUser } from "../../lib/session.ts";
import { trpc } from "../../lib/trpc.ts";
import { AuthLayout, EmailField, filled, PasswordField, UsernameField } from "../../people/accounts/index.ts";

const FAILED = "We couldn't create the account";
const TAKEN: Readonly<Record<string, string>> = { USERNAME_TAKEN: "username", EMAIL_TAKEN: "email" };

/** Creates the first admin, and signs them in. */
export function FirstAdminForm({ token }: { readonly token: string }) {
  const form = useForm({
    mode: "uncontrolled",
    initialValues: { username: "", email: "", password: "" },
    validate: { username: usernameProblem, email: emailProblem, password: newPasswordProblem },
    validateInputOnBlur: true,
  });
  const create = trpc.setup.createAdmin.useMutation({
    onSuccess: ({ user }) => {
      // The token is used up and needn't stay in the address.
      window.history.replaceState(window.history.state, "", window.location.pathname);
      setUser(user);
    },
    onError: (error) => form.setErrors(byField(error)),
  });
  const submit = form.onSubmit((values) => {
    if (!create.isPending) create.mutate({ token, ...values });
  });
  const isUnplaced = create.error !== null && Object.keys(byField(create.error)).length === 0;
  return (
    <AuthLayout step="Setup · Step 1 of 2" title="Create the admin account" lead="You can appoint more admins later.">
      <CheckedForm onSubmit={filled(form, submit)} onBlurCapture={filled(form)}>
        <Stack gap="md">
          <UsernameField key={form.key("username")} {...form.getInputProps("username")} />
          <EmailField
            description="For account recovery. No one else sees it."
            autoComplete="email"
            key={form.key("email")}
            {...form.getInputProps("email")}
          />
          <PasswordField
            label="Password"
            name="password"
            description="At least 8 characters. Long beats complicated."
            autoComplete="new-password"
            required
            key={form.key("password")}
            {...form.getInputProps("password")}
          />
          <FormError
            message={isUnplaced ? messageOf(create.error, FAILED) : null}
            hint={create.error && hintOf(create.error)}
          />
          <SubmitButton pending={create.isPending} pendingText="Creating account..." fullWidth mt="xs">
            Create admin account
          </SubmitButton>
        </Stack>
      </CheckedForm>
    </AuthLayout>
  );
}

function byField(error: unknown): Record<string, string> {
  const taken = TAKEN[codeOf(error) ?? ""];
  if (taken !== undefined) return { [taken]: messageOf(error, FAILED) };
  const { username, email, password } = fieldErrors(error);
  return {
    ...(username !== undefined && { username }),
    ...(email !== undefined && { email }),
    ...(password !== undefined && { password }),
  };
}

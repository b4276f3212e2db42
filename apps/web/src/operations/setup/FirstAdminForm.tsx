import { emailProblem, newPasswordProblem, usernameProblem } from "@bbux/contract";
import { Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { CheckedForm } from "../../components/CheckedForm.tsx";
import { FormError } from "../../components/FormError.tsx";
import { SubmitButton } from "../../components/SubmitButton.tsx";
import { codeOf, fieldErrors, hintOf, messageOf } from "../../lib/errors.ts";
import { setUser } from "../../lib/session.ts";
import { trpc } from "../../lib/trpc.ts";
import { EmailField, filled, PasswordField } from "../../people/accounts/index.ts";
import classes from "./Setup.module.css";

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
    <div className={classes.first}>
      <h1>Set up your platform</h1>
      <p className={classes.lead}>First, create the account of its first admin. You can appoint more later.</p>
      <CheckedForm className={classes.box} onSubmit={filled(form, submit)} onBlurCapture={filled(form)}>
        <Stack gap="md">
          <TextInput
            label="Username"
            description="3 to 30 letters, digits, _ or -. You can't change it later."
            name="username"
            autoComplete="nickname"
            autoCapitalize="none"
            spellCheck={false}
            required
            withAsterisk={false}
            key={form.key("username")}
            {...form.getInputProps("username")}
          />
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
          <SubmitButton pending={create.isPending} pendingText="Creating account..." fullWidth>
            Create the admin account
          </SubmitButton>
        </Stack>
      </CheckedForm>
    </div>
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

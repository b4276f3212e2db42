import { emailProblem, PASSWORD, type User } from "@bbux/contract";
import { Stack } from "@mantine/core";
import { useForm } from "@mantine/form";
import { Link } from "@tanstack/react-router";
import { FormError } from "../../components/FormError.tsx";
import { SubmitButton } from "../../components/SubmitButton.tsx";
import { hintOf } from "../../lib/errors.ts";
import { setUser } from "../../lib/session.ts";
import { trpc } from "../../lib/trpc.ts";
import classes from "./Accounts.module.css";
import { EmailField } from "./EmailField.tsx";
import { focusFirstError } from "./focusFirstError.ts";
import { PasswordField } from "./PasswordField.tsx";
import { authMessage } from "./rules.ts";

interface SignInFormProps {
  /** The initial email address. */
  readonly email?: string;
  readonly onDone: (user: User) => void;
}

/** Email and password. */
export function SignInForm({ email = "", onDone }: SignInFormProps) {
  const form = useForm({
    mode: "uncontrolled",
    initialValues: { email, password: "" },
    validate: { email: emailProblem, password: (value) => (value === "" ? PASSWORD.missing : null) },
  });
  const login = trpc.auth.loginBrowser.useMutation({
    onSuccess: ({ user }) => {
      setUser(user);
      onDone(user);
    },
    onError: () => form.getInputNode("password")?.focus(),
  });
  const submit = form.onSubmit((values) => {
    if (!login.isPending) login.mutate(values);
  }, focusFirstError(form));
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <EmailField autoComplete="username" key={form.key("email")} {...form.getInputProps("email")} />
        <PasswordField
          label="Password"
          autoComplete="current-password"
          data-autofocus={email !== "" || undefined}
          required
          key={form.key("password")}
          {...form.getInputProps("password")}
        />
        <FormError
          message={login.error ? authMessage(login.error, "Login failed") : null}
          hint={login.error && hintOf(login.error)}
        />
        <SubmitButton pending={login.isPending} pendingText="Signing in..." fullWidth>
          Sign in
        </SubmitButton>
        <Link to="/forgot-password" className={`${classes.aside} reach`}>
          Forgot your password?
        </Link>
      </Stack>
    </form>
  );
}

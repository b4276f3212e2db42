import type { User } from "@bbux/contract";
import { Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { Link } from "@tanstack/react-router";
import { FormFault } from "../../components/FormFault.tsx";
import { SubmitButton } from "../../components/SubmitButton.tsx";
import { hintOf } from "../../errors.ts";
import { setUser } from "../../session.tsx";
import { trpc } from "../../trpc.ts";
import classes from "./Accounts.module.css";
import { focusFirstError } from "./focusFirstError.ts";
import { PasswordField } from "./PasswordField.tsx";
import { doorMessage, emailProblem } from "./rules.ts";

interface SignInFormProps {
  /** Filled in beforehand. */
  readonly email?: string;
  readonly onDone: (user: User) => void;
}

/** Email and password (spec core §2, §8). */
export function SignInForm({ email = "", onDone }: SignInFormProps) {
  const form = useForm({
    mode: "uncontrolled",
    initialValues: { email, password: "" },
    validate: { email: emailProblem, password: (value) => (value === "" ? "Password is required" : null) },
  });
  const login = trpc.auth.login.useMutation({
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
        <TextInput
          label="Email"
          type="email"
          autoComplete="username"
          required
          withAsterisk={false}
          key={form.key("email")}
          {...form.getInputProps("email")}
        />
        <PasswordField
          label="Password"
          autoComplete="current-password"
          data-autofocus={email !== "" || undefined}
          required
          key={form.key("password")}
          {...form.getInputProps("password")}
        />
        <FormFault
          message={login.error ? doorMessage(login.error, "Login failed") : null}
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

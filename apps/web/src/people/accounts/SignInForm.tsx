import { emailProblem, PASSWORD, type User } from "@bbux/contract";
import { Stack } from "@mantine/core";
import { useForm } from "@mantine/form";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { FormError } from "../../components/FormError.tsx";
import { SubmitButton } from "../../components/SubmitButton.tsx";
import { codeOf, hintOf, proofsIn } from "../../lib/errors.ts";
import { setUser } from "../../lib/session.ts";
import { trpc } from "../../lib/trpc.ts";
import classes from "./Accounts.module.css";
import { CodeField } from "./CodeField.tsx";
import { EmailField } from "./EmailField.tsx";
import { focusFirstError } from "./focusFirstError.ts";
import { PasskeyButton } from "./PasskeyButton.tsx";
import { PasswordField } from "./PasswordField.tsx";
import { authMessage } from "./rules.ts";

interface SignInFormProps {
  /** The initial email address. */
  readonly email?: string;
  readonly onDone: (user: User) => void;
}

/** Email and password, and a code if the member has a second factor; or a passkey alone. */
export function SignInForm({ email = "", onDone }: SignInFormProps) {
  const [asksForCode, setAsksForCode] = useState(false);
  const [hasApp, setHasApp] = useState(true);
  const form = useForm({
    mode: "uncontrolled",
    initialValues: { email, password: "", code: "" },
    validate: {
      email: emailProblem,
      password: (value) => (value === "" ? PASSWORD.missing : null),
      code: (value) => (asksForCode && value.trim() === "" ? "Code is required" : null),
    },
  });
  const onSuccess = ({ user }: { user: User }) => {
    setUser(user);
    onDone(user);
  };
  const byPasskey = trpc.auth.passkeyLoginBrowser.useMutation({ onSuccess });
  const login = trpc.auth.loginBrowser.useMutation({
    onSuccess,
    onError: (error) => {
      const code = codeOf(error);
      if (code === "SECOND_FACTOR_REQUIRED") {
        setAsksForCode(true);
        setHasApp(proofsIn(error).includes("totp"));
      } else form.getInputNode(code === "SECOND_FACTOR_WRONG" ? "code" : "password")?.focus();
    },
  });
  const fault = codeOf(login.error) === "SECOND_FACTOR_REQUIRED" ? null : login.error;
  const submit = form.onSubmit((values) => {
    const { code, ...account } = values;
    if (!login.isPending) login.mutate(asksForCode ? { ...account, code } : account);
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
        {asksForCode && <CodeField takesFocus hasApp={hasApp} key={form.key("code")} {...form.getInputProps("code")} />}
        <FormError message={fault ? authMessage(fault, "Login failed") : null} hint={fault && hintOf(fault)} />
        <SubmitButton pending={login.isPending} pendingText="Signing in..." fullWidth>
          Sign in
        </SubmitButton>
        <PasskeyButton
          fullWidth
          onPasskey={(passkey) => byPasskey.mutate({ passkey })}
          isPending={byPasskey.isPending}
          error={byPasskey.error}
        >
          Use a passkey
        </PasskeyButton>
        <Link to="/forgot-password" className={`${classes.aside} reach`}>
          Forgot your password?
        </Link>
      </Stack>
    </form>
  );
}

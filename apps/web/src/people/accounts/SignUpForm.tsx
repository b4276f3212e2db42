import { emailProblem, newPasswordProblem, usernameProblem } from "@bbux/contract";
import { Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { FormError } from "../../components/FormError.tsx";
import { SubmitButton } from "../../components/SubmitButton.tsx";
import { codeOf, fieldErrors, hintOf } from "../../lib/errors.ts";
import { refresh, setUser } from "../../lib/session.ts";
import { trpc } from "../../lib/trpc.ts";
import classes from "./Accounts.module.css";
import { EmailField } from "./EmailField.tsx";
import { focusFirstError } from "./focusFirstError.ts";
import { PasswordField } from "./PasswordField.tsx";
import { authMessage } from "./rules.ts";
import { keepVerificationLink } from "./verificationLink.ts";

/** The delay after sign-up before the new member is refetched. */
const REFETCH_MS = 100;

/** Username, email, password. */
export function SignUpForm({ onDone }: { onDone: () => void }) {
  const form = useForm({
    mode: "uncontrolled",
    initialValues: { username: "", email: "", password: "" },
    validate: { username: usernameProblem, email: emailProblem, password: newPasswordProblem },
    validateInputOnBlur: true,
  });
  const signup = trpc.auth.signup.useMutation({
    onSuccess: ({ user, verificationLink }) => {
      keepVerificationLink(verificationLink);
      setUser(user);
      setTimeout(() => void refresh(), REFETCH_MS);
      onDone();
    },
    onError: (error) => {
      const errors = besideFields(error);
      form.setErrors(errors);
      focusFirstError(form)(errors);
    },
  });
  const shownAbove = signup.error && Object.keys(besideFields(signup.error)).length === 0;
  const submit = form.onSubmit((values) => {
    if (!signup.isPending) signup.mutate(values);
  }, focusFirstError(form));
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput
          label="Username"
          description="3 to 30 letters, digits, _ or -. You can't change it later."
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          withAsterisk={false}
          key={form.key("username")}
          {...form.getInputProps("username")}
        />
        <EmailField
          description="For resetting your password. No one else sees it."
          autoComplete="email"
          key={form.key("email")}
          {...form.getInputProps("email")}
        />
        <PasswordField
          label="Password"
          description="At least 8 characters. Long beats complicated."
          autoComplete="new-password"
          required
          key={form.key("password")}
          {...form.getInputProps("password")}
        />
        <FormError
          message={shownAbove ? authMessage(signup.error, "Signup failed") : null}
          hint={signup.error && hintOf(signup.error)}
        />
        <SubmitButton pending={signup.isPending} pendingText="Creating account..." fullWidth>
          Create account
        </SubmitButton>
        <p className={classes.note}>By creating an account you confirm that you are 18 or older.</p>
      </Stack>
    </form>
  );
}

/** The server's errors by field, which include a username or address that is taken. */
function besideFields(error: unknown): Record<string, string> {
  const code = codeOf(error);
  if (code === "USERNAME_TAKEN") return { username: authMessage(error, "Signup failed") };
  if (code === "EMAIL_TAKEN") return { email: authMessage(error, "Signup failed") };
  const { username, email, password } = fieldErrors(error);
  return Object.fromEntries(Object.entries({ username, email, password }).filter(isSaid));
}

function isSaid(entry: [string, string | undefined]): entry is [string, string] {
  return entry[1] !== undefined;
}

import { emailProblem, LIMITS, newPasswordProblem, type User, usernameProblem } from "@bbux/contract";
import { Stack } from "@mantine/core";
import { useForm } from "@mantine/form";
import { Link } from "@tanstack/react-router";
import { CheckedForm } from "../../components/CheckedForm.tsx";
import { FormError } from "../../components/FormError.tsx";
import { SubmitButton } from "../../components/SubmitButton.tsx";
import { codeOf, fieldErrors, hintOf } from "../../lib/errors.ts";
import type { NamedProof } from "../../lib/providedWallets.ts";
import { refresh, setUser } from "../../lib/session.ts";
import { trpc } from "../../lib/trpc.ts";
import { storeSteps } from "../welcome/storedSteps.ts";
import classes from "./Accounts.module.css";
import { EmailField } from "./EmailField.tsx";
import { filled, readFilled } from "./filled.ts";
import { Or } from "./Or.tsx";
import { PasswordField } from "./PasswordField.tsx";
import { ProviderButtons } from "./ProviderButtons.tsx";
import { AFTER_SIGN_IN } from "./redirect.ts";
import { authMessage } from "./rules.ts";
import { UsernameField } from "./UsernameField.tsx";
import { keepVerificationLink } from "./verificationLink.ts";
import { WalletProofButton } from "./WalletProofButton.tsx";

/** The delay after sign-up before the new member is refetched. */
const REFETCH_MS = 100;

interface SignUpFormProps {
  /** The account elsewhere that is to sign in, instead of a password. */
  readonly account?: { readonly proof: string; readonly email: string | null };
  /** Where a provider brings the new member back to. */
  readonly redirectTo?: string;
  readonly onDone: () => void;
}

/** Username, email, and a password, a wallet, or an account elsewhere. */
export function SignUpForm({ account, redirectTo = AFTER_SIGN_IN, onDone }: SignUpFormProps) {
  const form = useForm({
    mode: "uncontrolled",
    initialValues: { username: "", email: account?.email ?? "", password: "" },
    validate: {
      username: usernameProblem,
      email: emailProblem,
      password: (value) => (account ? null : newPasswordProblem(value)),
    },
    validateInputOnBlur: true,
  });
  const outcome = {
    onSuccess: ({ user, verificationLink }: { user: User; verificationLink?: string | undefined }) => {
      keepVerificationLink(user.id, verificationLink);
      // Room for a new member's first steps on the page they land on.
      storeSteps(user.id);
      setUser(user);
      setTimeout(() => void refresh(), REFETCH_MS);
      onDone();
    },
    onError: (error: unknown) => {
      const errors = besideFields(error);
      form.setErrors(errors);
      focusFirst(Object.keys(errors));
    },
  };
  const byPassword = trpc.auth.signup.useMutation(outcome);
  const byAccount = trpc.auth.openIdSignup.useMutation(outcome);
  const signup = account ? byAccount : byPassword;
  const byWallet = trpc.auth.walletSignup.useMutation(outcome);
  const shownAbove = signup.error && isUnplaced(signup.error);
  /** For the wallet's button, which submits nothing. */
  function focusFirst([field]: readonly string[]): void {
    if (field) form.getInputNode(field)?.focus();
  }
  /** Before a wallet is asked for a signature that the form would refuse. */
  function hasNames(): boolean {
    const field: HTMLInputElement | null = form.getInputNode("username");
    if (field?.form) readFilled(form, field.form);
    const wrong = ["username", "email"].filter((name) => form.validateField(name).hasError);
    focusFirst(wrong);
    return wrong.length === 0;
  }
  function signUpWith({ walletName: name, ...wallet }: NamedProof) {
    const { username, email } = form.getValues();
    byWallet.mutate({ username, email, name: name.slice(0, LIMITS.loginName), wallet });
  }
  const submit = form.onSubmit((values) => {
    if (signup.isPending) return;
    const { username, email } = values;
    if (account) byAccount.mutate({ username, email, proof: account.proof });
    else byPassword.mutate(values);
  });
  return (
    <CheckedForm onSubmit={filled(form, submit)} onBlurCapture={filled(form)}>
      <Stack gap="md">
        <UsernameField key={form.key("username")} {...form.getInputProps("username")} />
        <EmailField
          description="For account recovery. No one else sees it."
          autoComplete="email"
          key={form.key("email")}
          {...form.getInputProps("email")}
        />
        {!account && (
          <PasswordField
            label="Password"
            name="password"
            description="At least 8 characters. Long beats complicated."
            autoComplete="new-password"
            required
            key={form.key("password")}
            {...form.getInputProps("password")}
          />
        )}
        <FormError
          message={shownAbove ? authMessage(signup.error, "Signup failed") : null}
          hint={signup.error && hintOf(signup.error)}
          action={account && codeOf(signup.error) === "OPENID_REFUSED" && <Link to="/login">Start again</Link>}
        />
        <SubmitButton pending={signup.isPending} pendingText="Creating account..." fullWidth mt="xs">
          Create account
        </SubmitButton>
        {!account && (
          <>
            <Or />
            <WalletProofButton
              fullWidth
              mayAsk={hasNames}
              onProof={signUpWith}
              isPending={byWallet.isPending}
              error={byWallet.error && isUnplaced(byWallet.error) ? byWallet.error : null}
            >
              Use a Solana wallet instead
            </WalletProofButton>
            <ProviderButtons redirectTo={redirectTo} />
          </>
        )}
        <p className={classes.note}>
          By creating an account, you agree to the{" "}
          <a href="/terms" target="_blank" rel="noopener">
            terms
          </a>{" "}
          and confirm that you are 18 or older. See our{" "}
          <a href="/privacy" target="_blank" rel="noopener">
            privacy policy
          </a>{" "}
          for what we store.
        </p>
      </Stack>
    </CheckedForm>
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

/** Whether no field shows it. */
const isUnplaced = (error: unknown) => Object.keys(besideFields(error)).length === 0;

function isSaid(entry: [string, string | undefined]): entry is [string, string] {
  return entry[1] !== undefined;
}

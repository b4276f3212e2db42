import { emailProblem, PASSWORD, type User } from "@bbux/contract";
import { Stack } from "@mantine/core";
import { useForm } from "@mantine/form";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { CheckedForm } from "../../components/CheckedForm.tsx";
import { FormError } from "../../components/FormError.tsx";
import { SubmitButton } from "../../components/SubmitButton.tsx";
import { codeOf, hintOf, isAboutCode, proofsIn } from "../../lib/errors.ts";
import { FACTS } from "../../lib/facts.ts";
import type { NamedProof } from "../../lib/providedWallets.ts";
import { setUser } from "../../lib/session.ts";
import { trpc } from "../../lib/trpc.ts";
import classes from "./Accounts.module.css";
import { CodeField } from "./CodeField.tsx";
import { EmailField } from "./EmailField.tsx";
import { filled } from "./filled.ts";
import { LoginCodeForm } from "./LoginCodeForm.tsx";
import { Or } from "./Or.tsx";
import { PasskeyButton } from "./PasskeyButton.tsx";
import { PasswordField } from "./PasswordField.tsx";
import { ProviderButtons } from "./ProviderButtons.tsx";
import { ProviderProofButtons } from "./ProviderProofButtons.tsx";
import { authMessage } from "./rules.ts";
import { WalletProofButton } from "./WalletProofButton.tsx";

/** A new password, set by mail, opens the account again. */
const isKeptByReset = (fault: unknown) => ["ACCOUNT_CLOSING", "ACCOUNT_FROZEN"].includes(codeOf(fault) ?? "");

interface SignInFormProps {
  /** The initial email address. */
  readonly email?: string;
  /** Where to go after a sign-in that leaves this page; null for one that stays, and asks providers in another window. */
  readonly redirectTo?: string | null;
  readonly onDone: (user: User) => void;
}

/** What a wallet or a provider gave, to be sent again with a code. */
type Given =
  | { readonly by: "wallet"; readonly proof: NamedProof }
  | { readonly by: "openid"; readonly proof: string; readonly name: string };

/** Email and password, a wallet, or an account elsewhere, and a code if the member has a second factor; or a passkey alone. */
export function SignInForm({ email = "", redirectTo = null, onDone }: SignInFormProps) {
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
  const [given, setGiven] = useState<Given | null>(null);
  const outcome = {
    onSuccess,
    onError: (error: unknown) => {
      const code = codeOf(error);
      if (code === "SECOND_FACTOR_REQUIRED") setHasApp(proofsIn(error).includes("totp"));
      // A wrong code can be corrected; anything else starts over.
      else if (!isAboutCode(error)) setGiven(null);
    },
  };
  const byWallet = trpc.auth.walletLoginBrowser.useMutation(outcome);
  const byAccount = trpc.auth.openIdLoginBrowser.useMutation(outcome);
  function enter(next: Given, code?: string) {
    setGiven(next);
    const more = code === undefined ? {} : { code };
    if (next.by === "openid") byAccount.mutate({ proof: next.proof, ...more });
    else {
      const { walletName: _, ...wallet } = next.proof;
      byWallet.mutate({ wallet, ...more });
    }
  }
  const login = trpc.auth.loginBrowser.useMutation({
    onSuccess,
    onError: (error) => {
      const code = codeOf(error);
      if (code === "SECOND_FACTOR_REQUIRED") {
        setAsksForCode(true);
        setHasApp(proofsIn(error).includes("totp"));
      } else form.getInputNode(isAboutCode(error) ? "code" : "password")?.focus();
    },
  });
  const fault = codeOf(login.error) === "SECOND_FACTOR_REQUIRED" ? null : login.error;
  const submit = form.onSubmit((values) => {
    const { code, ...account } = values;
    if (!login.isPending) login.mutate(asksForCode ? { ...account, code } : account);
  });
  const linked = given?.by === "openid" ? byAccount : byWallet;
  const asksLinkedCode = isAboutCode(linked.error);
  if (given && (asksLinkedCode || linked.variables?.code !== undefined)) {
    return (
      <LoginCodeForm
        done={given.by === "openid" ? `You are signed in at ${given.name}.` : `${given.proof.walletName} has signed.`}
        hasApp={hasApp}
        isPending={linked.isPending}
        error={linked.error}
        onCode={(code) => enter(given, code)}
        onCancel={() => {
          setGiven(null);
          linked.reset();
        }}
      />
    );
  }
  return (
    <CheckedForm onSubmit={filled(form, submit)}>
      <Stack gap="md">
        <EmailField autoComplete="username" key={form.key("email")} {...form.getInputProps("email")} />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          data-autofocus={email !== "" || undefined}
          required
          key={form.key("password")}
          {...form.getInputProps("password")}
        />
        {asksForCode && <CodeField takesFocus hasApp={hasApp} key={form.key("code")} {...form.getInputProps("code")} />}
        <FormError
          message={fault ? authMessage(fault, "Login failed") : null}
          hint={fault && hintOf(fault)}
          action={isKeptByReset(fault) && <Link to="/forgot-password">Set a new password</Link>}
        />
        <SubmitButton pending={login.isPending} pendingText="Signing in..." fullWidth mt="xs">
          Sign in
        </SubmitButton>
        <Link to="/forgot-password" className={`${classes.aside} reach`}>
          Forgot your password?
        </Link>
        <Or />
        <PasskeyButton
          fullWidth
          onPasskey={(passkey) => byPasskey.mutate({ passkey })}
          isPending={byPasskey.isPending}
          error={byPasskey.error}
        >
          Use a passkey
        </PasskeyButton>
        <WalletProofButton
          fullWidth
          onProof={(proof) => enter({ by: "wallet", proof })}
          isPending={byWallet.isPending}
          error={byWallet.error}
          action={
            codeOf(byWallet.error) === "WALLET_UNKNOWN" && (
              <Link to="/signup" search={redirectTo === null ? {} : { redirectTo }}>
                Create an account
              </Link>
            )
          }
        >
          Use a Solana wallet
        </WalletProofButton>
        {redirectTo === null ? (
          <ProviderProofButtons
            providers={FACTS.providers}
            label={(name) => `Continue with ${name}`}
            onProof={(proof, { name }) => enter({ by: "openid", proof, name })}
            isPending={byAccount.isPending}
            error={byAccount.error}
          />
        ) : (
          <ProviderButtons redirectTo={redirectTo} />
        )}
      </Stack>
    </CheckedForm>
  );
}

// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { leave, MEMBER, press, serve, show } from "../../lib/render.support.tsx";
import { FirstAdminForm } from "../../operations/setup/FirstAdminForm.tsx";
import { DeleteAccountDialog } from "../settings/DeleteAccountDialog.tsx";
import { EmailAddress } from "../settings/EmailAddress.tsx";
import { Password } from "../settings/Password.tsx";
import { TotpSetup } from "../settings/TotpSetup.tsx";
import { ChangePasswordForm } from "./ChangePasswordForm.tsx";
import { ForgotPasswordForm } from "./ForgotPasswordForm.tsx";
import { LoginCodeForm } from "./LoginCodeForm.tsx";
import { ResetPasswordForm } from "./ResetPasswordForm.tsx";
import { SignInForm } from "./SignInForm.tsx";
import { SignUpForm } from "./SignUpForm.tsx";
import StepUpDialog from "./StepUpDialog.tsx";

afterEach(leave);

const nothing = () => undefined;
const SECRET = "correct horse battery";

/** Fills a field as some password managers do: without an event. */
function fillSilently(label: string, value: string): void {
  screen.getByLabelText<HTMLInputElement>(label).value = value;
}

interface Case {
  readonly form: string;
  readonly node: ReactNode;
  readonly filled: Readonly<Record<string, string>>;
  readonly submit: string;
  readonly procedure: string;
  readonly input: object;
  /** Presses what opens the form. */
  readonly opener?: string;
}

const NEW = { "New password": SECRET, "Confirm new password": SECRET };
const account = { email: MEMBER.email, password: SECRET };

const CASES: readonly Case[] = [
  {
    form: "sign in",
    node: <SignInForm onDone={nothing} />,
    filled: { Email: MEMBER.email, Password: SECRET },
    submit: "Sign in",
    procedure: "auth.loginBrowser",
    input: account,
  },
  {
    form: "sign up",
    node: <SignUpForm onDone={nothing} />,
    filled: { Username: "ada", Email: MEMBER.email, Password: SECRET },
    submit: "Create account",
    procedure: "auth.signup",
    input: { username: "ada", ...account },
  },
  {
    form: "create the first admin",
    node: <FirstAdminForm token="abc" />,
    filled: { Username: "ada", Email: MEMBER.email, Password: SECRET },
    submit: "Create admin account",
    procedure: "setup.createAdmin",
    input: { token: "abc", username: "ada", ...account },
  },
  {
    form: "ask for a link to reset the password",
    node: <ForgotPasswordForm />,
    filled: { Email: MEMBER.email },
    submit: "Send me a link",
    procedure: "auth.forgotPassword",
    input: { email: MEMBER.email },
  },
  {
    form: "reset the password",
    node: <ResetPasswordForm token="abc" />,
    filled: NEW,
    submit: "Set new password",
    procedure: "auth.resetPassword",
    input: { token: "abc", newPassword: SECRET },
  },
  {
    form: "change the password",
    node: <ChangePasswordForm />,
    filled: { "Current password": "an old secret", ...NEW },
    submit: "Change password",
    procedure: "auth.changePassword",
    input: { currentPassword: "an old secret", newPassword: SECRET },
  },
  {
    form: "set a password",
    node: <Password hasPassword={false} hasOther />,
    filled: { "New password": SECRET },
    submit: "Set password",
    procedure: "waysIn.setPassword",
    input: { newPassword: SECRET },
  },
  {
    form: "remove the password",
    node: <Password hasPassword hasOther />,
    opener: "Remove password",
    filled: { "Your password": SECRET },
    submit: "Remove it",
    procedure: "waysIn.removePassword",
    input: { currentPassword: SECRET },
  },
  {
    form: "confirm who one is with the password",
    node: <StepUpDialog proofs={["password"]} onAnswer={nothing} />,
    filled: { "Your password": SECRET },
    submit: "Confirm",
    procedure: "auth.stepUp",
    input: { password: SECRET },
  },
  {
    form: "confirm who one is with a code",
    node: <StepUpDialog proofs={["totp", "recovery_code"]} onAnswer={nothing} />,
    filled: { Code: "123456" },
    submit: "Confirm",
    procedure: "auth.stepUp",
    input: { code: "123456" },
  },
  {
    form: "delete the account",
    node: <DeleteAccountDialog opened onClose={nothing} />,
    filled: { "Your password": SECRET },
    submit: "Delete for good",
    procedure: "auth.deleteAccount",
    input: { password: SECRET, forfeitBalance: false },
  },
  {
    form: "set up an authenticator app",
    node: <TotpSetup secret="AAAA" uri="otpauth://totp/x?secret=AAAA" onCancel={nothing} onConfirmed={nothing} />,
    filled: { Code: "123456" },
    submit: "Confirm",
    procedure: "factors.confirmTotp",
    input: { code: "123456" },
  },
  {
    form: "change the email address",
    node: <EmailAddress user={MEMBER} />,
    filled: { "New email address": "new@example.org" },
    submit: "Change email address",
    procedure: "emailChange.request",
    input: { newEmail: "new@example.org" },
  },
];

describe("a password manager that fills fields without an event", () => {
  it.each(CASES)("is understood by the form to $form", async ({ node, opener, filled, submit, procedure, input }) => {
    const { callsOf } = serve({ "auth.stepUp": { success: true } });
    show(node);
    if (opener) press(opener);
    for (const [label, value] of Object.entries(filled)) fillSilently(label, value);
    press(submit);
    await waitFor(() => expect(callsOf(procedure)).toHaveLength(1));
    expect(callsOf(procedure)[0]?.input).toMatchObject(input);
  });

  it("is understood by the second step of signing in", () => {
    const onCode = vi.fn();
    serve({});
    show(<LoginCodeForm done="" hasApp isPending={false} error={null} onCode={onCode} onCancel={nothing} />, null);
    fillSilently("Code", "123456");
    press("Sign in");
    expect(onCode.mock.calls).toEqual([["123456"]]);
  });

  it("is understood when a field that is checked on leaving it is left", () => {
    serve({});
    show(<SignUpForm onDone={nothing} />, null);
    fillSilently("Email", MEMBER.email);
    fireEvent.blur(screen.getByLabelText("Email"));
    expect(screen.queryByText("Email is required")).toBeNull();
    fillSilently("Email", "no address");
    fireEvent.blur(screen.getByLabelText("Email"));
    expect(screen.getByText("Please enter a valid email address")).toBeTruthy();
  });
});

describe("a password manager", () => {
  it.each([
    ["change the password", <ChangePasswordForm key="change" />],
    ["confirm who one is", <StepUpDialog key="step-up" proofs={["password"]} onAnswer={nothing} />],
    ["delete the account", <DeleteAccountDialog key="delete" opened onClose={nothing} />],
  ])("is told the account whose password is in the form to %s, which readers aren't", (_what, node) => {
    serve({});
    show(node);
    const [name] = document.querySelectorAll<HTMLInputElement>("form [autocomplete='username']");
    expect([name?.value, name?.tabIndex, name?.getAttribute("aria-hidden")]).toEqual([MEMBER.email, -1, "true"]);
  });
});

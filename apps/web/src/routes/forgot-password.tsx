import { createFileRoute, Link } from "@tanstack/react-router";
import { pageHead } from "../lib/head.ts";
import { AuthLayout } from "../people/accounts/AuthLayout.tsx";
import { ForgotPasswordForm } from "../people/accounts/ForgotPasswordForm.tsx";
import { useFrozenAddress } from "../people/accounts/frozenAddress.ts";

export const Route = createFileRoute("/forgot-password")({
  head: () => pageHead("/forgot-password"),
  component: ForgotPassword,
});

function ForgotPassword() {
  const email = useFrozenAddress();
  return (
    <AuthLayout
      title="Forgotten password"
      lead="Enter the email address of your account, and we'll send you a link to set a new password."
      foot={<Link to="/login">Back to sign in</Link>}
    >
      <ForgotPasswordForm email={email} />
    </AuthLayout>
  );
}

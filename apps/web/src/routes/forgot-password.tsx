import { createFileRoute, Link, useLocation } from "@tanstack/react-router";
import { pageHead } from "../lib/head.ts";
import { AuthLayout } from "../people/accounts/AuthLayout.tsx";
import { ForgotPasswordForm } from "../people/accounts/ForgotPasswordForm.tsx";

export const Route = createFileRoute("/forgot-password")({
  head: () => pageHead("/forgot-password"),
  component: ForgotPassword,
});

function ForgotPassword() {
  const email = useLocation({ select: ({ state }) => state.email });
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

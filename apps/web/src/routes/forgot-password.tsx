import { createFileRoute, Link } from "@tanstack/react-router";
import { Door } from "../features/accounts/Door.tsx";
import { ForgotPasswordForm } from "../features/accounts/ForgotPasswordForm.tsx";
import { pageHead } from "../head.ts";

export const Route = createFileRoute("/forgot-password")({
  head: () => pageHead("/forgot-password"),
  component: ForgotPassword,
});

function ForgotPassword() {
  return (
    <Door
      title="Forgotten password"
      lead="Tell us the email address of your account and we send you a link to set a new password."
      foot={<Link to="/login">Back to sign in</Link>}
    >
      <ForgotPasswordForm />
    </Door>
  );
}

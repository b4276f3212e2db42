import { createFileRoute, Link } from "@tanstack/react-router";
import { pageHead } from "../lib/head.ts";
import { AuthLayout } from "../people/accounts/AuthLayout.tsx";
import { DeadLink, ResetPasswordForm } from "../people/accounts/ResetPasswordForm.tsx";

interface ResetSearch {
  /** From the mail. */
  readonly token?: string;
}

export const Route = createFileRoute("/reset-password")({
  validateSearch: ({ token }): ResetSearch => ({
    // The router reads a token of only digits as a number.
    ...(typeof token === "string" || typeof token === "number" ? { token: String(token) } : {}),
  }),
  head: () => pageHead("/reset-password"),
  component: ResetPassword,
});

function ResetPassword() {
  const { token } = Route.useSearch();
  return (
    <AuthLayout title="Set a new password" foot={<Link to="/login">Back to sign in</Link>}>
      {token ? <ResetPasswordForm token={token} /> : <DeadLink message="This reset link is incomplete." />}
    </AuthLayout>
  );
}

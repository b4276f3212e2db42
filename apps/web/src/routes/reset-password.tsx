import { createFileRoute, Link } from "@tanstack/react-router";
import { pageHead } from "../lib/head.ts";
import { readMailedToken } from "../lib/mailedToken.ts";
import { AuthLayout } from "../people/accounts/AuthLayout.tsx";
import { DeadLink, ResetPasswordForm } from "../people/accounts/ResetPasswordForm.tsx";

export const Route = createFileRoute("/reset-password")({
  validateSearch: readMailedToken,
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

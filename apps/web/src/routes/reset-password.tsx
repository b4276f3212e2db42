import { createFileRoute, Link } from "@tanstack/react-router";
import { Door } from "../features/accounts/Door.tsx";
import { DeadLink, ResetPasswordForm } from "../features/accounts/ResetPasswordForm.tsx";
import { pageHead } from "../head.ts";

interface ResetSearch {
  /** From the mail. */
  readonly token?: string;
}

export const Route = createFileRoute("/reset-password")({
  validateSearch: ({ token }): ResetSearch => ({
    // The router reads a token of digits alone as a number.
    ...(typeof token === "string" || typeof token === "number" ? { token: String(token) } : {}),
  }),
  head: () => pageHead("/reset-password"),
  component: ResetPassword,
});

function ResetPassword() {
  const { token } = Route.useSearch();
  return (
    <Door title="Set a new password" foot={<Link to="/login">Back to sign in</Link>}>
      {token ? <ResetPasswordForm token={token} /> : <DeadLink message="This reset link is not complete." />}
    </Door>
  );
}

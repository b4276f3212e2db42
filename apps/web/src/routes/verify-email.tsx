import { createFileRoute } from "@tanstack/react-router";
import { pageHead } from "../lib/head.ts";
import { AuthLayout } from "../people/accounts/AuthLayout.tsx";
import { DeadVerification, VerifyEmail } from "../people/accounts/VerifyEmail.tsx";

interface VerifySearch {
  /** From the mail. */
  readonly token?: string;
}

export const Route = createFileRoute("/verify-email")({
  validateSearch: ({ token }): VerifySearch => ({
    // The router reads a token of only digits as a number.
    ...(typeof token === "string" || typeof token === "number" ? { token: String(token) } : {}),
  }),
  head: () => pageHead("/verify-email"),
  component: ConfirmAddress,
});

function ConfirmAddress() {
  const { token } = Route.useSearch();
  return (
    <AuthLayout title="Confirm your email">
      {token ? <VerifyEmail token={token} /> : <DeadVerification message="This link is incomplete." />}
    </AuthLayout>
  );
}

import { createFileRoute } from "@tanstack/react-router";
import { pageHead } from "../lib/head.ts";
import { readMailedToken } from "../lib/mailedToken.ts";
import { AuthLayout } from "../people/accounts/AuthLayout.tsx";
import { DeadVerification, VerifyEmail } from "../people/accounts/VerifyEmail.tsx";

export const Route = createFileRoute("/verify-email")({
  validateSearch: readMailedToken,
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

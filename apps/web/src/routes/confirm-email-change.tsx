import { createFileRoute } from "@tanstack/react-router";
import { pageHead } from "../lib/head.ts";
import { readMailedToken } from "../lib/mailedToken.ts";
import { AuthLayout } from "../people/accounts/AuthLayout.tsx";
import { ConfirmEmailChange, DeadEmailChange } from "../people/accounts/EmailChangeByLink.tsx";

export const Route = createFileRoute("/confirm-email-change")({
  validateSearch: readMailedToken,
  head: () => pageHead("/confirm-email-change"),
  component: Confirm,
});

function Confirm() {
  const { token } = Route.useSearch();
  return (
    <AuthLayout title="Change your email address">
      {token ? <ConfirmEmailChange token={token} /> : <DeadEmailChange message="This link is incomplete." />}
    </AuthLayout>
  );
}

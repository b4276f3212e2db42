import { createFileRoute } from "@tanstack/react-router";
import { pageHead } from "../lib/head.ts";
import { readMailedToken } from "../lib/mailedToken.ts";
import { AuthLayout } from "../people/accounts/AuthLayout.tsx";
import { DeadKeepLink, KeepByLink } from "../people/accounts/KeepByLink.tsx";

export const Route = createFileRoute("/keep-account")({
  validateSearch: readMailedToken,
  head: () => pageHead("/keep-account"),
  component: Keep,
});

function Keep() {
  const { token } = Route.useSearch();
  return (
    <AuthLayout title="Keep your account">
      {token ? <KeepByLink token={token} /> : <DeadKeepLink message="This link is incomplete." />}
    </AuthLayout>
  );
}

import { createFileRoute } from "@tanstack/react-router";
import { FormError } from "../components/FormError.tsx";
import { pageHead } from "../lib/head.ts";
import { readMailedToken } from "../lib/mailedToken.ts";
import { AuthLayout } from "../people/accounts/AuthLayout.tsx";
import { UndoEmailChange } from "../people/accounts/EmailChangeByLink.tsx";

export const Route = createFileRoute("/undo-email-change")({
  validateSearch: readMailedToken,
  head: () => pageHead("/undo-email-change"),
  component: Undo,
});

function Undo() {
  const { token } = Route.useSearch();
  return (
    <AuthLayout title="Undo the change of your email address">
      {token ? (
        <UndoEmailChange token={token} />
      ) : (
        <FormError message="This link is incomplete." hint="Please open it exactly as we mailed it." />
      )}
    </AuthLayout>
  );
}

import { createFileRoute } from "@tanstack/react-router";
import { pageHead } from "../lib/head.ts";
import { readMailedToken } from "../lib/mailedToken.ts";
import { AuthLayout } from "../people/accounts/AuthLayout.tsx";
import { DeadFreezeLink } from "../people/accounts/FreezeByLink.tsx";
import { UndoAddedByLink } from "../people/accounts/UndoAddedByLink.tsx";

export const Route = createFileRoute("/undo-added")({
  validateSearch: readMailedToken,
  head: () => pageHead("/undo-added"),
  component: UndoAdded,
});

function UndoAdded() {
  const { token } = Route.useSearch();
  return (
    <AuthLayout title="Remove a way to sign in">
      {token ? <UndoAddedByLink token={token} /> : <DeadFreezeLink message="This link is incomplete." />}
    </AuthLayout>
  );
}

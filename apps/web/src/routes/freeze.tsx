import { createFileRoute, useLocation } from "@tanstack/react-router";
import { pageHead } from "../lib/head.ts";
import { readMailedToken } from "../lib/mailedToken.ts";
import { AuthLayout } from "../people/accounts/AuthLayout.tsx";
import { DeadFreezeLink, FreezeByLink } from "../people/accounts/FreezeByLink.tsx";
import { FrozenAccount } from "../people/accounts/FrozenAccount.tsx";

export const Route = createFileRoute("/freeze")({
  validateSearch: readMailedToken,
  head: () => pageHead("/freeze"),
  component: Freeze,
});

function Freeze() {
  const { token } = Route.useSearch();
  const isFrozen = useLocation({ select: ({ state }) => state.isFrozen });
  if (isFrozen && token === undefined) {
    return (
      <AuthLayout title="Your account is frozen">
        <FrozenAccount />
      </AuthLayout>
    );
  }
  return (
    <AuthLayout title="Freeze your account">
      {token ? <FreezeByLink token={token} /> : <DeadFreezeLink message="This link is incomplete." />}
    </AuthLayout>
  );
}

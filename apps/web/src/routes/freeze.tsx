import { createFileRoute } from "@tanstack/react-router";
import { pageHead } from "../lib/head.ts";
import { AuthLayout } from "../people/accounts/AuthLayout.tsx";
import { DeadFreezeLink, FreezeByLink } from "../people/accounts/FreezeByLink.tsx";

interface FreezeSearch {
  /** From the mail. */
  readonly token?: string;
}

export const Route = createFileRoute("/freeze")({
  validateSearch: ({ token }): FreezeSearch => ({
    // The router reads a token of only digits as a number.
    ...(typeof token === "string" || typeof token === "number" ? { token: String(token) } : {}),
  }),
  head: () => pageHead("/freeze"),
  component: Freeze,
});

function Freeze() {
  const { token } = Route.useSearch();
  return (
    <AuthLayout title="Freeze your account">
      {token ? <FreezeByLink token={token} /> : <DeadFreezeLink message="This link is incomplete." />}
    </AuthLayout>
  );
}

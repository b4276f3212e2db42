import { createFileRoute, useRouter } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { pageHead } from "../lib/head.ts";
import { AuthLayout } from "../people/accounts/AuthLayout.tsx";
import { FromProvider } from "../people/accounts/FromProvider.tsx";
import { ownPath } from "../people/accounts/redirect.ts";

export const Route = createFileRoute("/login_/$provider")({
  head: () => pageHead("/login/$provider"),
  component: FromOutside,
});

/** Where providers send browsers back to. */
function FromOutside() {
  const { provider } = Route.useParams();
  const router = useRouter();
  const [answer] = useState(() => window.location.search);
  useEffect(() => {
    // The answer is no longer needed there, and stays out of the history and of what is shared.
    window.history.replaceState(window.history.state, "", window.location.pathname);
  }, []);
  return (
    <AuthLayout title="Finish signing in">
      <FromProvider
        provider={provider}
        answer={answer}
        onSignedIn={(redirectTo) => router.history.replace(ownPath(redirectTo))}
        onCancel={() => router.history.replace("/login")}
        onLinked={() => router.history.replace("/settings?tab=security")}
      />
    </AuthLayout>
  );
}

import { createFileRoute, Link, redirect, useRouter } from "@tanstack/react-router";
import { pageHead } from "../lib/head.ts";
import { sessionReady } from "../lib/session.ts";
import { AuthLayout } from "../people/accounts/AuthLayout.tsx";
import { ownPath } from "../people/accounts/redirect.ts";
import { SignInForm } from "../people/accounts/SignInForm.tsx";

interface LoginSearch {
  /** Where to go after sign-in: a path on this site. */
  readonly redirectTo?: string;
}

export const Route = createFileRoute("/login")({
  validateSearch: ({ redirectTo }): LoginSearch => (typeof redirectTo === "string" ? { redirectTo } : {}),
  beforeLoad: async ({ search }) => {
    if (await sessionReady()) throw redirect({ href: ownPath(search.redirectTo), replace: true });
  },
  head: () => pageHead("/login"),
  component: Login,
});

function Login() {
  const { redirectTo } = Route.useSearch();
  const router = useRouter();
  return (
    <AuthLayout
      title="Sign in"
      foot={
        <>
          New here? <Link to="/signup">Create an account</Link>
        </>
      }
    >
      <SignInForm redirectTo={ownPath(redirectTo)} onDone={() => router.history.replace(ownPath(redirectTo))} />
    </AuthLayout>
  );
}

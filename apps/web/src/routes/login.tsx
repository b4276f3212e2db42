import { createFileRoute, Link, redirect, useRouter } from "@tanstack/react-router";
import { pageHead } from "../lib/head.ts";
import { sessionReady } from "../lib/session.ts";
import { AuthLayout } from "../people/accounts/AuthLayout.tsx";
import { ownPath, readEntrySearch } from "../people/accounts/redirect.ts";
import { SignInForm } from "../people/accounts/SignInForm.tsx";

export const Route = createFileRoute("/login")({
  validateSearch: readEntrySearch,
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
          New here?{" "}
          <Link to="/signup" search={{ redirectTo }}>
            Create an account
          </Link>
        </>
      }
    >
      <SignInForm redirectTo={ownPath(redirectTo)} onDone={() => router.history.replace(ownPath(redirectTo))} />
    </AuthLayout>
  );
}

import { createFileRoute, Link, redirect, useRouter } from "@tanstack/react-router";
import { pageHead } from "../lib/head.ts";
import { sessionReady } from "../lib/session.ts";
import { AuthLayout } from "../people/accounts/AuthLayout.tsx";
import { ownPath, readEntrySearch } from "../people/accounts/redirect.ts";
import { SignUpForm } from "../people/accounts/SignUpForm.tsx";

export const Route = createFileRoute("/signup")({
  validateSearch: readEntrySearch,
  beforeLoad: async ({ search }) => {
    if (await sessionReady()) throw redirect({ href: ownPath(search.redirectTo), replace: true });
  },
  head: () => pageHead("/signup"),
  component: SignUp,
});

function SignUp() {
  const { redirectTo } = Route.useSearch();
  const router = useRouter();
  return (
    <AuthLayout
      title="Create an account"
      lead="Get paid when your answer is accepted."
      foot={
        <>
          Already a member?{" "}
          <Link to="/login" search={{ redirectTo }}>
            Sign in
          </Link>
        </>
      }
    >
      <SignUpForm redirectTo={ownPath(redirectTo)} onDone={() => router.history.replace(ownPath(redirectTo))} />
    </AuthLayout>
  );
}

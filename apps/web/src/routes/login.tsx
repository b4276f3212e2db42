import { createFileRoute, Link, redirect, useRouter } from "@tanstack/react-router";
import { Door } from "../features/accounts/Door.tsx";
import { ownPath } from "../features/accounts/redirect.ts";
import { SignInForm } from "../features/accounts/SignInForm.tsx";
import { pageHead } from "../head.ts";
import { sessionReady } from "../session.tsx";

interface LoginSearch {
  /** Where to go after sign-in: a path of our own. */
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
    <Door
      title="Sign in"
      foot={
        <>
          New here? <Link to="/signup">Create an account</Link>
        </>
      }
    >
      <SignInForm onDone={() => router.history.replace(ownPath(redirectTo))} />
    </Door>
  );
}

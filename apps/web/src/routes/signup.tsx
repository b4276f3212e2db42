import { createFileRoute, Link, redirect, useNavigate } from "@tanstack/react-router";
import { pageHead } from "../lib/head.ts";
import { sessionReady } from "../lib/session.ts";
import { AuthLayout } from "../people/accounts/AuthLayout.tsx";
import { SignUpForm } from "../people/accounts/SignUpForm.tsx";

export const Route = createFileRoute("/signup")({
  beforeLoad: async () => {
    if (await sessionReady()) throw redirect({ to: "/profile", replace: true });
  },
  head: () => pageHead("/signup"),
  component: SignUp,
});

function SignUp() {
  const navigate = useNavigate();
  return (
    <AuthLayout
      title="Create an account"
      lead="Ask, answer, and be paid when your answer is the one that helps."
      foot={
        <>
          Already a member? <Link to="/login">Sign in</Link>
        </>
      }
    >
      <SignUpForm onDone={() => void navigate({ to: "/profile", replace: true })} />
    </AuthLayout>
  );
}

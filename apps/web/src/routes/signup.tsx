import { createFileRoute, Link, redirect, useNavigate } from "@tanstack/react-router";
import { Door } from "../features/accounts/Door.tsx";
import { SignUpForm } from "../features/accounts/SignUpForm.tsx";
import { pageHead } from "../head.ts";
import { sessionReady } from "../session.tsx";

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
    <Door
      title="Create an account"
      lead="Ask, answer, and be paid when your answer is the one that helps."
      foot={
        <>
          Already a member? <Link to="/login">Sign in</Link>
        </>
      }
    >
      <SignUpForm onDone={() => void navigate({ to: "/profile", replace: true })} />
    </Door>
  );
}

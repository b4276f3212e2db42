import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { EmptyState } from "../../components/EmptyState.tsx";
import { serverText } from "../../lib/errors.ts";

/** Tells a suspended member why they see no votes; trying again wouldn't help. */
export function SuspendedVoter({ error }: { error: unknown }) {
  return (
    <EmptyState
      title="You can't vote while you're suspended"
      action={
        <Button variant="default" renderRoot={(props) => <Link to="/wallet" {...props} />}>
          Go to your wallet
        </Button>
      }
    >
      {serverText(error, "Your account is suspended.")}
    </EmptyState>
  );
}

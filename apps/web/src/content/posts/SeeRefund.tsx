import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";

/** Links to a refund request from what it blocks. */
export function SeeRefund({ requestId }: { requestId: string }) {
  return (
    <Button renderRoot={(props) => <Link to="/refund-requests/$requestId" params={{ requestId }} {...props} />}>
      See the refund request
    </Button>
  );
}

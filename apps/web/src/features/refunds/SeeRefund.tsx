import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";

/** From what a refund request stands in the way of, to the request. */
export function SeeRefund({ requestId }: { requestId: string }) {
  return (
    <Button renderRoot={(props) => <Link to="/refund-requests/$requestId" params={{ requestId }} {...props} />}>
      See the refund request
    </Button>
  );
}

import { createFileRoute } from "@tanstack/react-router";
import { RefundPage } from "../features/refunds/RefundPage.tsx";
import { pageHead } from "../head.ts";

export const Route = createFileRoute("/refund-requests/$requestId")({
  head: () => pageHead("Refund request"),
  component: RefundRequest,
});

function RefundRequest() {
  const { requestId } = Route.useParams();
  return <RefundPage key={requestId} requestId={requestId} />;
}

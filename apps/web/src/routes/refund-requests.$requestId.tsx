import { createFileRoute } from "@tanstack/react-router";
import { RefundPage } from "../governance/refunds/RefundPage.tsx";
import { pageHead } from "../lib/head.ts";
import { sessionReady } from "../lib/session.ts";
import { utils } from "../lib/trpc.ts";

export const Route = createFileRoute("/refund-requests/$requestId")({
  // Awaited for its title; the page shows errors itself, and nothing is fetched for a visitor.
  loader: async ({ params }) => {
    if (!(await sessionReady())) return {};
    try {
      const { request } = await utils.refunds.get.ensureData({ id: params.requestId }, { retry: false });
      return { title: `Refund request: ${request.postTitle}` };
    } catch {
      return {};
    }
  },
  head: ({ loaderData }) => pageHead("/refund-requests/$requestId", loaderData),
  component: RefundRequest,
});

function RefundRequest() {
  const { requestId } = Route.useParams();
  return <RefundPage key={requestId} requestId={requestId} />;
}

import { createFileRoute } from "@tanstack/react-router";
import { DocsPage } from "../features/docs/DocsPage.tsx";
import { docsLoader } from "../features/docs/loader.ts";
import { pageHead } from "../head.ts";

export const Route = createFileRoute("/privacy")({
  loader: () => docsLoader("privacy"),
  head: () => pageHead("/privacy"),
  component: Page,
});

function Page() {
  return <DocsPage page={Route.useLoaderData()} />;
}

import { createFileRoute } from "@tanstack/react-router";
import { pageHead } from "../lib/head.ts";
import { DocsPage } from "../operations/docs/DocsPage.tsx";
import { docsLoader } from "../operations/docs/loader.ts";

export const Route = createFileRoute("/privacy")({
  loader: () => docsLoader("privacy"),
  head: () => pageHead("/privacy"),
  component: Page,
});

function Page() {
  return <DocsPage page={Route.useLoaderData()} />;
}

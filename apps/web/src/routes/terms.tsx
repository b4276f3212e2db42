import { createFileRoute } from "@tanstack/react-router";
import { pageHead } from "../lib/head.ts";
import { DocsPage } from "../operations/docs/DocsPage.tsx";
import { docsLoader } from "../operations/docs/loader.ts";

export const Route = createFileRoute("/terms")({
  loader: () => docsLoader("terms"),
  head: () => pageHead("/terms"),
  component: Page,
});

function Page() {
  return <DocsPage page={Route.useLoaderData()} />;
}

import { createFileRoute, redirect } from "@tanstack/react-router";
import { DocsPage } from "../operations/docs/DocsPage.tsx";
import { docsHead } from "../operations/docs/head.ts";
import { docsLoader } from "../operations/docs/loader.ts";

export const Route = createFileRoute("/docs/$slug")({
  loader: ({ params: { slug } }) => {
    // The cookie policy is a chapter of another page, but has its own address.
    if (slug === "cookies") throw redirect({ to: "/docs/$slug", params: { slug: "legal" }, hash: "cookie-policy" });
    if (slug === "privacy" || slug === "terms") throw redirect({ to: `/${slug}` });
    return docsLoader(slug);
  },
  head: ({ params: { slug } }) => docsHead(`/docs/${slug}`),
  component: Page,
});

function Page() {
  return <DocsPage page={Route.useLoaderData()} />;
}

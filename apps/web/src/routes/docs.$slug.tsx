import { createFileRoute, redirect } from "@tanstack/react-router";
import { DocsPage } from "../features/docs/DocsPage.tsx";
import { docsHead } from "../features/docs/head.ts";
import { docsLoader } from "../features/docs/loader.ts";

export const Route = createFileRoute("/docs/$slug")({
  loader: ({ params: { slug } }) => {
    // Its policy is a chapter of another page, as others have addresses of their own.
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

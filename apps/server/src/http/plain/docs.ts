import { APP } from "@bbux/contract";
import { pdfAddressOf, SLUGS, type Slug } from "@bbux/docs/pages";
import { PDF_POLICY } from "../security-headers.ts";
import { NO_INPUT, openRoute } from "./route.ts";

/** The title of each page in the API document. */
const TITLES: Readonly<Record<Slug, string>> = {
  platform: "The platform's documentation",
  "user-guide": "The user guide",
  "developer-guide": "The developer guide",
  "api-reference": "The API reference",
  "deployment-guide": "The deployment guide",
  "refund-system": "The guide to refunds",
  legal: "All legal texts",
  terms: "The terms of service",
  privacy: "The privacy policy",
  cookies: "The cookie policy",
};

/** Paths below /api. Pages that the app has at /privacy and /terms are available under /docs/ as well (M2.55, M2.60). */
function pathsOf(slug: Slug): `/${string}`[] {
  const own = pdfAddressOf(slug).slice("/api".length);
  return [...new Set([own, `/docs/${slug}.pdf`])].map((path): `/${string}` => `/${path.slice(1)}`);
}

/** Every documentation page as a PDF, for anyone. */
export const printedPages = SLUGS.flatMap((slug) =>
  pathsOf(slug).map((path) =>
    openRoute({
      method: "GET",
      path,
      input: NO_INPUT,
      operation: {
        operationId: `documents-${path.slice(1, -".pdf".length).replace("/", "-")}`,
        summary: `${TITLES[slug]} as a PDF`,
        description: `What the web app shows, to be kept or printed. It is made when it is first asked for, which may take seconds; its \`ETag\` stays as long as the text does, and a request with \`If-None-Match\` is answered with 304.`,
        tag: "documents",
        content: { "application/pdf": { schema: { type: "string", contentMediaType: "application/pdf" } } },
      },
      async serve({ ctx, request, reply }) {
        const { body, etag } = await ctx.documents.pdf(slug);
        reply.header("etag", etag).header("cache-control", "public, max-age=300");
        if (request.headers["if-none-match"]?.includes(etag)) return reply.code(304).send();
        return reply
          .type("application/pdf")
          .header("content-disposition", `inline; filename="${APP.name.toLowerCase()}-${slug}.pdf"`)
          .header("x-content-type-options", "nosniff")
          .header("content-security-policy", PDF_POLICY)
          .send(body);
      },
    }),
  ),
);

import { type Brand, LANDING, leadOf, namedDescription, PAGES } from "@bbux/contract";
import { escaped } from "../escape.ts";
import { previewOf } from "../head.ts";
import type { HtmlPage, Sources } from "../page.ts";
import { COMMUNITY_FEED } from "./feed.ts";
import { boardOf, exampleOf, readFigures, statsOf } from "./landing-figures.ts";

function logoOf(origin: string, brand: Brand): { logo?: string } {
  const image = previewOf(brand);
  return image ? { logo: origin + image.path } : {};
}

/** The front page: its headline and lead, which the app shows in the same place, and the community's figures unless they can't be read. */
export async function landingPage({ name, ...sources }: Sources): Promise<HtmlPage> {
  const { title, description } = PAGES["/"];
  const figures = await readFigures(sources).catch((err: unknown) => {
    sources.warn(err, "the front page has no figures");
    return null;
  });
  return {
    status: 200,
    title,
    description,
    canonical: "/",
    index: true,
    kind: "website",
    data: (origin, brand) => [
      {
        "@type": "WebSite",
        name: brand.name,
        url: `${origin}/`,
        description: namedDescription(description, brand.name),
        potentialAction: {
          "@type": "SearchAction",
          target: { "@type": "EntryPoint", urlTemplate: `${origin}/community?search={search_term_string}` },
          "query-input": "required name=search_term_string",
        },
      },
      { "@type": "Organization", name: brand.name, url: `${origin}/`, ...logoOf(origin, brand) },
    ],
    feed: COMMUNITY_FEED,
    width: "landing",
    ...(figures && { first: figures }),
    content:
      `<div class="hero"><div><h1>${escaped(LANDING.headline)}</h1><p class="lead">${escaped(leadOf(name))}</p>` +
      `<p class="actions"><a href="/signup">Sign up</a><a href="/posts/create">Ask a question</a></p></div>` +
      (figures ? `${exampleOf(figures)}</div>${statsOf(figures)}${boardOf(figures, sources.now())}` : "</div>"),
  };
}

import { APP, LANDING, PAGES } from "@bbux/contract";
import { escaped } from "../escape.ts";
import type { HtmlPage } from "../page.ts";
import { COMMUNITY_FEED } from "./feed.ts";

/** The front page: its headline and lead, which the app shows in the same place. */
export function landingPage(): HtmlPage {
  const { title, description } = PAGES["/"];
  return {
    status: 200,
    title,
    description,
    canonical: "/",
    index: true,
    kind: "website",
    data: (origin) => [
      {
        "@type": "WebSite",
        name: APP.name,
        url: `${origin}/`,
        description,
        potentialAction: {
          "@type": "SearchAction",
          target: { "@type": "EntryPoint", urlTemplate: `${origin}/community?search={search_term_string}` },
          "query-input": "required name=search_term_string",
        },
      },
      { "@type": "Organization", name: APP.name, url: `${origin}/`, logo: `${origin}/og.png` },
    ],
    feed: COMMUNITY_FEED,
    content:
      `<div class="first-page" data-width="landing"><div><h1>${escaped(LANDING.headline)}</h1><p class="lead">${escaped(LANDING.lead)}</p>` +
      `<p class="actions"><a href="/signup">Get started</a><a href="/posts/create">Create a bounty</a></p></div></div>`,
  };
}

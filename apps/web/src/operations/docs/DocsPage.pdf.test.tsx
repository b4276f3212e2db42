import { compilePage, type Slug } from "@bbux/docs";
import { MantineProvider } from "@mantine/core";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it, vi } from "vitest";
import { DocsPage } from "./DocsPage.tsx";

vi.mock("virtual:docs", () => ({ pages: [], bodies: {} }));
vi.mock("@tanstack/react-router", () => ({
  Link: ({ children }: { children: ReactNode }) => <a href="/">{children}</a>,
}));
vi.mock("./DocsSearch.tsx", () => ({ DocsSearch: () => null }));
vi.mock("./DocsNav.tsx", () => ({ DocsNav: () => null }));
vi.mock("./DocsToc.tsx", () => ({ DocsToc: () => null }));
vi.mock("./DocsProse.tsx", () => ({ DocsProse: () => null }));

it.each<Slug>(["platform", "user-guide", "developer-guide", "api-reference"])(
  "the page %s links to its PDF [M2.39 M2.42 M2.45 M2.48]",
  (slug) => {
    const { meta } = compilePage(slug);
    const html = renderToStaticMarkup(
      <MantineProvider>
        <DocsPage page={{ meta, body: { html: "", toc: [] } }} />
      </MantineProvider>,
    );
    const links = [...html.matchAll(/<a [^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/gs)];
    const [link] = links.filter(([, , content = ""]) => content.includes("Download PDF"));
    expect(link?.[1]).toBe(`/api/docs/${slug}.pdf`);
  },
);

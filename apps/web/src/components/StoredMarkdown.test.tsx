// @vitest-environment happy-dom
import { toHtml } from "@bbux/markdown";
import { hasMath } from "@bbux/markdown/formulas";
import { MantineProvider } from "@mantine/core";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterContextProvider,
} from "@tanstack/react-router";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, describe, expect, it } from "vitest";
import { loadMath } from "./Markdown.loader.ts";
import { HOSTILE, ORDINARY } from "./Markdown.samples.ts";
import { Markdown } from "./Markdown.tsx";
import { StoredMarkdown } from "./StoredMarkdown.tsx";

const root = createRootRoute();
const user = createRoute({ getParentRoute: () => root, path: "/users/$username" });
const router = createRouter({ routeTree: root.addChildren([user]), history: createMemoryHistory() });

function render(node: ReactNode): string {
  const page = renderToStaticMarkup(
    <RouterContextProvider router={router as never}>
      <MantineProvider>{node}</MantineProvider>
    </RouterContextProvider>,
  );
  return page.replace(/<style[\s\S]*?<\/style>/g, "");
}

/** The DOM of these tests decodes nothing after a bare `>`, which browsers do. */
const readable = (html: string) => html.replace(/(^|>)([^<]*)/g, (_, end, text) => end + text.replaceAll(">", "&gt;"));

/** The ids of two renderers differ, and neither shows line breaks between blocks. */
function comparable(html: string): string {
  return html.replace(/(id="|href="#)[^"]*?(?=fn)/g, "$1").replace(/>\n+</g, "><");
}

beforeAll(async () => {
  // Other tests in this process look for it, too.
  Object.defineProperty(document, "fonts", {
    configurable: true,
    value: Object.assign(new EventTarget(), { load: async () => [] }),
  });
  await loadMath("$x$");
});

describe("what the server rendered is drawn as the browser would have drawn it", () => {
  it.each([...ORDINARY, ...HOSTILE])("%j", (content) => {
    expect(comparable(render(<StoredMarkdown html={readable(toHtml(content) ?? "")} />))).toBe(
      comparable(render(<Markdown content={content} />)),
    );
  });
  it("with formulas among them", () => expect(ORDINARY.some(hasMath)).toBe(true));
});

describe("HTML that isn't the server's can't get into the page", () => {
  it.each([
    ["<script>alert(1)</script>", ""],
    ['<img src="x" onerror="alert(1)">', "<span></span>"],
    ['<a href="javascript:alert(1)">x</a>', "<span>x</span>"],
    [
      '<a href="https://example.org" onclick="alert(1)" target="_top">x</a>',
      '<a href="https://example.org" rel="nofollow ugc noopener">x</a>',
    ],
    ['<iframe src="https://evil.example"></iframe>', ""],
    ['<form action="https://evil.example"><input name="password"><button>x</button></form>', "x"],
    [
      '<p style="background:url(https://evil.example/x);position:fixed;color:red">x</p>',
      '<p style="position:fixed;color:red">x</p>',
    ],
    ['<p id="main">x</p>', "<p>x</p>"],
    [
      '<svg><a xlink:href="javascript:alert(1)"><path d="M0"></path></a></svg>',
      '<svg><span><path d="M0"></path></span></svg>',
    ],
    [
      '<svg><use href="https://evil.example/x.svg#x"></use><foreignObject><p>x</p></foreignObject></svg>',
      "<svg><p>x</p></svg>",
    ],
    [
      '<link rel="stylesheet" href="https://evil.example/x.css"><style>p{color:red}</style><base href="//evil.example">',
      "",
    ],
    ['<input type="text" value="x"><input type="checkbox" checked>', '<input type="checkbox" disabled="" checked=""/>'],
  ])("%s", (html, drawn) => {
    const page = render(<StoredMarkdown html={html} />);
    expect(page.replace(/^<div[^>]*>([\s\S]*)<\/div>$/, "$1")).toBe(drawn);
  });
});

import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterContextProvider,
} from "@tanstack/react-router";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { MessageText } from "./MessageText.tsx";
import { mentionOf } from "./mention.ts";

const root = createRootRoute();
const user = createRoute({ getParentRoute: () => root, path: "/users/$username" });
const router = createRouter({ routeTree: root.addChildren([user]), history: createMemoryHistory() });

const render = (content: string) =>
  renderToStaticMarkup(
    <RouterContextProvider router={router as never}>
      <MessageText content={content} />
    </RouterContextProvider>,
  );

describe("the text of a message", () => {
  it("can have links, code and emphasis", () => {
    const html = render("see https://example.org and `x` and **this**\n```js\nlet y;\n```");
    expect(html).toContain('href="https://example.org" rel="nofollow ugc noopener"');
    expect(html).toContain("<code>x</code>");
    expect(html).toContain("<strong>this</strong>");
    expect(html).toMatch(/<pre tabindex="0"><code[^>]*>let y;/i);
  });

  it("has no headings, tables or pictures, but keeps their text", () => {
    const html = render("# Big\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n![cat](https://example.org/cat.png)");
    expect(html).not.toMatch(/<(h\d|table|img|hr)/);
    expect(html).toContain("<strong>Big</strong>");
    expect(html).toContain('<a href="https://example.org/cat.png"');
  });

  it.each([
    "[x](javascript:alert(1))",
    "[GIF: x](javascript:alert(1))",
    "![x](javascript:alert(1))",
    "<img src=x onerror=alert(1)>",
    "[x](/api/auth/logout)",
    "[x](/chat/../api/auth/logout)",
    "<script>alert(1)</script>",
  ])("is inert: %s", (content) => {
    expect(render(content)).not.toMatch(/<(script|img)|\s(href|src)="/);
  });

  it("links messages of the chat and mentioned members", () => {
    expect(render("[there](/chat/help?at=12)")).toContain('href="/chat/help?at=12"');
    expect(render("hello @ada")).toContain('href="/users/ada"');
  });
});

describe("a mention", () => {
  it.each([
    ["@ada hello", true],
    ["hello (@Ada)!", true],
    ["@adam", false],
    ["me@ada.org", false],
    ["ada", false],
  ])("%s: %s", (text, called) => expect(mentionOf("ada").test(text)).toBe(called));
});

import { MantineProvider } from "@mantine/core";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterContextProvider,
} from "@tanstack/react-router";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { Markdown } from "./Markdown.tsx";

const root = createRootRoute();
const user = createRoute({ getParentRoute: () => root, path: "/users/$username" });
const router = createRouter({ routeTree: root.addChildren([user]), history: createMemoryHistory() });

/** Returns where the mentions of a text lead. */
function mentioned(content: string): string[] {
  const html = renderToStaticMarkup(
    <RouterContextProvider router={router as never}>
      <MantineProvider>
        <Markdown content={content} />
      </MantineProvider>
    </RouterContextProvider>,
  );
  return Array.from(html.matchAll(/href="(\/users\/[^"]*)"[^>]*>@/g), ([, href = ""]) => href);
}

describe("a mention", () => {
  it("leads to the member, wherever it is in the text", () => {
    expect(mentioned("@ada, ask **@linus_t** (and @grace-h)!\n\n- @Bob")).toEqual([
      "/users/ada",
      "/users/linus_t",
      "/users/grace-h",
      "/users/Bob",
    ]);
  });

  it.each([
    ["code", "`@ada`"],
    ["a fence", "```\n@ada\n```"],
    ["a link", "[@ada](https://example.org)"],
    ["an address", "write to ada@example.org"],
    ["a package", "npm install @types/node"],
    ["a name too short", "@ab"],
    ["a name too long", `@${"a".repeat(31)}`],
    ["a former member's name", "@deleted-42"],
  ])("isn't recognized in %s", (_, content) => {
    expect(mentioned(content)).toEqual([]);
  });
});

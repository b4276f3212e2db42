// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import { Component, type ReactNode } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

const WRITTEN = "Some *text*\n  with <b>space</b>";

class Page extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };
  static getDerivedStateFromError = () => ({ failed: true });
  override render = () => (this.state.failed ? "The route's error page" : this.props.children);
}

/** The parsers can't be loaded until they are `back`. */
const chunks = vi.hoisted(() => ({ back: false }));
vi.mock("./Markdown.tsx", () => {
  if (!chunks.back) throw new TypeError("Failed to fetch dynamically imported module");
  return { Markdown: () => <em>parsed</em> };
});
vi.mock("./MarkdownTitle.formulas.tsx", () => {
  if (!chunks.back) throw new TypeError("Failed to fetch dynamically imported module");
  return { TitleWithFormulas: () => <em>formulas</em> };
});

beforeEach(() => {
  chunks.back = false;
  vi.resetModules();
});
afterEach(cleanup);

async function mount(what: "text" | "title") {
  const { Prose } = await import("./Prose.tsx");
  const { MarkdownTitle } = await import("./MarkdownTitle.tsx");
  render(
    <Page>
      <main>{what === "text" ? <Prose content={WRITTEN} html={null} /> : <MarkdownTitle title="What is $x$?" />}</main>
    </Page>,
  );
}

it.each([
  ["text", WRITTEN, "parsed"],
  ["title", "What is $x$?", "formulas"],
] as const)(
  "a %s is shown as written when its parser can't be loaded, and parsed later",
  { tags: "proof" },
  async (what, written, parsed) => {
    const { lateMarkdown, lateTitles } = await import("./Prose.loader.ts");
    const part = what === "text" ? lateMarkdown : lateTitles;
    await mount(what);
    await vi.waitFor(() => expect(part.failures()).toBe(1));
    expect(screen.getByRole("main").textContent).toBe(written);
    expect(screen.queryByText("parsed")).toBeNull();
    cleanup();
    chunks.back = true;
    await mount(what);
    expect(await screen.findByText(parsed)).toBeTruthy();
  },
);

it("a page's loader doesn't fail with them", async () => {
  const { loadProse } = await import("./Prose.loader.ts");
  await expect(loadProse("A title", [{ content: WRITTEN, contentHtml: null }])).resolves.toBeUndefined();
});

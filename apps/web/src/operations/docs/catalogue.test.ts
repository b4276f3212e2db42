import { compilePage, isSlug } from "@bbux/docs";
import { expect, it, vi } from "vitest";
import { TASKS } from "./catalogue.ts";

vi.mock("virtual:docs", () => ({ pages: [], bodies: {} }));

const placeOf = (href: string) => /^\/docs\/([\w-]+)#([\w-]+)$/.exec(href)?.slice(1) ?? [];
const slugs = new Set(TASKS.map(({ href }) => placeOf(href)[0] ?? ""));
const sections = new Map(
  [...slugs].filter(isSlug).map((slug): [string, string[]] => {
    return [slug, compilePage(slug).toc.map(({ id }) => id)];
  }),
);

it.each(TASKS)("“$title” leads to a section of the documentation", ({ href }) => {
  const [slug = "", id] = placeOf(href);
  expect(sections.get(slug)).toContain(id);
});

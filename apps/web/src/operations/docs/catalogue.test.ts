import { compilePage, isSlug } from "@bbux/docs";
import { expect, it, vi } from "vitest";
import { TASKS } from "./catalogue.ts";

vi.mock("virtual:docs", () => ({ pages: [], bodies: {} }));

it.each(TASKS)("“$title” leads to a section of the documentation", ({ href }) => {
  const [, slug = "", id] = /^\/docs\/([\w-]+)#([\w-]+)$/.exec(href) ?? [];
  const toc = isSlug(slug) ? compilePage(slug).toc : [];
  expect(toc.map((section) => section.id)).toContain(id);
});

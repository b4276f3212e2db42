import { expect, it } from "vitest";
import { relatedQuery } from "./related.ts";

it.each([
  ["", null],
  ["How does this work?", null],
  ["How do I share a connection pool between worker threads?", "share or connection or pool or worker or threads"],
  ["Rust, rust and RUST: lifetimes", "rust or lifetimes"],
])("'%s' asks for %s", (title, expected) => {
  expect(relatedQuery(title)).toBe(expected);
});

it("stays within what a search may hold", () => {
  expect(relatedQuery("x".repeat(90).concat(" ", "y".repeat(90), " ", "z".repeat(90)))?.length).toBeLessThanOrEqual(
    200,
  );
});

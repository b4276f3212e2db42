import { describe, expect, it } from "vitest";
import { withLateStyles } from "./lateStyles.ts";

describe("the app's stylesheets", () => {
  it("are fetched at once, in force for paper only until the app says so, and stay where they stood", () =>
    expect(withLateStyles('<head><link rel="stylesheet" crossorigin href="/a.css"></head>')).toBe(
      '<head><link rel="preload" as="style" crossorigin href="/a.css">\n' +
        '    <link rel="stylesheet" media="print" data-late crossorigin href="/a.css"></head>',
    ));
  it("are missed when there are none", () => expect(() => withLateStyles("<head></head>")).toThrow("no stylesheet"));
});

import { describe, expect, it } from "vitest";
import { withLateScripts, withLateStyles } from "./lateParts.ts";

describe("the app's stylesheets", () => {
  it("are fetched immediately, apply to print only until the app enables them, and keep their position", () =>
    expect(withLateStyles('<head><link rel="stylesheet" crossorigin href="/a.css"></head>')).toBe(
      '<head><link rel="preload" as="style" fetchpriority="low" crossorigin href="/a.css">\n' +
        '    <link rel="stylesheet" media="print" data-late crossorigin href="/a.css"></head>',
    ));
  it("must exist", () => expect(() => withLateStyles("<head></head>")).toThrow("no stylesheet"));
});

describe("the app's code", () => {
  it("is fetched after what the first paint may need", () =>
    expect(
      withLateScripts(
        '<script type="module" crossorigin src="/a.js"></script><link rel="modulepreload" crossorigin href="/b.js">',
      ),
    ).toBe(
      '<script type="module" fetchpriority="low" crossorigin src="/a.js"></script>' +
        '<link rel="modulepreload" fetchpriority="low" crossorigin href="/b.js">',
    ));
  it("must exist", () => expect(() => withLateScripts("<head></head>")).toThrow("no script"));
});

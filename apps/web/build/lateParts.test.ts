import { describe, expect, it } from "vitest";
import { withLateScripts, withLateStyles } from "./lateParts.ts";

describe("the app's stylesheets", () => {
  it("are fetched at once, in force for paper only until the app says so, and stay where they stood", () =>
    expect(withLateStyles('<head><link rel="stylesheet" crossorigin href="/a.css"></head>')).toBe(
      '<head><link rel="preload" as="style" fetchpriority="low" crossorigin href="/a.css">\n' +
        '    <link rel="stylesheet" media="print" data-late crossorigin href="/a.css"></head>',
    ));
  it("are missed when there are none", () => expect(() => withLateStyles("<head></head>")).toThrow("no stylesheet"));
});

describe("the app's code", () => {
  it("is fetched behind what the first paint may need", () =>
    expect(
      withLateScripts(
        '<script type="module" crossorigin src="/a.js"></script><link rel="modulepreload" crossorigin href="/b.js">',
      ),
    ).toBe(
      '<script type="module" fetchpriority="low" crossorigin src="/a.js"></script>' +
        '<link rel="modulepreload" fetchpriority="low" crossorigin href="/b.js">',
    ));
  it("is missed when there is none", () => expect(() => withLateScripts("<head></head>")).toThrow("no script"));
});

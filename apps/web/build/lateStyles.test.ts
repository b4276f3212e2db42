import { describe, expect, it } from "vitest";
import { withLateStyles } from "./lateStyles.ts";

const page = (head: string, between = "") =>
  `<head>\n${head}</head>\n<body>\n  <div id="root"></div>\n${between}  <!-- Host of toasts -->\n</body>`;
const SHEET = '    <link rel="stylesheet" crossorigin href="/a.css">\n';

describe("the app's stylesheets", () => {
  it("stand behind the content, so that it is painted without them", () =>
    expect(withLateStyles(page(SHEET))).toBe(page("", SHEET)));
  it("are missed when there are none, or nowhere to put them", () => {
    expect(() => withLateStyles(page(""))).toThrow("no stylesheet");
    expect(() => withLateStyles(`<head>${SHEET}</head>`)).toThrow("no end");
  });
});

import { describe, expect, it } from "vitest";
import { highlightParts } from "./highlight.ts";

const START = "\uE000";
const STOP = "\uE001";
const hit = (text: string) => ({ text, match: true });
const rest = (text: string) => ({ text, match: false });

describe("a marked text in parts", () => {
  it.each([
    ["nothing marked", [rest("nothing marked")]],
    [`a ${START}b${STOP} c`, [rest("a "), hit("b"), rest(" c")]],
    [`${START}a${STOP}${START}b${STOP}`, [hit("a"), hit("b")]],
    [`${START}all${STOP}`, [hit("all")]],
    ["", []],
    [`${START}${STOP}`, []],
    [`${START}never closed`, [hit("never closed")]],
    [`closed${STOP} only`, [rest(`closed${STOP} only`)]],
    [`<b>${START}<i>${STOP}`, [rest("<b>"), hit("<i>")]],
  ])("%j [C7.24]", (marked, parts) => expect(highlightParts(marked)).toEqual(parts));
});

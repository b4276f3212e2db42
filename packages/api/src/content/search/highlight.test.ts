import { describe, expect, it } from "vitest";
import { highlightParts, passageParts } from "./highlight.ts";

const START = "\uE000";
const STOP = "\uE001";
const hit = (text: string) => ({ text, match: true });
const rest = (text: string) => ({ text, match: false });

describe("a marked text split into parts", () => {
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

describe("a marked passage of Markdown split into parts", () => {
  it.each([
    [
      `## ${START}A${STOP} heading\n\nSome **bold** \`${START}code${STOP}\``,
      [hit("A"), rest(" heading Some bold "), hit("code")],
    ],
    [`\uE006 one\n\uE006 ${START}two${STOP}`, [rest("one "), hit("two")]],
    [
      `| a | ${START}b${STOP} |\n|\uE006\uE006\uE006|\uE006\uE006\uE006|\n| 1 | 2 |`,
      [rest("a "), hit("b"), rest(" 1 2")],
    ],
    [`__init__ of ${START}List${STOP}\uE004String>`, [rest("__init__ of "), hit("List"), rest("<String>")]],
    [`It is *${START}confirmed${STOP}* \`*here*\``, [rest("It is "), hit("confirmed"), rest(" *here*")]],
    ["", []],
  ])("%j shows no Markdown, and keeps identifiers [C7.24]", (marked, parts) => {
    expect(passageParts(marked)).toEqual(parts);
  });
});

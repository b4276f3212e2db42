import { expect, it } from "vitest";
import { linksIn } from "./links.ts";

const ORIGIN = "https://bbux.example";

it.each<[string, number]>([
  ["No link: 1//2, a:b, ww.example, https:", 0],
  ["https://one.example and http://two.example/path?x=1#y", 2],
  ["HTTPS://ONE.EXAMPLE, www.two.example", 2],
  ["[text](https://one.example) <https://two.example> ![picture](https://three.example/x.png)", 3],
  ["[text](//one.example) [other]: //two.example", 2],
  ["[text](<//one.example>)", 1],
  ["[text](https&colon;//one.example) [text](ht&#116;ps:&#x2F;&#47;two.example)", 2],
  ["[text](https\\://one.example)", 1],
  ["`curl https://one.example`", 1],
  [`[here](${ORIGIN}/posts/1) ${ORIGIN} [there](/posts/2) ![mine](/uploads/x.png)`, 0],
  [`${ORIGIN}.evil.example/posts`, 1],
])("%j has %i links to other sites", (text, links) => {
  expect(linksIn(text, ORIGIN)).toHaveLength(links);
});

it("takes no time that grows faster than the text", () => {
  for (const part of ["](//", "www.", "https://", "&#", "\\:"]) linksIn(part.repeat(100_000 / part.length), ORIGIN);
  linksIn(`${" ".repeat(100_000)}//`, ORIGIN);
});

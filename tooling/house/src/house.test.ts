import { globSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { HOUSES } from "./domains.ts";
import { cyclesOf, floorsOf, graphOf, highest } from "./graph.ts";
import { draw, featureOf } from "./house.ts";
import { importsOf, sourcesOf, specifiersOf, testsOf } from "./imports.ts";

const ROOT = resolve(import.meta.dirname, "../../..");
const MOST_FLOORS = 8;
/** One line that says what the feature is, then names. */
const FACE = /^\/\/ .+\n(export (type )?\{[^}]+\} from "\.\/[^"]+";\n)+$/;
const written = ({ from, to }: { readonly from: string; readonly to: string }) => `${from} → ${to}`;

describe.each(HOUSES.filter(({ held }) => held))("the house of $name", (house) => {
  const drawing = draw(house, ROOT);

  it("gives every file a domain, and lists no feature without a file", () => {
    expect(drawing.homeless).toEqual([]);
    const listed = house.domains.flatMap(({ features }) => features);
    expect(listed.filter((feature) => !drawing.features.has(feature))).toEqual([]);
    expect(new Set(listed).size, "a feature is listed twice").toBe(listed.length);
    expect(drawing.files.length).toBeGreaterThan(20);
  });

  it("has no import from a lower domain to a higher one", () => {
    expect(drawing.upward.flatMap(({ imports }) => imports.map(written))).toEqual([]);
  });

  it("has no cycle of features", () => {
    expect(drawing.featureCycles).toEqual([]);
  });

  it("has no cycle of files, type imports included", () => {
    expect(drawing.fileCycles).toEqual([]);
  });

  it.runIf(house.faces)("imports each feature of another folder at one file, its face", () => {
    expect(Object.fromEntries(drawing.open)).toEqual({});
  });

  it.runIf(house.faces)("names what a face exports", () => {
    const root = resolve(ROOT, house.root);
    const faces = drawing.files.filter((path) => /^[^/]+\/[^/]+\/index\.ts$/.test(path));
    expect(faces.length).toBeGreaterThan(3);
    const other = faces.filter((path) => !FACE.test(readFileSync(resolve(root, path), "utf8")));
    expect(other).toEqual([]);
  });

  it.runIf(house.faces)("lets tests import the faces of other features only", () => {
    const root = resolve(ROOT, house.root);
    const beyond = importsOf(root, house.aliases, testsOf(root)).filter(({ from, to }) => {
      const face = to.replace(/^([^/]+\/[^/]+)\/.*$/, "$1/index.ts");
      return featureOf(house, from) !== featureOf(house, to) && to !== face && drawing.files.includes(face);
    });
    expect(beyond.map(written)).toEqual([]);
  });

  it(`has at most ${MOST_FLOORS} floors of domains, and of features`, () => {
    expect(highest(drawing.floors.domains)).toBeLessThanOrEqual(MOST_FLOORS);
    expect(highest(drawing.floors.features)).toBeLessThanOrEqual(MOST_FLOORS);
    expect(house.domains.length).toBeLessThanOrEqual(MOST_FLOORS);
  });
});

const WORKSPACES = globSync("{apps,packages,tooling}/*/src", { cwd: ROOT }).filter(
  (root) => !HOUSES.some((house) => house.held && resolve(ROOT, house.root) === resolve(ROOT, root)),
);

it.each(WORKSPACES)("%s has no cycle of files, type imports included", (workspace) => {
  const root = resolve(ROOT, workspace);
  const files = sourcesOf(root);
  expect(files).not.toEqual([]);
  expect(cyclesOf(graphOf(files, importsOf(root)))).toEqual([]);
});

describe("the dependency graph", () => {
  it("includes every form of import, types too, and nothing that merely looks like one", () => {
    const source = [
      'import { a } from "./a.ts";',
      'import type { B } from "./b.ts";',
      'import "./c.ts";',
      'import {\n  type D,\n  d,\n} from "./d.ts";',
      'export { e } from "./e.ts";',
      'export * from "./f.ts";',
      'const g = await import("./g.ts");',
      'type H = import("./h.ts").H;',
      'const text = "import x from y";',
      'const said = `from "./no.ts"`;',
    ].join("\n");
    expect(specifiersOf(source).sort()).toEqual(["a", "b", "c", "d", "e", "f", "g", "h"].map((name) => `./${name}.ts`));
  });

  it("finds cycles, and puts everything else one floor above what it points at", () => {
    const arrows = [
      { from: "roof", to: "left" },
      { from: "left", to: "right" },
      { from: "right", to: "left" },
      { from: "right", to: "ground" },
      { from: "ground", to: "ground" },
    ];
    const graph = graphOf(["roof", "left", "right", "ground"], arrows);
    expect(cyclesOf(graph)).toEqual([["left", "right"]]);
    expect(Object.fromEntries(floorsOf(graph))).toEqual({ ground: 1, left: 2, right: 2, roof: 3 });
  });
});

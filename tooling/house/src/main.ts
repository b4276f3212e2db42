// npm run house: prints each workspace's domains, the arrows between them, and arrows in the wrong direction.
import { resolve } from "node:path";
import { HOUSES } from "./domains.ts";
import { highest } from "./graph.ts";
import { type Drawing, draw, type House } from "./house.ts";

const ROOT = resolve(import.meta.dirname, "../../..");

function print(house: House, drawing: Drawing): void {
  const { files, features, arrows, domainArrows, upward, featureCycles, fileCycles, floors, homeless, open } = drawing;
  console.log(
    `\n${house.name}  ${house.root}: ${files.length} files, ${features.size} features, ${arrows.length} arrows`,
  );
  for (const { name, purpose, features: listed } of [...house.domains].reverse()) {
    console.log(`\n  ${name}  (floor ${floors.domains.get(name) ?? 1})\n    ${purpose}\n    ${listed.join(", ")}`);
    const down = domainArrows.filter(({ from }) => from === name);
    if (down.length > 0) console.log(`    → ${down.map(({ to, imports }) => `${to} ${imports.length}`).join(", ")}`);
  }
  console.log(
    `\n  Floors: ${highest(floors.domains)} of domains, ${highest(floors.features)} of features, ${highest(floors.files)} of files`,
  );
  list("Files without a domain", homeless);
  list(
    "Arrows upward",
    upward.flatMap(({ imports }) => imports.map(({ from, to }) => `${from} → ${to}`)),
  );
  list(
    "Features with several files that others import",
    open.size === 0 ? [] : [[...open.keys()].join(", ")],
    open.size,
  );
  list(
    "Cycles of features",
    featureCycles.map((cycle) => cycle.join(" ↔ ")),
  );
  list(
    "Arrows within cycles",
    arrows
      .filter(({ from, to }) => featureCycles.some((cycle) => cycle.includes(from) && cycle.includes(to)))
      .map(({ from, to, imports }) => `${from} → ${to}: ${imports.map((one) => one.from).join(", ")}`),
  );
  list(
    "Cycles of files",
    fileCycles.map((cycle) => cycle.join(" ↔ ")),
  );
}

function list(title: string, lines: readonly string[], count = lines.length): void {
  console.log(`  ${title}: ${count === 0 ? "none" : count}`);
  for (const line of lines) console.log(`    ${line}`);
}

const wanted = process.argv[2];
for (const house of HOUSES.filter(({ name }) => wanted === undefined || name === wanted))
  print(house, draw(house, ROOT));

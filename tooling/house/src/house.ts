import { resolve } from "node:path";
import { type Arrow, cyclesOf, floorsOf, graphOf } from "./graph.ts";
import { type Import, importsOf, sourcesOf } from "./imports.ts";

/** A group of features with one purpose. It may import itself and the domains before it. */
export interface Domain {
  readonly name: string;
  /** Its purpose, in one sentence. */
  readonly purpose: string;
  readonly features: readonly string[];
}

/** One workspace whose features are grouped in domains. */
export interface House {
  readonly name: string;
  /** Its source folder, relative to the project's root. */
  readonly root: string;
  /** Whether a test enforces it; otherwise it is only drawn. */
  readonly held: boolean;
  /** From the ground up. */
  readonly domains: readonly Domain[];
  /** Folders that contain features; the next part of a path is the feature's name. */
  readonly holders: readonly string[];
  /** Features of files whose path doesn't tell. */
  readonly loose: Readonly<Record<string, string>>;
  /**
   * Given if others import each feature at one file only, its face, unless by `import()`, which loads no more than it
   * names. Maps a file or a folder (with a slash at its end) that puts features together to the end of the names that it
   * may import as well.
   */
  readonly faces?: Readonly<Record<string, string>>;
  /** Features that are collections, whose files are each used on their own. */
  readonly collections?: readonly string[];
  /** Import prefixes other than a dot, and the folders that they stand for. */
  readonly aliases?: Readonly<Record<string, string>>;
}

export interface FeatureArrow extends Arrow {
  readonly imports: readonly Import[];
}

/** The dependencies of a house, from its imports. */
export interface Drawing {
  readonly files: readonly string[];
  /** Files without a domain. */
  readonly homeless: readonly string[];
  readonly features: ReadonlyMap<string, string>;
  readonly arrows: readonly FeatureArrow[];
  readonly domainArrows: readonly FeatureArrow[];
  readonly upward: readonly FeatureArrow[];
  /** Features that others import at more than one file, with these files. */
  readonly open: ReadonlyMap<string, readonly string[]>;
  readonly featureCycles: readonly (readonly string[])[];
  readonly fileCycles: readonly (readonly string[])[];
  /** The floor of each domain, feature and file. */
  readonly floors: Readonly<Record<"domains" | "features" | "files", ReadonlyMap<string, number>>>;
}

/**
 * Returns the feature of a file: by its folder, by the first word of its name if it is outside a feature folder, or by
 * `loose`.
 */
export function featureOf(house: House, path: string): string {
  const said = house.loose[path];
  if (said !== undefined) return said;
  const holders = [...house.holders, ...house.domains.map(({ name }) => name)];
  const holder = holders.find((folder) => path.startsWith(`${folder}/`));
  const [first = ""] = (holder === undefined ? path : path.slice(holder.length + 1)).split("/");
  return first.split(".")[0] ?? "";
}

/** Reads the imports of a house. @param projectRoot the project's folder */
export function draw(house: House, projectRoot: string): Drawing {
  const root = resolve(projectRoot, house.root);
  const files = sourcesOf(root);
  const imports = importsOf(root, house.aliases);
  const order = house.domains.map(({ name }) => name);
  const domains = new Map(house.domains.flatMap(({ name, features }) => features.map((feature) => [feature, name])));
  const domainOf = (path: string) => domains.get(featureOf(house, path)) ?? "?";
  const features = new Map(files.map((path) => [featureOf(house, path), domainOf(path)]));

  const arrows = bundled(imports, (path) => featureOf(house, path));
  const domainArrows = bundled(imports, domainOf);
  const place = (name: string) => order.indexOf(name);
  const fileGraph = graphOf(files, imports);
  const featureGraph = graphOf(features.keys(), arrows);
  return {
    files,
    homeless: files.filter((path) => domainOf(path) === "?"),
    features,
    arrows,
    domainArrows,
    upward: arrows.filter(({ from, to }) => place(features.get(from) ?? "?") < place(features.get(to) ?? "?")),
    open: openIn(
      house,
      arrows.flatMap((arrow) => arrow.imports),
    ),
    featureCycles: cyclesOf(featureGraph),
    fileCycles: cyclesOf(fileGraph),
    floors: {
      domains: floorsOf(graphOf(order, domainArrows)),
      features: floorsOf(featureGraph),
      files: floorsOf(fileGraph),
    },
  };
}

/** Returns the features that these imports enter at more than one file, by name. */
function openIn(house: House, imports: readonly Import[]): Map<string, string[]> {
  const { faces = {}, collections = [] } = house;
  const mayEnter = (from: string, to: string) =>
    Object.entries(faces).some(
      ([place, end]) => (place.endsWith("/") ? from.startsWith(place) : from === place) && to.endsWith(end),
    );
  const held = imports.filter(
    ({ from, to, lazy }) => !lazy && !mayEnter(from, to) && !collections.includes(featureOf(house, to)),
  );
  const entered = Map.groupBy([...new Set(held.map(({ to }) => to))].sort(), (path) => featureOf(house, path));
  return new Map([...entered].filter(([, paths]) => paths.length > 1).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Merges imports into arrows between the groups of their files, without those inside a group. */
function bundled(imports: readonly Import[], groupOf: (path: string) => string): FeatureArrow[] {
  const bundles = Map.groupBy(imports, ({ from, to }) => `${groupOf(from)} ${groupOf(to)}`);
  return [...bundles]
    .map(([key, bundle]) => {
      const [from = "", to = ""] = key.split(" ");
      return { from, to, imports: bundle };
    })
    .filter(({ from, to }) => from !== to);
}

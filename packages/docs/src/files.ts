import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * The top of the repository, or of an image with the same folders: the nearest folder above this file that contains the pages.
 * This works from source, from the server's bundle, and in a container.
 */
function top(): string {
  for (let folder = import.meta.dirname; ; folder = dirname(folder)) {
    if (existsSync(join(folder, "packages/docs/pages"))) return folder;
    if (folder === dirname(folder))
      throw new Error("The pages of the documentation (packages/docs/pages) are not there");
  }
}

const TOP = top();
export const PAGES = join(TOP, "packages/docs/pages");
export const EXAMPLES = join(TOP, "packages/docs/examples");
export const OPENAPI = join(TOP, "packages/client/openapi.json");
export const CONFIGURATION = join(TOP, "docs/CONFIGURATION.md");
const ROUTES = join(TOP, "apps/web/src/routeTree.gen.ts");

export function pageSource(slug: string): string {
  return readFileSync(join(PAGES, `${slug}.md`), "utf8");
}

/** The three files of an example, or `null` for missing ones. */
export function exampleSource(name: string, extension: string): string | null {
  const path = join(EXAMPLES, `${name}.${extension}`);
  return existsSync(path) ? readFileSync(path, "utf8").trimEnd() : null;
}

export function existingPages(): string[] {
  return readdirSync(PAGES)
    .filter((name) => name.endsWith(".md"))
    .map((name) => name.slice(0, -3));
}

/** The web app's route paths, with `$name` for variables; `null` if the app's source isn't available. */
export function appRoutes(): string[] | null {
  if (!existsSync(ROUTES)) return null;
  const block = /fullPaths:([\s\S]*?)fileRoutesByTo/.exec(readFileSync(ROUTES, "utf8"))?.[1] ?? "";
  return [...block.matchAll(/'([^']+)'|"([^"]+)"/g)].map(([, a, b]) => a ?? b ?? "");
}

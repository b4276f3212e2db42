import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./coverage.ts";

const PAGES = ["README.md", "ARCHITECTURE.md", "docs/*.md", "docs/adr/*.md", "packages/docs/pages/*.md"];

/**
 * A command that the docs tell readers to run, without its arguments: `npm run bench` or `node
 * tooling/texts/src/pseudo.ts`.
 */
export type Command = string;

/** The commands that a text names; `npm run cli` with the name of the operator's command. */
export function commandsIn(text: string): Command[] {
  const npm = text.matchAll(/\bnpm (start|test|run [a-z]+(?::[a-z]+)?)(?![\w:-])/g);
  const node = text.matchAll(/\bnode (?:tooling\/launch\/run\.mjs )?((?:apps|packages|tooling)\/\S+?\.ts)\b/g);
  return [
    ...new Set([
      ...Array.from(npm, ([, name = ""]) => `npm ${name}`),
      ...Array.from(node, ([, file = ""]) => `node ${file}`),
    ]),
  ];
}

/** Every command of the README, ARCHITECTURE.md, the docs and the guides, with the pages that name it. */
export function documentedCommands(): Map<Command, string[]> {
  const found = new Map<Command, string[]>();
  for (const page of globSync(PAGES, { cwd: ROOT })) {
    for (const command of commandsIn(readFileSync(join(ROOT, page), "utf8"))) {
      found.set(command, [...(found.get(command) ?? []), page]);
    }
  }
  return found;
}

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { commandsIn, documentedCommands } from "./commands.ts";
import { ROOT, testFiles, titlesIn } from "./coverage.ts";

const read = (file: string) => readFileSync(join(ROOT, file), "utf8");
const scripts: Record<string, string> = JSON.parse(read("package.json")).scripts;

/** Commands that `npm test` covers as a whole and not in a single test, with the line that runs each. */
const STEPS: Readonly<Record<string, readonly [file: string, line: string]>> = {
  "npm test": ["tooling/launch/test.mjs", "fromVitest("],
  "npm run lint": ["tooling/launch/test.mjs", 'tool("biome", ["check", "."])'],
  "npm run format": ["tooling/launch/test.mjs", 'tool("biome", ["check", "."])'],
  "npm run typecheck": ["tooling/launch/test.mjs", "checkTypes()"],
  "npm run build": ["tooling/launch/test.mjs", 'turbo("build")'],
  "npm start": ["tooling/e2e/playwright.config.ts", "apps/server/dist/main.js"],
};

it("every command that README, docs and guides name runs in npm test, in a test whose title names it", async () => {
  const titles = (await testFiles()).flatMap(({ source }) => titlesIn(source));
  const shown = new Set(titles.filter(({ runs }) => runs).flatMap(({ title }) => commandsIn(title)));
  const commands = documentedCommands();
  expect([...commands.keys()]).toEqual(expect.arrayContaining(["npm run bench", "npm run cli", "npm start"]));
  const missing = [...commands].filter(([command]) => !shown.has(command) && !STEPS[command]);
  expect(missing.map(([command, pages]) => `${command}, named in ${pages.join(" and ")}, has no tiny run`)).toEqual([]);
});

it.each(Object.entries(STEPS))("%s is covered by a step of npm test", (_command, [file, line]) => {
  expect(read(file)).toContain(line);
});

it("every command that README, docs and guides name exists", () => {
  for (const command of documentedCommands().keys()) {
    const [program, ...words] = command.split(" ");
    const name = words.at(-1) ?? "";
    expect(program === "npm" ? scripts[name] !== undefined : existsSync(join(ROOT, name)), command).toBe(true);
  }
});

it.each(Object.entries(scripts))("npm run %s starts a file that exists", (_name, script) => {
  const files = script.matchAll(/\b(?:apps|packages|tooling)\/\S+/g);
  for (const [file] of files) expect(existsSync(join(ROOT, file)), file).toBe(true);
});

it("commands are found in code and in prose, with their names and without their arguments", () => {
  expect(
    commandsIn(
      "`npm run bench:ledger -- --rounds 5`, npm start; npm run cli -- check-books: `node tooling/launch/run.mjs tooling/bench/src/log.ts fee`",
    ),
  ).toEqual(["npm run bench:ledger", "npm start", "npm run cli", "node tooling/bench/src/log.ts"]);
});

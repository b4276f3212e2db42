import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { ALERT_KINDS, RESERVE_FINDINGS } from "@bbux/api/operator";
import type { Command } from "commander";
import { expect, it } from "vitest";
import { createProgram } from "./program.ts";

const page = (name: string) => readFileSync(fileURLToPath(new URL(`../../../docs/${name}`, import.meta.url)), "utf8");

it("docs/OPERATIONS.md explains every alert and every finding", () => {
  const operations = page("OPERATIONS.md");
  for (const name of [...ALERT_KINDS, ...RESERVE_FINDINGS]) expect(operations).toContain(`\`${name}\``);
});

it("docs/COMMANDS.md lists every command", () => {
  const commands = page("COMMANDS.md");
  const silent = { out: () => undefined, err: () => undefined };
  const program = createProgram({ console: silent, terminal: { write: () => undefined } });
  const paths = (command: Command, path: string[]): string[] => {
    const own = [...path, command.name()];
    return command.commands.length === 0 ? [own.join(" ")] : command.commands.flatMap((each) => paths(each, own));
  };
  for (const path of program.commands.flatMap((command) => paths(command, []))) expect(commands).toContain(`\`${path}`);
});

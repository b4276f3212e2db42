import { expect, it } from "vitest";
import { refresh } from "./write.ts";

it("`node tooling/coverage/src/write.ts` fills the table of requirements: chosen tests stay while they have the id, and others replace them otherwise", () => {
  const ids = new Map([
    ["apps/server/src/tests/kept.test.ts", new Map([["C0.01", 1]])],
    [
      "apps/server/src/tests/more.test.ts",
      new Map([
        ["C0.01", 3],
        ["C0.02", 1],
      ]),
    ],
    ["tooling/e2e/src/seen.spec.ts", new Map([["C0.01", 1]])],
  ]);
  const row = (id: string, test: string) => `| ${id} | What it asks | ${test} |`;
  const page = ["# Heading", row("C0.01", "`apps/server/src/tests/kept.test.ts`"), row("C0.02", "`gone.test.ts`")];
  expect(refresh(page.join("\n"), ids).split("\n")).toEqual([
    "# Heading",
    row("C0.01", "`apps/server/src/tests/kept.test.ts`, `tooling/e2e/src/seen.spec.ts`"),
    row("C0.02", "`apps/server/src/tests/more.test.ts`"),
  ]);
});

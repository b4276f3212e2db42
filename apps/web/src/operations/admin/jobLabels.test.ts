import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { jobLabel } from "./jobLabels.ts";

const JOBS = join(import.meta.dirname, "../../../../server/src/jobs");

it("names every job of the server by what it does", () => {
  const sources = globSync("*.ts", { cwd: JOBS }).map((file) => readFileSync(join(JOBS, file), "utf8"));
  const names = sources.flatMap((text) =>
    [...text.matchAll(/define\w*Job(?:<[^(]*>)?\(\{\s+name: "([\w-]+)"/g)].map(([, name = ""]) => name),
  );
  expect(names.length).toBeGreaterThan(20);
  expect(names.filter((name) => jobLabel(name) === name)).toEqual([]);
  expect(jobLabel("of-a-newer-server")).toBe("of-a-newer-server");
});

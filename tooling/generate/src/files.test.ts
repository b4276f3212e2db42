import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { type GeneratedFile, generatedFiles } from "./files.ts";

let files: GeneratedFile[];
beforeAll(async () => {
  files = await generatedFiles();
});

describe("the client's generated files", () => {
  it.each(["openapi.json", "rest.gen.ts", "router.gen.ts"])(
    "%s matches what `npm run api:types` generates from the current procedures",
    (name) => {
      const file = files.find(({ url }) => basename(url.pathname) === name);
      if (!file) throw new Error(`${name} is not generated`);
      expect(readFileSync(file.url, "utf8") === file.content, "It has drifted. Run: npm run api:types").toBe(true);
    },
  );
});

import { writeFileSync } from "node:fs";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { generatedFiles } from "./files.ts";

// npm run api:types: run it after changing the contract or a procedure.
for (const { url, content } of await generatedFiles()) {
  writeFileSync(url, content);
  console.log(`Wrote ${relative(process.cwd(), fileURLToPath(url))}`);
}

import { writeFileSync } from "node:fs";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { generatedFiles } from "./files.ts";

// npm run api:types: after a change of the contract or of a procedure.
for (const { url, content } of await generatedFiles()) {
  writeFileSync(url, content);
  console.log(`Wrote ${relative(process.cwd(), fileURLToPath(url))}`);
}

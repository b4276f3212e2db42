import * as contract from "@bbux/contract";
import { z } from "zod";

// tRPC validates with parseAsync, for which zod walks a schema step by step; parse runs a function that zod compiles
// from it, which takes a fifth of the time on a page of the feed (docs/PERFORMANCE.md). No schema of the contract waits
// for anything, so for them the two mean the same. A schema that did wait would make parse throw.
function parseAtOnce(schema: z.ZodType): void {
  schema.parseAsync = async (value, params) => schema.parse(value, params);
}

for (const schema of Object.values(contract)) {
  if (schema instanceof z.ZodType) parseAtOnce(schema);
}

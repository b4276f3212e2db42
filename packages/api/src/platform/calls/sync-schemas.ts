import * as contract from "@bbux/contract";
import { z } from "zod";

// tRPC validates with parseAsync, for which zod interprets a schema step by step; parse runs a compiled function, which
// takes a fifth of the time on a page of the feed (docs/PERFORMANCE.md). No schema of the contract is asynchronous, so
// both give the same result. An asynchronous schema would make parse throw.
function parseAtOnce(schema: z.ZodType): void {
  schema.parseAsync = async (value, params) => schema.parse(value, params);
}

for (const schema of Object.values(contract)) {
  if (schema instanceof z.ZodType) parseAtOnce(schema);
}

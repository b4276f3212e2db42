import type { Directive } from "./directive.ts";
import { anchorOf, operations } from "./openapi.ts";

/** Every call that takes an Idempotency-Key, as the OpenAPI document says: a list, for paths are too long for a phone's table. */
export const idempotentCalls: Directive = ({ read }) => {
  const calls = operations().filter(({ parameters }) => parameters.some(({ name }) => name === "Idempotency-Key"));
  const lines = calls.map((call) => `- \`${call.method}\` [\`${call.path}\`](#${anchorOf(call)})`);
  return read("packages/client/openapi.json", lines.join("\n"));
};

import type { Directive } from "./directive.ts";
import { anchorOf, operations } from "./openapi.ts";

/** Every call that takes an Idempotency-Key, as a list, because paths are too long for a table on a phone. */
export const idempotentCalls: Directive = ({ read }) => {
  const calls = operations().filter(({ parameters }) => parameters.some(({ name }) => name === "Idempotency-Key"));
  const lines = calls.map((call) => `- \`${call.method}\` [\`${call.path}\`](#${anchorOf(call)})`);
  return read("packages/client/openapi.json", lines.join("\n"));
};

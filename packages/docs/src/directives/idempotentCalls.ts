import { code, link, table, text } from "../tree.ts";
import type { Directive } from "./directive.ts";
import { anchorOf, operations } from "./openapi.ts";
import { written } from "./schema.ts";

/** Every call that takes an Idempotency-Key, as the OpenAPI document says. */
export const idempotentCalls: Directive = () => [
  table(
    ["Call", "What it does"],
    operations()
      .filter(({ parameters }) => parameters.some(({ name }) => name === "Idempotency-Key"))
      .map((operation) => [
        [code(operation.method), text(" "), link(`#${anchorOf(operation)}`, code(operation.path))],
        written(operation.summary),
      ]),
  ),
];

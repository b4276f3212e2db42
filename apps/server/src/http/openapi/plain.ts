import { z } from "zod";
import { NO_INPUT, nameOf, type PlainRoute } from "../plain/route.ts";
import type { Guarded } from "./failures.ts";
import { type Fields, fieldsOf } from "./fields.ts";
import { tidySchemas } from "./tidy.ts";

/** A plain route's operation, without what every operation has: security, limits, and failures. */
export function plainOperation({ method, path, input, operation }: PlainRoute): Fields {
  const { tag, content, ...rest } = operation;
  const parameters = method === "GET" ? parametersOf(path, input) : [];
  return {
    ...rest,
    tags: [tag],
    ...(parameters.length > 0 && { parameters }),
    responses: { "200": { content } },
  };
}

/** The same facts as for a procedure. */
export function guardOf({ method, path, input, viewer, refuses, operation }: PlainRoute): Guarded {
  return {
    name: nameOf({ operation }),
    method,
    path,
    input: input === NO_INPUT ? null : input,
    // Without a viewer it answers everyone as a visitor.
    meta: { ...(viewer ? { viewer } : { withoutFactor: true as const }), ...(refuses && { refuses }) },
  };
}

/** A contract schema as JSON, for an operation's `content`. */
export function jsonContent(schema: z.ZodType): Record<string, object> {
  const { $schema: _, ...written } = z.toJSONSchema(schema, { io: "output" });
  return { "application/json": { schema: tidySchemas(written) } };
}

function parametersOf(path: string, input: z.ZodType): Fields[] {
  const { properties, required } = z.toJSONSchema(input, { io: "input", unrepresentable: "any" });
  return Object.entries(fieldsOf(tidySchemas(properties))).map(([name, property]) => {
    const { description, ...schema } = fieldsOf(property);
    const inPath = path.includes(`{${name}}`);
    return {
      name,
      in: inPath ? "path" : "query",
      ...((inPath || required?.includes(name)) && { required: true }),
      ...(description !== undefined && { description }),
      schema,
    };
  });
}

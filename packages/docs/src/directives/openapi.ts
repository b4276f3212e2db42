import { readFileSync } from "node:fs";
import { z } from "zod";
import { OPENAPI } from "../files.ts";

/** The subset of JSON Schema that the document uses. */
export interface Schema {
  readonly $ref?: string | undefined;
  readonly type?: string | readonly string[] | undefined;
  readonly description?: string | undefined;
  readonly enum?: readonly unknown[] | undefined;
  readonly const?: unknown;
  readonly default?: unknown;
  readonly format?: string | undefined;
  readonly items?: Schema | undefined;
  readonly properties?: Readonly<Record<string, Schema>> | undefined;
  readonly required?: readonly string[] | undefined;
  readonly additionalProperties?: boolean | Schema | undefined;
  readonly anyOf?: readonly Schema[] | undefined;
  readonly oneOf?: readonly Schema[] | undefined;
  readonly allOf?: readonly Schema[] | undefined;
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
  readonly minLength?: number | undefined;
  readonly maxLength?: number | undefined;
  readonly minItems?: number | undefined;
  readonly maxItems?: number | undefined;
  readonly override?: Schema | undefined;
}

const schema: z.ZodType<Schema> = z.lazy(() =>
  z.object({
    $ref: z.string().optional(),
    type: z.union([z.string(), z.array(z.string())]).optional(),
    description: z.string().optional(),
    enum: z.array(z.unknown()).optional(),
    const: z.unknown().optional(),
    default: z.unknown().optional(),
    format: z.string().optional(),
    items: schema.optional(),
    properties: z.record(z.string(), schema).optional(),
    required: z.array(z.string()).optional(),
    additionalProperties: z.union([z.boolean(), schema]).optional(),
    anyOf: z.array(schema).optional(),
    oneOf: z.array(schema).optional(),
    allOf: z.array(schema).optional(),
    minimum: z.number().optional(),
    maximum: z.number().optional(),
    minLength: z.number().optional(),
    maxLength: z.number().optional(),
    minItems: z.number().optional(),
    maxItems: z.number().optional(),
    override: schema.optional(),
  }),
);
const content = z.record(z.string(), z.object({ schema: schema.optional() }));
const parameter = z.object({
  name: z.string(),
  in: z.enum(["path", "query", "header"]),
  required: z.boolean().optional(),
  description: z.string().optional(),
  schema,
});
const operation = z.object({
  operationId: z.string(),
  summary: z.string(),
  description: z.string().default(""),
  tags: z.array(z.string()).min(1),
  "x-viewer": z.enum(["anyone", "account", "member", "moderator", "admin"]),
  parameters: z.array(parameter).default([]),
  requestBody: z.object({ content }).optional(),
  responses: z.record(z.string(), z.object({ $ref: z.string().optional(), content: content.optional() })),
});
const document = z.object({
  tags: z.array(z.object({ name: z.string(), description: z.string() })),
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.object({
    schemas: z.record(z.string(), schema),
    responses: z.record(
      z.string(),
      z.object({ content: z.record(z.string(), z.object({ examples: z.record(z.string(), z.unknown()).optional() })) }),
    ),
  }),
});

export type Parameter = z.infer<typeof parameter>;
export type Operation = z.infer<typeof operation> & { readonly method: string; readonly path: string };
type Document = z.infer<typeof document>;

let read: Document | undefined;
/** The committed OpenAPI document, which a test compares with the procedures. */
export function openApi(): Document {
  read ??= document.parse(JSON.parse(readFileSync(OPENAPI, "utf8")));
  return read;
}

/** All operations in the document's order. */
export function operations(): Operation[] {
  return Object.entries(openApi().paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({ ...described, method: method.toUpperCase(), path })),
  );
}

/** The operations with this tag. */
export const operationsOf = (tag: string): Operation[] => operations().filter(({ tags }) => tags[0] === tag);

/** The anchor of a call, which stays the same as long as the call's name does. */
export const anchorOf = ({ operationId }: Operation): string => `op-${operationId.toLowerCase()}`;

/** The codes that a failure response may have. */
export function codesOf(reference: string): string[] {
  const found = openApi().components.responses[nameOf(reference)];
  return Object.values(found?.content ?? {}).flatMap(({ examples }) => Object.keys(examples ?? {}));
}

/** `#/components/schemas/Post` → `Post`. */
export const nameOf = (reference: string): string => reference.slice(reference.lastIndexOf("/") + 1);

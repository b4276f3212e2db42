import { z } from "zod";
import { buildOpenApiDocument } from "../../http/openapi/document.ts";
import { plainRoutes } from "../../http/plain/routes.ts";
import { restRoutes } from "../../http/rest.ts";

const parameter = z.object({ name: z.string(), in: z.enum(["path", "query", "header"]), schema: z.unknown() });
const reference = z.object({ $ref: z.string() });
/** By media type: JSON, except for plain routes. */
const media = z.record(z.string(), z.object({ schema: z.record(z.string(), z.unknown()) }));

export const operationSchema = z.object({
  operationId: z.string(),
  summary: z.string().min(1),
  description: z.string().min(1),
  tags: z.array(z.string()).length(1),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  parameters: z.array(parameter).default([]),
  requestBody: z.object({ required: z.boolean(), content: media }).optional(),
  responses: z.looseObject({ "200": z.object({ description: z.string(), headers: z.unknown(), content: media }) }),
});
const response = z.object({
  content: z.object({
    "application/json": z.object({ schema: reference, examples: z.record(z.string(), z.unknown()) }),
  }),
});
const documentSchema = z.object({
  paths: z.record(z.string(), z.record(z.string(), operationSchema)),
  components: z.object({ responses: z.record(z.string(), response) }),
});

export const document = buildOpenApiDocument();
export const typed = documentSchema.parse(document);
const routes = restRoutes();

/** An operation of the document with its procedure. */
export interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  /** Its tRPC name. */
  readonly name: string;
  readonly type: "query" | "mutation";
  readonly viewer: "account" | "member" | "moderator" | "admin" | undefined;
  readonly hasInput: boolean;
  readonly pathParameters: readonly string[];
  /** Whether it can return 202. */
  readonly mayBePending: boolean;
  /** The codes it may refuse with, by status. */
  readonly refusals: ReadonlyMap<number, readonly string[]>;
}

/** Whether a call is a plain route, and who may make it. */
export function plainRouteAt(method: string, path: string) {
  return plainRoutes.find((one) => one.path === path && one.method.toLowerCase() === method);
}

/** Every documented procedure. */
export const operations: readonly Operation[] = Object.entries(typed.paths).flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([method, operation]) => {
    const route = routes.find((one) => one.path === path && String(one.method).toLowerCase() === method);
    if (!route && plainRouteAt(method, path)) return [];
    if (!route) throw new Error(`${method} ${path} is documented and not served`);
    const facts = {
      id: operation.operationId,
      method: method.toUpperCase(),
      path,
      name: route.name,
      type: route.type,
      viewer: route.meta.viewer,
      hasInput: route.input !== null,
      pathParameters: operation.parameters.filter((one) => one.in === "path").map((one) => one.name),
      mayBePending: operation.responses["202"] !== undefined,
      refusals: refusalsOf(operation.responses),
    };
    return [facts];
  }),
);

/** Whether a call reads something that its address names. */
export const readsOne = ({ method, pathParameters }: Operation) => method === "GET" && pathParameters.length > 0;

/** Which of the test files, contract.….test.ts, has the cases of a call. */
export function fileOf({ id }: Operation): "accounts" | "money" | "content" {
  if (/^(wallet|allowList|admin|proposals|governance)-/.test(id)) return "money";
  return /^(auth|factors|waysIn|emailChange|setup)-/.test(id) ? "accounts" : "content";
}

function refusalsOf(responses: Record<string, unknown>): Map<number, string[]> {
  const failures = Object.entries(responses).filter(([status]) => Number(status) >= 400);
  return new Map(
    failures.map(([status, value]) => {
      const name = reference.parse(value).$ref.replace("#/components/responses/", "");
      const examples = typed.components.responses[name]?.content["application/json"].examples ?? {};
      return [Number(status), Object.keys(examples)];
    }),
  );
}

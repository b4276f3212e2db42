import { type ProcedureMeta, type Services, toAppError } from "@bbux/api";
import { appRouter } from "@bbux/api/router";
import { type AnyProcedure, callTRPCProcedure } from "@trpc/server";
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from "fastify";
import { z } from "zod";
import { createContext } from "./context.ts";
import { spoken } from "./language.ts";
import type { Limits } from "./limits.ts";

/** A procedure with its place in the REST API. */
export interface RestRoute {
  /** Its path in the router: `posts.get`. */
  readonly name: string;
  readonly method: HTTPMethods;
  /** As documented: `/posts/{id}`. */
  readonly path: string;
  readonly type: "query" | "mutation";
  readonly input: z.ZodType | null;
  readonly meta: ProcedureMeta;
}

/** Every procedure whose openapi meta says where REST finds it. */
export function restRoutes(): RestRoute[] {
  return Object.entries(allProcedures()).flatMap(([name, procedure]) => {
    const { meta, type } = procedure._def;
    if (!hasMeta(meta) || !meta.openapi || type === "subscription") return [];
    const { method, path } = meta.openapi;
    const [input] = inputsOf(procedure);
    return [{ name, method, path, type, input: input ?? null, meta }];
  });
}

/** Every procedure by its path in the router: `posts.get`. */
export function allProcedures(): Record<string, AnyProcedure> {
  return procedures.parse(appRouter._def.procedures);
}

/** At run time tRPC keeps them flat, by path, although its types show the nested routers. */
const procedures = z.record(
  z.string(),
  z.custom<AnyProcedure>((value) => typeof value === "function" && "_def" in value),
);

/** Metas are written through the router's own builder, so an existing one has its type. */
function hasMeta(meta: unknown): meta is ProcedureMeta {
  return typeof meta === "object" && meta !== null;
}

function inputsOf(procedure: AnyProcedure): z.ZodType[] {
  return definition.parse(procedure._def).inputs;
}

const definition = z.object({ inputs: z.array(z.instanceof(z.ZodType)) });

/**
 * Mounts each procedure as a real route at its documented path, with the same implementation, input schema, and refusals as
 * tRPC, so there is no second API to keep in sync.
 */
export function mountRest(app: FastifyInstance, services: Services, limits: Limits): void {
  for (const route of restRoutes()) {
    const readInput = inputReader(route);
    app.route({
      method: route.method,
      url: route.path.replace(/\{(\w+)\}/g, ":$1"),
      async handler(request, reply) {
        const input = readInput(request);
        return answer(route, createContext(services, limits, request, reply), input, reply);
      },
    });
  }
}

async function answer(
  { name, type }: RestRoute,
  ctx: ReturnType<typeof createContext>,
  input: unknown,
  reply: FastifyReply,
): Promise<unknown> {
  try {
    const data: unknown = await callTRPCProcedure({
      router: appRouter,
      path: name,
      type,
      ctx,
      // Not passed as `input`, which tRPC would merge with the parsed value: fields unknown to the schema must not get through.
      getRawInput: async () => input,
      // As in trpc.ts: nothing listens to it.
      signal: undefined,
      batchIndex: 0,
    });
    return spoken(ctx.language(), data);
  } catch (error) {
    const refusal = toAppError(error);
    // Fastify's error handler should see our error instead of tRPC's wrapper.
    reply.log.debug({ code: refusal.code }, "refused");
    throw refusal;
  }
}

/** Assembles the input: path over body for mutations, path and query for reads. */
export function inputReader(route: Pick<RestRoute, "method" | "input">): (request: FastifyRequest) => unknown {
  const { input } = route;
  if (!input) return () => undefined;
  if (route.method !== "GET" && route.method !== "DELETE") {
    return ({ body, params }) => (isRecord(body ?? {}) ? { ...toRecord(body), ...toRecord(params) } : body);
  }
  const coerce = queryCoercion(input);
  return ({ query, params }) => ({ ...coerce(toRecord(query)), ...toRecord(params) });
}

type Fields = Record<string, unknown>;

function isRecord(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function toRecord(value: unknown): Fields {
  return isRecord(value) ? value : {};
}

/**
 * Query strings contain only strings, so numbers and booleans are converted strictly, on a copy, where the schema expects them.
 * Anything else stays a string for the schema to reject.
 */
function queryCoercion(input: z.ZodType): (query: Fields) => Fields {
  const types = typesOf.get(input) ?? readTypes(input);
  typesOf.set(input, types);
  return (query) =>
    Object.fromEntries(Object.entries(query).map(([key, value]) => [key, coerce(types.get(key), value)]));
}

/** By schema, because tests mount the same routes in hundreds of apps. */
const typesOf = new WeakMap<z.ZodType, ReadonlyMap<string, unknown>>();

function readTypes(input: z.ZodType): ReadonlyMap<string, unknown> {
  const schema = z.toJSONSchema(input, { io: "input", unrepresentable: "any" });
  return new Map(Object.entries(schema.properties ?? {}).map(([key, value]) => [key, toRecord(value).type]));
}

function coerce(type: unknown, value: unknown): unknown {
  if (typeof value !== "string") return value;
  if ((type === "integer" || type === "number") && /^-?\d{1,15}(\.\d{1,9})?$/.test(value)) return Number(value);
  if (type === "boolean" && (value === "true" || value === "false")) return value === "true";
  return value;
}

import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { expect } from "vitest";
import { z } from "zod";
import { document, type Operation } from "./document.ts";

export type Input = Record<string, unknown> | undefined;

/** A response in a common form for REST and tRPC. */
export interface Answer {
  readonly status: number;
  /** REST's body; for tRPC, the equivalent content. */
  readonly body: unknown;
  readonly headers: Headers;
}

export type Face = (origin: string, operation: Operation, input: Input, init: Sent) => Promise<Answer>;
/** Headers, and optionally a raw body instead of the input. */
export interface Sent {
  readonly headers?: Record<string, string>;
  readonly rawBody?: string;
}

const json = { "content-type": "application/json" };

/** Calls the documented path: path parameters in the path, others in the query of reads, otherwise in the body. */
export const rest: Face = async (origin, operation, input = {}, { headers = {}, rawBody }) => {
  const fields = new Map(Object.entries(input));
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = fields.get(name);
    fields.delete(name);
    return encodeURIComponent(String(value));
  });
  const rest = Object.fromEntries(fields);
  const inQuery = operation.method === "GET" || operation.method === "DELETE";
  const query = new URLSearchParams();
  if (inQuery) for (const [key, value] of Object.entries(rest)) query.set(key, String(value));
  const body = rawBody ?? (inQuery || fields.size === 0 ? undefined : JSON.stringify(rest));
  const response = await fetch(`${origin}/api${path}?${query}`, {
    method: operation.method,
    headers: { ...(body === undefined ? {} : json), ...headers },
    ...(body === undefined ? {} : { body }),
  });
  return { status: response.status, body: await response.json(), headers: response.headers };
};

const trpcAnswer = z.union([
  z.strictObject({ result: z.strictObject({ data: z.unknown() }) }),
  z.object({
    error: z.object({
      message: z.string(),
      data: z.object({
        code: z.string(),
        httpStatus: z.number(),
        error: z.string(),
        details: z.unknown().optional(),
      }),
    }),
  }),
]);

/** One call of tRPC's own protocol. A refusal is converted to REST's body from the facts it carries. */
export const trpc: Face = async (origin, operation, input, { headers = {}, rawBody }) => {
  const isQuery = operation.type === "query";
  const query = isQuery && input !== undefined ? `?input=${encodeURIComponent(JSON.stringify(input))}` : "";
  const body = isQuery ? undefined : (rawBody ?? JSON.stringify(input));
  const response = await fetch(`${origin}/api/trpc/${operation.name}${query}`, {
    method: isQuery ? "GET" : "POST",
    headers: { ...(body === undefined ? {} : json), ...headers },
    ...(body === undefined ? {} : { body }),
  });
  const answer = trpcAnswer.parse(await response.json());
  const { status } = response;
  if ("result" in answer) return { status, body: answer.result.data, headers: response.headers };
  const { code, httpStatus, error, details } = answer.error.data;
  expect([httpStatus, error]).toEqual([status, answer.error.message]);
  const failure = { success: false, error, code, ...(details !== undefined && { details }) };
  return { status, body: failure, headers: response.headers };
};

const ajv = new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true, strictRequired: false });
addFormats.default(ajv);
ajv.addFormat("password", true);
// The document isn't a schema itself but is loaded as one, to resolve its schemas' references.
ajv.addVocabulary(Object.keys(document));
ajv.addSchema(document, "document", false);
const validators = new Map<string, ValidateFunction>();

/** Asserts that a body matches the document's schema at this pointer. */
export function expectDocumented(pointer: string, body: unknown): void {
  const known = validators.get(pointer) ?? ajv.compile({ $ref: `document#${pointer}` });
  validators.set(pointer, known);
  expect(known(body) ? [] : known.errors, JSON.stringify(body).slice(0, 600)).toEqual([]);
}

/** Asserts an operation's documented success: done, or in progress. */
export function expectSuccess(
  { path, method }: Operation,
  { status, body }: Answer,
  expected: "done" | "pending" = "done",
): void {
  expect(expected === "done" ? [200] : [200, 202], JSON.stringify(body)).toContain(status);
  const place = `/paths/${path.replaceAll("~", "~0").replaceAll("/", "~1")}/${method.toLowerCase()}`;
  expectDocumented(
    encodeURI(`${place}/responses/${expected === "done" ? 200 : 202}/content/application~1json/schema`),
    body,
  );
}

/** Asserts a refusal with this code, documented for this operation with this status. */
export function expectRefusal(operation: Operation, { status, body }: Answer, code: string): void {
  expect(body, JSON.stringify(body)).toMatchObject({ success: false, code });
  expect(operation.refusals.get(status) ?? [], `${operation.id} with ${status}`).toContain(code);
  expectDocumented("/components/schemas/Failure", body);
}

import { assertClean, type Context, demandViewer, type MemberContext, type ViewerLevel } from "@bbux/api";
import type { ErrorCode } from "@bbux/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";

/** What a plain route says of itself; the OpenAPI document is written from it. */
interface PlainFacts<Input> {
  readonly method: "GET" | "POST";
  /** As documented, below /api and /api/v1: `/posts/export`, `/posts/{id}/history`. */
  readonly path: `/${string}`;
  /** What is in the path and the query of a GET, or the path and the JSON body; {@link NO_INPUT} for nothing. */
  readonly input: z.ZodType<Input>;
  /** `multipart` is read by the handler as it streams in, and any other body is refused with 415. By default JSON. */
  readonly body?: "multipart";
  /** Bytes of a JSON body, where that of all calls is too much. */
  readonly bodyLimit?: number;
  /** Refusals of its own, besides those that any call of its kind may get. */
  readonly refuses?: readonly ErrorCode[];
  readonly operation: PlainOperation;
}

/** The part of the OpenAPI operation that is written by hand. Security, limits, parameters and failures are added. */
interface PlainOperation {
  /** `posts-export`: feature and verb, like those of procedures. */
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  /** One of openapi/text.ts. */
  readonly tag: string;
  readonly requestBody?: object;
  /** Of the 200, by media type: `{ "text/csv": { schema: { type: "string" } } }`. */
  readonly content: Readonly<Record<string, object>>;
}

interface PlainCall<Ctx, Input> {
  readonly ctx: Ctx;
  readonly input: Input;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** A call that is no JSON in or out: an upload, a streamed file. Everything else is a procedure. */
export interface PlainRoute extends PlainFacts<unknown> {
  readonly viewer: ViewerLevel | undefined;
  /** Checks caller and input, then answers what Fastify is to send: a stream, a text, an object. */
  serve(call: PlainCall<Context, unknown>): Promise<unknown>;
}

export const NO_INPUT = z.undefined();

/** A plain route for anyone. */
export function openRoute<Input>(
  route: PlainFacts<Input> & { serve(call: PlainCall<Context, Input>): Promise<unknown> },
): PlainRoute {
  return {
    ...route,
    viewer: undefined,
    serve: async (call) => route.serve({ ...call, input: checked(route.input, call.input) }),
  };
}

/** A plain route for those who are signed in: `account`, suspended or not; `member`, not suspended. */
export function viewerRoute<Input>(
  viewer: ViewerLevel,
  route: PlainFacts<Input> & { serve(call: PlainCall<MemberContext, Input>): Promise<unknown> },
): PlainRoute {
  return {
    ...route,
    viewer,
    async serve(call) {
      const ctx = { ...call.ctx, ...demandViewer(call.ctx, viewer) };
      return route.serve({ ...call, ctx, input: checked(route.input, call.input) });
    },
  };
}

/** @throws AppError VALIDATION_ERROR, ZodError, by the same rules as procedures */
function checked<Input>(schema: z.ZodType<Input>, given: unknown): Input {
  assertClean(given);
  return schema.parse(given);
}

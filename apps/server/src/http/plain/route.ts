import {
  assertClean,
  type Context,
  type MemberContext,
  needsVerifiedEmail,
  readTwice,
  requireVerifiedEmail,
  requireViewer,
  type ViewerLevel,
} from "@bbux/api";
import type { ErrorCode } from "@bbux/contract";
import type { Database } from "@bbux/db";
import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";

/** A plain route's description of itself, which its OpenAPI operation is generated from. */
interface PlainFacts<Input> {
  readonly method: "GET" | "POST";
  /** As documented, below /api and /api/v1: `/posts/export`, `/posts/{id}/history`. */
  readonly path: `/${string}`;
  /** The path and query of a GET, or the path and the JSON body; {@link NO_INPUT} for nothing. */
  readonly input: z.ZodType<Input>;
  /** `multipart` is read by the handler as it streams in, and any other body is refused with 415. The default is JSON. */
  readonly body?: "multipart";
  /** Maximum bytes of a JSON body, if the general limit is too large. */
  readonly bodyLimit?: number;
  /** Its own refusals, in addition to those of any call of its kind. */
  readonly refuses?: readonly ErrorCode[];
  readonly operation: PlainOperation;
}

/** The handwritten part of the OpenAPI operation. Security, limits, parameters, and failures are added. */
interface PlainOperation {
  /** `posts-export`: feature and verb, like procedures'. */
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  /** One of the tags in openapi/text.ts. */
  readonly tag: string;
  readonly requestBody?: object;
  /** The 200 response, by media type: `{ "text/csv": { schema: { type: "string" } } }`. */
  readonly content: Readonly<Record<string, object>>;
}

interface PlainCall<Ctx, Input> {
  readonly ctx: Ctx;
  readonly input: Input;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** A call whose input or output isn't JSON: an upload, a streamed file. Everything else is a procedure. */
export interface PlainRoute extends PlainFacts<unknown> {
  readonly viewer: ViewerLevel | undefined;
  /** Checks caller and input, then returns what Fastify is to send: a stream, text, or an object. */
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
    async serve(call) {
      const input = checked(route.input, call.input);
      const answer = (db: Database) => route.serve({ ...call, ctx: { ...call.ctx, db }, input });
      return route.method === "GET" ? readTwice(call.ctx, answer) : answer(call.ctx.db);
    },
  };
}

/** Named like a procedure: `uploads.create`. */
export function nameOf({ operation }: { readonly operation: Pick<PlainOperation, "operationId"> }): string {
  return operation.operationId.replace("-", ".");
}

/** A plain route for signed-in members: `account` includes suspended ones, `member` doesn't; or for staff. */
export function viewerRoute<Input>(
  viewer: ViewerLevel,
  route: PlainFacts<Input> & { serve(call: PlainCall<MemberContext, Input>): Promise<unknown> },
): PlainRoute {
  return {
    ...route,
    viewer,
    async serve(call) {
      const ctx = { ...call.ctx, ...requireViewer(call.ctx, viewer) };
      const name = nameOf(route);
      if (needsVerifiedEmail({ name, changes: route.method !== "GET", viewer }))
        await requireVerifiedEmail(ctx, name, () => call.input);
      return route.serve({ ...call, ctx, input: checked(route.input, call.input) });
    },
  };
}

/** @throws AppError VALIDATION_ERROR, ZodError, by the same rules as procedures */
function checked<Input>(schema: z.ZodType<Input>, given: unknown): Input {
  assertClean(given);
  return schema.parse(given);
}

import type { inferRouterInputs, inferRouterOutputs, TRPCBuiltRouter } from "@trpc/server";
import type { components } from "./rest.gen.ts";
import type { Procedures } from "./router.gen.ts";

export type Failure = components["schemas"]["Failure"];
/** Every way the server can refuse a call. */
export type ErrorCode = components["schemas"]["ErrorCode"];

/** How tRPC carries a failure. */
interface ErrorShape {
  message: string;
  code: number;
  data: { code: ErrorCode; httpStatus: number; error: string; details?: Failure["details"] };
}

/**
 * The router's type without the server behind it, generated from the OpenAPI document; a test compares it with the actual
 * router.
 */
export type ApiRouter = TRPCBuiltRouter<
  { ctx: object; meta: object; errorShape: ErrorShape; transformer: false },
  Procedures
>;
/** `ApiInputs["posts"]["create"]`: a call's input. */
export type ApiInputs = inferRouterInputs<ApiRouter>;
/** `ApiOutputs["posts"]["create"]`: its output. */
export type ApiOutputs = inferRouterOutputs<ApiRouter>;

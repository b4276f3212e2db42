import type { ErrorCode } from "@bbux/contract";
import { initTRPC } from "@trpc/server";
import type { OpenApiMeta } from "trpc-to-openapi";
import { assertClean } from "./clean.ts";
import type { Context, Viewer } from "./context.ts";
import { failureBody, toAppError, toTrpcError } from "./failure.ts";
import "./sync-schemas.ts";
import { demandViewer, type ViewerLevel } from "./viewer.ts";

/** What a procedure says of itself, besides its schemas: the document is written from it. */
export type ProcedureMeta = OpenApiMeta & {
  /** Who may call; nothing for anyone. */
  readonly viewer?: ViewerLevel;
  /** Refusals of its own, besides those that any call of its kind may get. */
  readonly refuses?: readonly ErrorCode[];
  /** Answers 202 with the same body while what was asked for is under way. */
  readonly pending?: true;
  /** Whether it honours an Idempotency-Key (DECISIONS 1.11). */
  readonly idempotent?: true;
};

const t = initTRPC
  .context<Context>()
  .meta<ProcedureMeta>()
  .create({
    isDev: false,
    // A stream says now and then that it is there; who hears nothing for longer connects anew.
    sse: { ping: { enabled: true, intervalMs: 15_000 }, client: { reconnectAfterInactivityMs: 40_000 } },
    errorFormatter({ shape, error }) {
      const known = toAppError(error);
      const { error: message, code, details } = failureBody(known);
      return { ...shape, message, data: { code, httpStatus: shape.data.httpStatus, error: message, details } };
    },
  });

export const router = t.router;

/** Every call: counted against the caller's allowance, refused when its text cannot be stored, and failing in our words. */
const base = t.procedure.use(async ({ ctx, next, getRawInput }) => {
  await ctx.countRequest();
  assertClean(await getRawInput());
  const result = await next();
  if (!result.ok) throw toTrpcError(result.error);
  return result;
});

/** Anyone, signed in or not. */
export const publicProcedure = base;

/** A signed-in member, suspended or not: what a suspended one may still do (DECISIONS §2). */
export const accountProcedure = base
  .meta({ viewer: "account" })
  .use(({ ctx, next }) => next({ ctx: demandViewer(ctx, "account") }));

/** A signed-in member who is not suspended. */
export const memberProcedure = base
  .meta({ viewer: "member" })
  .use(({ ctx, next }) => next({ ctx: demandViewer(ctx, "member") }));

/** A moderator or an admin. */
export const moderatorProcedure = base
  .meta({ viewer: "moderator" })
  .use(({ ctx, next }) => next({ ctx: demandViewer(ctx, "moderator") }));

/** An admin. */
export const adminProcedure = base
  .meta({ viewer: "admin" })
  .use(({ ctx, next }) => next({ ctx: demandViewer(ctx, "admin") }));

export type { Viewer };

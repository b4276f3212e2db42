import type { ErrorCode } from "@bbux/contract";
import type { Database } from "@bbux/db";
import { initTRPC } from "@trpc/server";
import type { OpenApiMeta } from "trpc-to-openapi";
import type { CallContext, Viewer } from "../context/index.ts";
import { requireFreshProof } from "../errors/errors.ts";
import { readTwice } from "../queries/index.ts";
import { noteCaller } from "../traces/index.ts";
import { assertClean } from "./clean.ts";
import { failureBody, toAppError, toTrpcError } from "./failure.ts";
import { requireFeature } from "./features-on.ts";
import "./sync-schemas.ts";
import { noteSecurity } from "./security-log.ts";
import { isForMembers, requireVerifiedEmail } from "./unverified.ts";
import { requireStaffFactor, requireViewer, type ViewerLevel } from "./viewer.ts";

/** What a procedure declares in addition to its schemas; the OpenAPI document is generated from it. */
export type ProcedureMeta = OpenApiMeta & {
  /** Who may call; undefined for anyone. */
  readonly viewer?: ViewerLevel;
  /** Its own errors, in addition to those of every call of its kind. */
  readonly refuses?: readonly ErrorCode[];
  /** Answers 202 with the same body while the request is under way. */
  readonly pending?: true;
  /** Whether it honors an Idempotency-Key (docs/DECISIONS.md 1.11): a call that moves money, or one that posts a text. */
  readonly idempotent?: true | "text";
  /** Needs a fresh proof of who the caller is (docs/adr/0036). */
  readonly stepUp?: true;
  /** A moderator or admin who still has to set up a second factor may call it. */
  readonly withoutFactor?: true;
};

const t = initTRPC
  .context<CallContext>()
  .meta<ProcedureMeta>()
  .create({
    isDev: false,
    // A stream pings regularly; a client that hears nothing for longer reconnects.
    sse: { ping: { enabled: true, intervalMs: 15_000 }, client: { reconnectAfterInactivityMs: 40_000 } },
    errorFormatter({ shape, error }) {
      const known = toAppError(error);
      const { error: message, code, details } = failureBody(known);
      return { ...shape, message, data: { code, httpStatus: shape.data.httpStatus, error: message, details } };
    },
  });

export const router = t.router;

/**
 * Every call is counted against the caller's limit, refused when its feature is off or its text can't be stored, and
 * fails with our errors. Calls that move money honor an Idempotency-Key, and have a limit of their own.
 */
const base = t.procedure.use(async ({ ctx, next, getRawInput, path, type, meta }) => {
  await ctx.countRequest();
  try {
    if (meta?.idempotent === true && ctx.viewer) await ctx.consume("money", ctx.viewer.id);
    requireFeature(path);
    if (!meta?.withoutFactor) requireStaffFactor(ctx);
    assertClean(await getRawInput());
  } catch (error) {
    noteSecurity(ctx, { path, type }, { ok: false, error });
    throw error;
  }
  // The calls of a batch share their context, but not whom they are about.
  let about: string | null = null;
  const nameMember = (id: string) => {
    about = id;
  };
  const answer = (db: Database) => next({ ctx: { nameMember, db } });
  const result =
    type === "query"
      ? await readTwice(ctx, answer, (found) => !found.ok && toAppError(found.error).code === "NOT_FOUND")
      : await answer(ctx.db);
  noteSecurity(ctx, { path, type, about }, result);
  if (!result.ok) throw toTrpcError(result.error);
  return result;
});

/** Anyone, signed in or not. */
export const publicProcedure = base;

/**
 * Only for a caller of the level, with a fresh proof where the procedure needs one. Of what members may change, one whose address isn't
 * confirmed may change only what {@link requireVerifiedEmail} allows.
 */
const only = (level: ViewerLevel) =>
  base.meta({ viewer: level }).use(async ({ ctx, next, meta, path, type, getRawInput }) => {
    const caller = requireViewer(ctx, level, meta?.withoutFactor);
    if (type === "mutation" && isForMembers(level)) await requireVerifiedEmail(ctx, path, getRawInput);
    if (meta?.stepUp) requireFreshProof(caller);
    if (type === "mutation") await noteCaller(ctx, caller.viewer.id);
    return next({ ctx: caller });
  });

/** A signed-in member, even if suspended: what a suspended member may still do (docs/DECISIONS.md §2). */
export const accountProcedure = only("account");

/** A signed-in member who isn't suspended. */
export const memberProcedure = only("member");

/** A moderator or an admin. */
export const moderatorProcedure = only("moderator");

/** An admin. */
export const adminProcedure = only("admin");

export type { Viewer };

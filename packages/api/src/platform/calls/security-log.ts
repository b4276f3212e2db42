import { ERRORS } from "@bbux/contract";
import { z } from "zod";
import type { Context, SecurityLine } from "../context/index.ts";
import { toAppError } from "./failure.ts";
import type { ViewerLevel } from "./viewer.ts";

/** What the log needs to know of a procedure. */
interface Meta {
  readonly viewer?: ViewerLevel;
  readonly idempotent?: boolean;
}

interface Call {
  readonly path: string;
  readonly type: "query" | "mutation" | "subscription";
  readonly meta: Meta | undefined;
}

/** Whom a sign-in or sign-up has let in. */
const letIn = z.object({ user: z.object({ id: z.string() }) });

/**
 * Writes calls that matter to the security log: signing in and what belongs to it, refusals for lack of rights, and acts of staff and
 * with money. Only the call, the member and the outcome, never what was sent.
 */
export function noteSecurity(
  ctx: Pick<Context, "viewer" | "logSecurity">,
  { path: call, type, meta }: Call,
  result: { readonly ok: true; readonly data: unknown } | { readonly ok: false; readonly error: unknown },
): void {
  const refusal = result.ok ? null : toAppError(result.error).code;
  const kind = kindOf(call, type, meta, refusal !== null && ERRORS[refusal].status === 403);
  if (kind === null) return;
  const entered = result.ok ? letIn.safeParse(result.data) : null;
  const member = ctx.viewer?.id ?? (entered?.success ? entered.data.user.id : null);
  ctx.logSecurity({ kind, call, member, outcome: refusal ?? "ok" });
}

function kindOf(
  call: string,
  type: Call["type"],
  meta: Meta | undefined,
  isRefused: boolean,
): SecurityLine["kind"] | null {
  if (isRefused) return "refused";
  if (type !== "mutation") return null;
  if (call.startsWith("auth.") && call !== "auth.visit") return "authentication";
  if (meta?.viewer === "admin" || meta?.viewer === "moderator") return "staff";
  return meta?.idempotent ? "money" : null;
}

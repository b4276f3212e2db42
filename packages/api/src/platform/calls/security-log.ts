import { ERRORS } from "@bbux/contract";
import { z } from "zod";
import type { Context, SecurityLine } from "../context/index.ts";
import { toAppError } from "./failure.ts";
import { KINDS } from "./security-log.kinds.ts";

interface Call {
  readonly path: string;
  readonly type: "query" | "mutation" | "subscription";
  /** Whom a call without a session was about, as far as it found out. */
  readonly about?: string | null;
}

/** Whom a sign-in or sign-up has let in. */
const letIn = z.object({ user: z.object({ id: z.string() }) });

/**
 * Writes calls that matter to the security log: signing in and what belongs to it, refusals for lack of rights, and acts of staff and
 * with money. Only the call, the member and the outcome, never what was sent.
 */
export function noteSecurity(
  ctx: Pick<Context, "viewer" | "logSecurity">,
  { path: call, type, about = null }: Call,
  result: { readonly ok: true; readonly data: unknown } | { readonly ok: false; readonly error: unknown },
): void {
  const refusal = result.ok ? null : toAppError(result.error).code;
  const kind = kindOf(call, type, refusal !== null && ERRORS[refusal].status === 403);
  if (kind === null) return;
  const entered = result.ok ? letIn.safeParse(result.data) : null;
  const member = about ?? (entered?.success ? entered.data.user.id : (ctx.viewer?.id ?? null));
  ctx.logSecurity({ kind, call, member, outcome: refusal ?? "ok" });
}

function kindOf(call: string, type: Call["type"], isRefused: boolean): SecurityLine["kind"] | null {
  if (isRefused) return "refused";
  if (type !== "mutation") return null;
  return KINDS[call] ?? null;
}

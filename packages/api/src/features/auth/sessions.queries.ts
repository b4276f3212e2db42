import type { ErrorCode } from "@bbux/contract";
import type { DB } from "@bbux/db";
import type { Kysely } from "kysely";
import type { CurrentSession } from "../../context.ts";
import { hashSecret, type LiveSession, validateSession } from "./session-core.ts";

export interface Credentials {
  readonly cookie: string | null;
  readonly bearer: string | null;
}

export type SessionResult =
  | { readonly live: LiveSession; readonly problem: null }
  | { readonly live: null; readonly problem: ErrorCode | null };

/**
 * Who calls. A bearer token wins over a cookie: a client that sends one means it.
 * @returns the live session, or why credentials that were sent gave none; `problem: null` when none were sent
 */
export async function resolveSession(db: Kysely<DB>, { cookie, bearer }: Credentials): Promise<SessionResult> {
  const token = bearer ?? cookie;
  if (token === null) return { live: null, problem: null };
  const kind: CurrentSession["kind"] = bearer === null ? "cookie" : "bearer";
  // What cannot be a token of ours is not looked up.
  if (!/^[a-z0-9]{20,80}$/.test(token)) return { live: null, problem: "UNAUTHENTICATED" };
  const live = await validateSession(db, token, kind);
  if (live) return { live, problem: null };
  const expired = kind === "bearer" && (await isKnownBearer(db, token));
  return { live: null, problem: expired ? "TOKEN_EXPIRED" : "UNAUTHENTICATED" };
}

/** An expired bearer token, that is: the id of a cookie session, live or not, is none. */
async function isKnownBearer(db: Kysely<DB>, token: string): Promise<boolean> {
  const row = await db
    .selectFrom("sessions")
    .select("id_hash")
    .where("id_hash", "=", hashSecret(token))
    .where("kind", "=", "bearer")
    .executeTakeFirst();
  return row !== undefined;
}

/** Removes what ended more than a week ago: sessions, refresh tokens, reset links. */
export async function removeExpired(db: Kysely<DB>, now: Date): Promise<void> {
  const before = new Date(now.getTime() - 7 * 86_400_000);
  await db.deleteFrom("sessions").where("expires_at", "<", before).execute();
  await db.deleteFrom("refresh_tokens").where("expires_at", "<", before).execute();
  await db.deleteFrom("password_resets").where("expires_at", "<", before).execute();
}

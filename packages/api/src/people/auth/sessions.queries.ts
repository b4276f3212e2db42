import type { ErrorCode } from "@bbux/contract";
import type { DB } from "@bbux/db";
import type { Kysely } from "kysely";
import type { CurrentSession, Services } from "../../platform/context/index.ts";
import { hashSecret } from "../../platform/proofs/index.ts";
import { removeOldCodes } from "../second-factor/index.ts";
import { type LiveSession, validateSession } from "./session-core.ts";

export interface Credentials {
  readonly cookie: string | null;
  readonly bearer: string | null;
}

export type SessionResult =
  | { readonly live: LiveSession; readonly problem: null }
  | { readonly live: null; readonly problem: ErrorCode | null };

/**
 * Identifies the caller. A bearer token wins over a cookie, because a client that sends one does so deliberately.
 * @returns the live session, or why the given credentials led to none; `problem: null` when none were sent
 */
export async function resolveSession(
  services: Pick<Services, "db" | "openIdProviders">,
  { cookie, bearer }: Credentials,
): Promise<SessionResult> {
  const token = bearer ?? cookie;
  if (token === null) return { live: null, problem: null };
  const kind: CurrentSession["kind"] = bearer === null ? "cookie" : "bearer";
  // A malformed token isn't looked up.
  if (!/^[a-z0-9]{20,80}$/.test(token)) return { live: null, problem: "UNAUTHENTICATED" };
  const live = await validateSession(services, token, kind);
  if (live) return { live, problem: null };
  const expired = kind === "bearer" && (await isKnownBearer(services.db, token));
  return { live: null, problem: expired ? "TOKEN_EXPIRED" : "UNAUTHENTICATED" };
}

/** Only matches an expired bearer token: the id of a cookie session isn't one. */
async function isKnownBearer(db: Kysely<DB>, token: string): Promise<boolean> {
  const row = await db
    .selectFrom("sessions")
    .select("id_hash")
    .where("id_hash", "=", hashSecret(token))
    .where("kind", "=", "bearer")
    .executeTakeFirst();
  return row !== undefined;
}

/** Removes sessions, refresh tokens, links of mails and used challenges that ended more than a week ago, and old wrong codes. */
export async function removeExpired(db: Kysely<DB>, now: Date): Promise<void> {
  const before = new Date(now.getTime() - 7 * 86_400_000);
  await db.deleteFrom("sessions").where("expires_at", "<", before).execute();
  await db.deleteFrom("refresh_tokens").where("expires_at", "<", before).execute();
  await db.deleteFrom("password_resets").where("expires_at", "<", before).execute();
  await db.deleteFrom("used_challenges").where("expires_at", "<", before).execute();
  await db.deleteFrom("email_verifications").where("expires_at", "<", before).execute();
  await removeOldCodes(db);
}

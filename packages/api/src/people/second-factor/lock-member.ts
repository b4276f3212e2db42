import type { DB } from "@bbux/db";
import { type Kysely, sql } from "kysely";
import type { MemberContext } from "../../platform/context/index.ts";
import { requireOpenSession } from "../../platform/proofs/index.ts";

/** Locks a member before their factors: a sign-in of the member waits for it, and it for a sign-in under way. */
export async function lockMember(trx: Kysely<DB>, userId: string): Promise<void> {
  await sql`select from users where id = ${userId} for no key update`.execute(trx);
}

/**
 * {@link lockMember} of the caller, whose session must still be open then: what had to wait for a reset, a freeze, or the end of the
 * account mustn't undo it.
 * @throws AppError UNAUTHENTICATED
 */
export async function lockCaller(
  trx: Kysely<DB>,
  { viewer, session }: Pick<MemberContext, "viewer" | "session">,
): Promise<void> {
  await lockMember(trx, viewer.id);
  await requireOpenSession(trx, { session });
}

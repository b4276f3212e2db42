import type { DB } from "@bbux/db";
import type { Kysely } from "kysely";
import type { MemberContext } from "../context/index.ts";
import { AppError } from "../errors/errors.ts";
import { hashSecret } from "./hash-secret.ts";

/**
 * Requires that the caller's session is still open. What ends it waits for the transaction, so nothing happens after its end.
 * @throws AppError UNAUTHENTICATED
 */
export async function requireOpenSession(trx: Kysely<DB>, { session }: Pick<MemberContext, "session">): Promise<void> {
  // A call within this process has none that could be stolen.
  if (session.token === "") return;
  const open = await trx
    .selectFrom("sessions")
    .select("id_hash")
    .where("id_hash", "=", hashSecret(session.token))
    .forKeyShare()
    .executeTakeFirst();
  if (!open) throw new AppError("UNAUTHENTICATED");
}

import type { ProofKind } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { type Kysely, sql } from "kysely";
import type { CurrentSession } from "../context/index.ts";
import { AppError } from "../errors/errors.ts";
import { hashSecret } from "./hash-secret.ts";

/** Notes that the member has just proved who they are, for this session alone. @throws AppError UNAUTHENTICATED if it has ended */
export async function markProved(trx: Kysely<DB>, { token }: CurrentSession, proof: ProofKind): Promise<void> {
  const marked = await trx
    .updateTable("sessions")
    .set({ proof, proved_at: sql<Date>`clock_timestamp()` })
    .where("id_hash", "=", hashSecret(token))
    .returning("id_hash")
    .executeTakeFirst();
  if (!marked) throw new AppError("UNAUTHENTICATED");
}

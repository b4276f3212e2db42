import type { Database } from "@bbux/db";
import { sql } from "kysely";
import type { Services } from "../../context.ts";

/** Lines in one turn, which is one transaction: some milliseconds. */
const TURN = 500;

/**
 * Gives every line that waits its place and hash in the chain, within five seconds of its writing when it runs every
 * second. Any number of processes may call it: one seals, for the others there is nothing to do.
 * @returns how many were sealed
 */
export async function sealLog({ db }: Pick<Services, "db">): Promise<number> {
  let sealed = 0;
  for (;;) {
    const turn = await sealSome(db, TURN);
    sealed += turn;
    if (turn < TURN) return sealed;
  }
}

/** In the caller's transaction, if it is one. */
export async function sealSome(db: Database, limit: number): Promise<number> {
  const { rows } = await sql<{ sealed: number }>`select transparency_seal(${limit}) as sealed`.execute(db);
  return rows[0]?.sealed ?? 0;
}

/** What every sealer holds while it works; of a session, for who must be the only one through a whole transaction. */
export const SEALER = sql`hashtextextended('transparency', 0)`;

import type { Database } from "@bbux/db";
import { sql } from "kysely";
import type { Services } from "../../platform/context/index.ts";

/** Lines per transaction, which then takes some milliseconds. */
const TURN = 500;

/**
 * Gives every pending line its place and hash in the chain; run every second, it seals a line within five seconds. Any
 * number of processes may call it: one seals, the others find nothing to do.
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

/** Runs in the caller's transaction, if there is one. */
export async function sealSome(db: Database, limit: number): Promise<number> {
  const { rows } = await sql<{ sealed: number }>`select transparency_seal(${limit}) as sealed`.execute(db);
  return rows[0]?.sealed ?? 0;
}

/** The lock that every sealer holds until its transaction ends. */
export const SEALER = sql`hashtextextended('transparency', 0)`;

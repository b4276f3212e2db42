import type { DB } from "@bbux/db";
import type { Transaction } from "kysely";
import type { Services } from "../context/index.ts";

/** What happens once a transaction has committed, and only then. */
export interface Effects {
  /** Members whose notifications changed, and whose open tabs get a signal. */
  readonly notified: Set<string>;
  /** Chat rooms, by id, in which something changed. */
  readonly chatted: Set<string>;
}

/** Starts empty. */
export const noEffects = (): Effects => ({ notified: new Set(), chatted: new Set() });

/** Runs a command in a transaction, and signals open tabs after the commit. */
export async function withEffects<T>(
  { db, signals }: Pick<Services, "db" | "signals">,
  run: (trx: Transaction<DB>, effects: Effects) => Promise<T>,
): Promise<T> {
  const effects = noEffects();
  const result = await db.transaction().execute((trx) => run(trx, effects));
  if (effects.chatted.size > 0) signals.publish("chat", [...effects.chatted]);
  if (effects.notified.size > 0) signals.publish("notifications", [...effects.notified]);
  return result;
}

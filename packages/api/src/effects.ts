import type { DB } from "@bbux/db";
import type { Transaction } from "kysely";
import type { Services } from "./context.ts";

/** What is to happen once a transaction has committed, and not if it has not. */
export interface Effects {
  /** Members whose notifications changed: their open tabs are told. */
  readonly notified: Set<string>;
  /** Rooms of the chat, by id, in which something changed. */
  readonly chatted: Set<string>;
}

/** Nothing noted yet. */
export const noEffects = (): Effects => ({ notified: new Set(), chatted: new Set() });

/** Runs a command in a transaction; tells open tabs after it has committed. */
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

import type { DB } from "@bbux/db";
import type { Transaction } from "kysely";
import type { Effects, Services } from "../context/index.ts";

export type { Effects };

/** Starts empty. */
export const noEffects = (): Effects => ({ notified: new Set(), chatted: new Set() });

/** What signals open tabs. */
export interface Signaling {
  readonly signals: Pick<Services["signals"], "publish">;
}

/** Runs a command in a transaction, and signals open tabs after the commit. */
export async function withEffects<T>(
  { db, signals }: Pick<Services, "db"> & Signaling,
  run: (trx: Transaction<DB>, effects: Effects) => Promise<T>,
): Promise<T> {
  const effects = noEffects();
  const result = await db.transaction().execute((trx) => run(trx, effects));
  if (effects.chatted.size > 0) signals.publish("chat", [...effects.chatted]);
  if (effects.notified.size > 0) signals.publish("notifications", [...effects.notified]);
  return result;
}

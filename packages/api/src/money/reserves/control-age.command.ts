import { DAY_MS } from "@bbux/contract";
import { sql } from "kysely";
import type { Services } from "../../platform/context/index.ts";
import { closeAlert, raiseAlert } from "../chain/index.ts";

const YEAR_MS = 365 * DAY_MS;
/** A wallet that holds anything is to be proved for the first time within this. */
const FIRST_MS = 30 * DAY_MS;

/**
 * Alerts operators to cold wallets whose key nobody has shown to have for a year, or ever, and closes the alert once it's shown or
 * nothing is held there.
 */
export async function watchControlProofs(services: Pick<Services, "db" | "now" | "databaseNow">): Promise<void> {
  const { db } = services;
  const now = await services.databaseNow();
  const { rows } = await sql<{ address: string; held_since: Date | null; proved: Date | null }>`
    select address, held_since, (select max(proved_at) from control_proofs p where p.address = c.address and state = 'PROVED') as proved
      from cold_wallets c`.execute(db);
  for (const { address, held_since: since, proved } of rows) {
    const due = proved ? proved.getTime() + YEAR_MS : (since?.getTime() ?? 0) + FIRST_MS;
    if (since === null || now.getTime() < due) {
      await closeAlert(services, "control_unproved", address);
      continue;
    }
    const when = proved ? `since ${proved.toISOString().slice(0, 10)}` : "yet";
    const detail = `No one has proved ${when} that the operator holds the key of the cold wallet`;
    await raiseAlert(services, { kind: "control_unproved", subject: address, detail });
  }
}

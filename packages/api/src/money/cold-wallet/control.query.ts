import type { ControlProof } from "@bbux/contract";
import { sql } from "kysely";
import type { Services } from "../../platform/context/index.ts";

/** Returns the latest proof of control of each cold wallet that counts, the current one first. */
export async function controlProofs(db: Services["db"]): Promise<ControlProof[]> {
  const { rows } = await sql<Omit<ControlProof, "provedAt"> & { at: Date }>`
    select p.address, p.text, p.signature, p.form, p.proved_at as at
      from cold_wallets c cross join lateral (
        select * from control_proofs p where p.address = c.address and p.state = 'PROVED' order by proved_at desc limit 1) p
     where c.is_current or c.booked <> 0 order by c.is_current desc, c.created_at`.execute(db);
  return rows.map(({ at, ...proof }) => ({ ...proof, provedAt: at.toISOString() }));
}

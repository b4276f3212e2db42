import { type Lease, withLease } from "@bbux/db";
import { sql } from "kysely";
import { audit, BY_COMMAND } from "../../platform/audit-log/audit.command.ts";
import type { Services } from "../../platform/context/index.ts";
import { requireSignersBooks } from "../chain/index.ts";

/**
 * Has new members' deposit addresses come from a new key, beside a running platform. The addresses that were given out stay as they
 * are (docs/adr/0028). A rotation that was cut short before it was recorded in the audit log is recorded instead.
 * @param rotate asks the signer, as its operator; asking for the same version again changes nothing
 * @returns the version of the addresses that members get now
 * @throws SignerError; Error if the signer's keys aren't those that the audit log names, as after the loss of its file, or it doesn't
 * sign for these books
 */
export async function rotateDepositKey(
  services: Pick<Services, "db" | "now" | "signer" | "failpoint">,
  rotate: (request: { readonly version: number }) => Promise<void>,
): Promise<number> {
  // Two operators at once make two keys, one after the other.
  return withLease(services.db, "deposit key", async (lease) => {
    await requireSignersBooks(services, services.db);
    if ((await record(services, lease)) === 0) {
      const { deposit } = await services.signer.keys();
      await rotate({ version: deposit.length + 2 });
      await services.failpoint("keys.rotated");
      await record(services, lease);
    }
    const { deposit } = await services.signer.keys();
    return deposit.length + 1;
  });
}

/** Records the keys that the audit log doesn't name yet. @returns how many. @throws Error if it names others */
async function record({ db, signer, now }: Pick<Services, "db" | "signer" | "now">, lease: Lease): Promise<number> {
  const { deposit } = await signer.keys();
  const { rows } = await sql<{ version: string; publicKey: string }>`
    select target_id as version, details ->> 'publicKey' as "publicKey" from audit_log
     where action = 'KEY_ROTATED' and target_kind = 'deposit_key'`.execute(db);
  for (const { version, publicKey } of rows) {
    if (deposit.some((key) => `${key.version}` === version && key.publicKey === publicKey)) continue;
    throw new Error(
      `The signer doesn't have version ${version} of the deposit key: put back the copy of its keys.json`,
    );
  }
  const known = new Set(rows.map(({ version }) => version));
  const fresh = deposit.filter(({ version }) => !known.has(`${version}`));
  for (const { version, publicKey, reason, at } of fresh) {
    const target = { kind: "deposit_key", id: `${version}` };
    const details = { purpose: "deposit", publicKey, signerAt: at };
    await lease.write(db, (trx) =>
      audit(trx, { ...BY_COMMAND, action: "KEY_ROTATED", target, reason, details, at: now() }),
    );
  }
  return fresh.length;
}

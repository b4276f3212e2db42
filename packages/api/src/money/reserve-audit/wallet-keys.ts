import type { Signer } from "@bbux/chain";
import { formatAmount } from "@bbux/contract";
import type { Database } from "@bbux/db";
import { sql } from "kysely";
import type { WalletKeys } from "../wallet-keys/index.ts";
import type { Findings } from "./findings.ts";
import type { Asked } from "./patient.ts";

export interface WalletKeyNeeds {
  readonly db: Database;
  readonly chain: Asked;
  readonly signer: Pick<Signer, "keys">;
  readonly keys: WalletKeys;
  readonly findings: Findings;
  /** Whether each move between hot wallets is read. */
  readonly isDeep: boolean;
}

/**
 * Compares the hot wallets and authorities of nonce accounts in the books with the signer's, and moves between hot wallets, which the
 * books otherwise take for one, with the chain.
 */
export async function auditWalletKeys(needs: WalletKeyNeeds): Promise<void> {
  const { keys, signer, findings } = needs;
  const theirs = await signer.keys();
  for (const purpose of ["hot", "nonce"] as const) {
    const versions = Math.max(keys[purpose].length, theirs[purpose].length + 1);
    for (let version = 2; version <= versions; version++) {
      const [own, signers] = [keys[purpose][version - 1]?.address, theirs[purpose][version - 2]?.publicKey];
      if (own === signers) continue;
      const detail = `the books say ${own ?? "nothing"}, and the signer has ${signers ?? "none"}`;
      findings.add({ finding: "WALLET_KEYS", subject: `${purpose} key ${version}`, detail });
    }
  }
  if (needs.isDeep) await checkMoves(needs);
}

async function checkMoves({ db, chain, keys, findings }: WalletKeyNeeds): Promise<void> {
  const { rows } = await sql<{ signature: string; from: number; to: number; amount: string }>`
    select m.signature, m.from_version as "from", m.to_version as "to", m.amount::text
      from key_moves m join payment_attempts p on p.signature = m.signature
     where m.purpose = 'hot' and p.state = 'CANCELED' order by p.id`.execute(db);
  for (const { signature, from, to, amount } of rows) {
    const found = await chain.transaction(signature);
    // One that isn't there is a finding of its own.
    if (!found) continue;
    for (const [version, moved] of [
      [from, -BigInt(amount)],
      [to, BigInt(amount)],
    ] as const) {
      const address = keys.hot[version - 1]?.address ?? "";
      const there = (found.changes.get(address) ?? 0n) + (found.feePayer === address ? found.fee : 0n);
      if (there === moved) continue;
      const detail = `hot wallet ${version}: ${formatAmount(there)} on the chain, ${formatAmount(moved)} in the books`;
      findings.add({ finding: "MOVED_OTHERWISE", subject: signature, detail });
    }
  }
}

import type { DB } from "@bbux/db";
import { sql, type Transaction } from "kysely";
import { audit, BY_COMMAND } from "../../platform/audit-log/audit.command.ts";
import type { Services } from "../../platform/context/index.ts";
import { type KeyPurpose, laterKeys, type WalletKey } from "./keys.query.ts";

const PURPOSES = ["hot", "nonce"] as const satisfies KeyPurpose[];

/** `added`: how many keys the books have learned. `problem`: a sentence for operators; nothing may be signed. */
export type Adopted = { readonly added: number; readonly problem: null } | { readonly problem: string };

/**
 * Takes keys into the books that the signer has and they don't: a rotation was cut short between the two, or the books are older than
 * it. Records each in the audit log. From then on they take over.
 * @throws SignerError
 */
export async function adoptWalletKeys({ db, signer, now }: Pick<Services, "db" | "signer" | "now">): Promise<Adopted> {
  const theirs = await signer.keys();
  const known = await laterKeys(db);
  for (const { purpose, version, address } of known) {
    if (theirs[purpose][version - 2]?.publicKey === address) continue;
    return { problem: `the signer doesn't have version ${version} of the ${purpose} key: put back its keys.json` };
  }
  let added = 0;
  for (const purpose of PURPOSES) {
    const fresh = theirs[purpose].slice(known.filter((key) => key.purpose === purpose).length);
    for (const key of fresh) added += (await db.transaction().execute((trx) => add(trx, purpose, key, now()))) ? 1 : 0;
  }
  return { added, problem: null };
}

/** @returns false when another process was faster */
async function add(
  trx: Transaction<DB>,
  purpose: KeyPurpose,
  { version, publicKey, reason, at: signerAt }: { version: number; publicKey: string; reason: string; at: string },
  at: Date,
): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended('wallet keys', 0))`.execute(trx);
  const known = (await laterKeys(trx)).filter((key) => key.purpose === purpose);
  if (known.some((key) => key.version === version)) return false;
  // Whatever was to go to an earlier one goes to this one.
  for (const { state, version: earlier } of known) {
    if (state === "MOVING") await setKeyState(trx, purpose, { version: earlier, from: "MOVING", to: "CLEARING" }, at);
    if (state !== "DONE") {
      const from = state === "HANDING_OVER" ? state : "CLEARING";
      await setKeyState(trx, purpose, { version: earlier, from, to: "DONE" }, at);
    }
  }
  await trx
    .insertInto("wallet_keys")
    .values({
      purpose,
      version,
      address: publicKey,
      state: purpose === "hot" ? "MOVING" : "HANDING_OVER",
      created_at: at,
      updated_at: at,
    })
    .execute();
  const target = { kind: `${purpose}_key`, id: `${version}` };
  const details = { purpose, publicKey, signerAt };
  await audit(trx, { ...BY_COMMAND, action: "KEY_ROTATED", target, reason, details, at });
  return true;
}

/** Moves a key one state on. @returns false when it has left that state before */
export async function setKeyState(
  db: Services["db"],
  purpose: KeyPurpose,
  {
    version,
    from,
    to,
  }: { readonly version: number; readonly from: WalletKey["state"]; readonly to: WalletKey["state"] },
  at: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("wallet_keys")
    .set({ state: to, updated_at: at })
    .where("purpose", "=", purpose)
    .where("version", "=", version)
    .where("state", "=", from)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

import { controlSignatureForm } from "@bbux/chain";
import type { Database } from "@bbux/db";
import { sql } from "kysely";
import { audit, BY_COMMAND, type Operator } from "../../platform/audit-log/audit.command.ts";
import type { Services } from "../../platform/context/index.ts";
import { AppError } from "../../platform/errors/errors.ts";
import { controlText } from "./control.text.ts";
import { coldWallets } from "./movements.ts";

/** How long a challenge may be answered. */
const ANSWERED_WITHIN = sql`interval '30 days'`;
const SIGNATURE_BYTES = 64;

export interface ControlChallenge {
  readonly address: string;
  /** To be signed offline, as it is, without a newline at the end. */
  readonly text: string;
}

/**
 * Makes the text that proves control of a cold wallet once it's signed with its key (docs/adr/0027).
 * @param platform the platform's address on the web
 * @param given which cold wallet; by default the current one
 * @throws AppError NOT_FOUND for an address that is no cold wallet of the platform; ChainError
 */
export async function challengeControl(
  { db, chain, databaseNow }: Pick<Services, "db" | "chain" | "databaseNow">,
  platform: string,
  given: string | null = null,
): Promise<ControlChallenge> {
  const wallets = await coldWallets(db);
  const wallet = wallets.find(({ address, isCurrent }) => (given === null ? isCurrent : address === given));
  if (!wallet) {
    const message = given === null ? "The platform has no cold wallet" : `${given} is no cold wallet of the platform`;
    throw new AppError("NOT_FOUND", { message });
  }
  const { address } = wallet;
  const { slot, lamports } = await chain.balances([address]);
  const balance = lamports[0] ?? 0n;
  const at = await databaseNow();
  const text = controlText({ platform, address, balance, slot, at, checkpoint: await latestCheckpoint(db) });
  await db
    .insertInto("control_proofs")
    .values({ address, text, balance: balance.toString(), created_at: at })
    .onConflict((conflict) => conflict.column("text").doNothing())
    .execute();
  return { address, text };
}

async function latestCheckpoint(db: Database): Promise<{ day: string; root: string } | null> {
  const { rows } = await sql<{ day: string; root: string }>`
    select day::text, encode(root, 'hex') as root from transparency_checkpoints order by day desc limit 1`.execute(db);
  return rows[0] ?? null;
}

/**
 * Publishes a proof: the signature of a challenge, by the key of its cold wallet. Giving the same one again changes nothing.
 * @param proof.text as it was signed; a newline at its end is ignored
 * @param proof.signature 64 bytes
 * @returns the cold wallet
 * @throws AppError NOT_FOUND for a text that isn't a challenge of the last 30 days, VALIDATION_FAILED for another signature
 */
export async function proveControl(
  { db, databaseNow }: Pick<Services, "db" | "databaseNow">,
  { text, signature }: { readonly text: string; readonly signature: Uint8Array },
  by: Operator = BY_COMMAND,
): Promise<{ readonly address: string }> {
  const at = await databaseNow();
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ id: string; address: string; text: string; state: string; late: boolean }>`
      select id::text, address, text, state, created_at < ${at}::timestamptz - ${ANSWERED_WITHIN} as late
        from control_proofs where text = ${text.trimEnd()} for no key update`.execute(trx);
    const [row] = rows;
    if (!row || (row.late && row.state === "OPEN")) {
      throw new AppError("NOT_FOUND", { message: "This text is no challenge of the last 30 days: make a new one" });
    }
    const { id, address } = row;
    const form = signature.byteLength === SIGNATURE_BYTES ? controlSignatureForm(address, row.text, signature) : null;
    if (form === null) {
      throw new AppError("CONFLICT", { message: `This isn't a signature of that text with the key of ${address}` });
    }
    if (row.state === "PROVED") return { address };
    await trx
      .updateTable("control_proofs")
      .set({ state: "PROVED", signature: Buffer.from(signature).toString("base64"), form, proved_at: at })
      .where("id", "=", id)
      .execute();
    await audit(trx, {
      ...by,
      action: "CONTROL_PROVED",
      target: { kind: "cold_wallet", id: address },
      details: { proof: id, form },
      at,
    });
    return { address };
  });
}

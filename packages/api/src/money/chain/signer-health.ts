import { SignerError } from "@bbux/chain";
import { sql } from "kysely";
import type { Services } from "../../platform/context/index.ts";
import { closeAlert, raiseAlert } from "./alerts.commands.ts";

const SUBJECT = "signer";

/**
 * Whether the signer answers and holds the keys of these books. While it doesn't, operators are alerted, and payments wait: what is
 * signed already is still sent and followed.
 */
export async function isSignerUp(
  services: Pick<Services, "db" | "now" | "signer" | "platformWallet">,
): Promise<boolean> {
  const { platformWallet } = services;
  const problem = await problemOf(services);
  if (problem === null) {
    // Each time, because restored books, or another worker that gets no answer meanwhile, may have opened it again.
    await closeAlert(services, "signer_down", SUBJECT);
    return true;
  }
  const detail = `Payments for ${platformWallet.address} can't be signed: ${problem}`;
  await raiseAlert(services, { kind: "signer_down", subject: SUBJECT, detail });
  return false;
}

/** Alerts operators to a payment that the signer's own rules forbid. They close the alert themselves, but for {@link closeRefusal}. */
export async function noteRefusal(
  services: Pick<Services, "db" | "now">,
  { kind, id }: { readonly kind: string; readonly id: string },
  { message: detail }: SignerError,
): Promise<void> {
  await raiseAlert(services, { kind: "signer_refused", subject: `${kind}:${id}`, detail });
  // Another worker may have found the payment meanwhile.
  if (kind === "withdrawal") await closeRefusal(services, id);
}

/** Closes the alert about a withdrawal that the signer refused to pay again, once these books have found the payment that it named. */
export async function closeRefusal({ db, now }: Pick<Services, "db" | "now">, withdrawal: string): Promise<void> {
  await sql`
    update alerts a set closed_at = ${now()}
      from payment_attempts p
     where a.kind = 'signer_refused' and a.subject = ${`withdrawal:${withdrawal}`} and a.closed_at is null
       and p.withdrawal_id = ${withdrawal} and p.state = 'FINALIZED' and strpos(a.detail, p.signature) > 0`.execute(db);
}

async function problemOf({ signer, platformWallet }: Pick<Services, "signer" | "platformWallet">) {
  try {
    const { address } = await signer.view();
    return address === platformWallet.address ? null : `the signer holds the keys of ${address}`;
  } catch (error) {
    if (!(error instanceof SignerError)) throw error;
    return error.message;
  }
}

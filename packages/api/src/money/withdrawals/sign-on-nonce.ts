import type { Nonce, PaymentNote, PlatformWallet, SignedTransaction } from "@bbux/chain";
import type { Services } from "../../platform/context/index.ts";
import type { Subject } from "./attempts.sql.ts";

/** What is to be signed: a withdrawal with its note, or the sweep of a member's deposit address. Amounts in lamports. */
export interface Payable {
  readonly subject: Subject;
  readonly lamports: bigint;
  readonly destination: string;
  readonly note: PaymentNote;
}

/** Signs a withdrawal or a sweep: the same bytes for the same nonce and priority fee. */
export function signOnNonce(
  { platformWallet }: Pick<Services, "platformWallet">,
  { subject, lamports, destination, note }: Payable,
  { nonce, priorityFee }: { readonly nonce: Nonce; readonly priorityFee: bigint },
): SignedTransaction {
  if (subject.kind !== "withdrawal") {
    const reference = platformWallet.referenceOf("sweep", subject.id);
    return platformWallet.signSweep({ userId: note.userId, lamports, nonce, priorityFee, reference });
  }
  const reference = platformWallet.noteOf(note);
  return platformWallet.signPayment({ to: destination, lamports, nonce, priorityFee, reference });
}

/** What a transaction did for a subject, according to its memos; null if it was for something else. */
export function purposeFor(
  platformWallet: PlatformWallet,
  memos: readonly string[],
  { subject, reference }: { readonly subject: Subject; readonly reference: string },
): "paid" | "canceled" | null {
  const isPaid =
    subject.kind === "withdrawal"
      ? memos.some((memo) => platformWallet.readNote(memo)?.reference === reference)
      : subject.kind === "sweep" && memos.includes(platformWallet.referenceOf("sweep", subject.id));
  if (isPaid) return "paid";
  return memos.includes(platformWallet.referenceOf("cancel", reference)) ? "canceled" : null;
}

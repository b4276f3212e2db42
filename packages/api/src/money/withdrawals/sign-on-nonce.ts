import type { BooksFence, Nonce, PaymentNote, RecordedTransaction, WalletView } from "@bbux/chain";
import type { Services } from "../../platform/context/index.ts";
import type { Subject } from "./attempts.sql.ts";

/** What is to be signed: a withdrawal with its note, the sweep of a member's deposit address, or a move to the cold wallet. In lamports. */
export interface Payable {
  readonly subject: Subject;
  readonly lamports: bigint;
  readonly destination: string;
  readonly note: PaymentNote;
  /** Of a sweep: the version of the key that the address is derived from. */
  readonly addressVersion: number;
}

/** How it is signed. The books are named, so that the signer refuses older ones. */
export interface SigningTerms {
  readonly nonce: Nonce;
  /** Lamports. */
  readonly priorityFee: bigint;
  readonly fence: BooksFence;
}

/** Has a payment signed: the same bytes for the same nonce and priority fee. @throws SignerError */
export function signOnNonce(
  { signer }: Pick<Services, "signer">,
  { subject, lamports, destination, note, addressVersion }: Payable,
  { nonce, priorityFee, fence }: SigningTerms,
): Promise<RecordedTransaction> {
  const terms = { ...toldNonce(nonce), priorityFee, fence: toldFence(fence) };
  if (subject.kind === "cold") return signer.toCold({ reference: note.reference, destination, lamports, ...terms });
  if (subject.kind === "sweep") {
    return signer.sweep({ sweepId: subject.id, userId: note.userId, version: addressVersion, lamports, ...terms });
  }
  return signer.pay({ note, destination, lamports, ...terms });
}

/** What the signer is told about a nonce. */
export function toldNonce({ address, value }: Nonce): { readonly nonce: Nonce } {
  return { nonce: { address, value } };
}

/** What the signer is told about the books that ask. */
export function toldFence({ number, identity }: BooksFence): BooksFence {
  return { number, identity };
}

/** What a transaction did for a subject, according to its memos; null if it was for something else. */
export function purposeFor(
  platformWallet: WalletView,
  memos: readonly string[],
  { subject, reference }: { readonly subject: Subject; readonly reference: string },
): "paid" | "canceled" | null {
  const isPaid =
    subject.kind === "withdrawal" || subject.kind === "cold"
      ? memos.some((memo) => platformWallet.readNote(memo)?.reference === reference)
      : subject.kind === "sweep" && memos.includes(platformWallet.referenceOf("sweep", subject.id));
  if (isPaid) return "paid";
  if (memos.includes(platformWallet.referenceOf("cancel", reference))) return "canceled";
  // What writes the log's root to the chain uses up a nonce, too.
  const isAnchor = subject.kind === "nonce" && memos.some((memo) => platformWallet.readAnchor(memo) !== null);
  return isAnchor ? "canceled" : null;
}

import type {
  BooksFence,
  KeyVersions,
  LogAnchor,
  Nonce,
  PaymentNote,
  RecordedTransaction,
  WalletView,
} from "@bbux/chain";
import type { Services } from "../../platform/context/index.ts";
import type { KeyMove, Subject } from "./attempts.sql.ts";

/** What is to be signed: a withdrawal with its note, the sweep of a member's deposit address, or a move to the cold wallet. In lamports. */
export interface Payable {
  readonly subject: Subject;
  readonly lamports: bigint;
  /** Who is paid; of a sweep, the deposit address that it empties. */
  readonly destination: string;
  readonly note: PaymentNote;
  /** Of a sweep, or a nonce account: the version of the key that the address is derived from. */
  readonly addressVersion: number;
}

/** How it is signed. The books are named, so that the signer refuses older ones. */
export interface SigningTerms {
  readonly nonce: Nonce;
  readonly keys: KeyVersions;
  /** Lamports. */
  readonly priorityFee: bigint;
  readonly fence: BooksFence;
}

/** What a transaction that uses up a nonce does besides. */
export interface Consumption {
  /** What is canceled. */
  readonly reference: string;
  readonly anchor: LogAnchor | null;
  readonly move: KeyMove | null;
}

/** Has a payment signed: the same bytes for the same nonce and priority fee. @throws SignerError */
export function signOnNonce(
  { signer }: Pick<Services, "signer">,
  { subject, lamports, destination, note, addressVersion }: Payable,
  given: SigningTerms,
): Promise<RecordedTransaction> {
  const terms = told(given);
  if (subject.kind === "cold") return signer.toCold({ reference: note.reference, destination, lamports, ...terms });
  if (subject.kind === "sweep") {
    const from = { userId: note.userId, version: addressVersion, address: destination };
    return signer.sweep({ sweepId: subject.id, ...from, lamports, ...terms });
  }
  return signer.pay({ note, destination, lamports, ...terms });
}

/** Has a transaction signed that uses up a nonce and pays nobody. @throws SignerError */
export function signConsumption(
  { signer }: Pick<Services, "signer">,
  { reference, anchor, move }: Consumption,
  given: SigningTerms,
): Promise<RecordedTransaction> {
  const terms = told(given);
  if (anchor) return signer.anchor({ ...anchor, ...terms });
  if (move?.purpose === "hot") {
    return signer.moveHot({ from: move.from, to: move.to, lamports: move.amount, ...terms });
  }
  if (move) return signer.handOver({ to: move.to, ...terms });
  return signer.cancel({ reference, ...terms });
}

/** What the signer is told. */
function told({ nonce: { address, value }, keys, priorityFee, fence }: SigningTerms): SigningTerms {
  return { nonce: { address, value }, keys, priorityFee, fence: toldFence(fence) };
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
  if (memos.some((memo) => platformWallet.isCancelMemo(memo, reference))) return "canceled";
  // What writes the log's root to the chain uses up a nonce, too.
  const isAnchor = subject.kind === "nonce" && memos.some((memo) => platformWallet.readAnchor(memo) !== null);
  return isAnchor ? "canceled" : null;
}

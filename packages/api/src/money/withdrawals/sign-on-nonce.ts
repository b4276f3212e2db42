import type { Nonce, SignedTransaction } from "@bbux/chain";
import type { Services } from "../../platform/context/index.ts";
import type { Waiting } from "./waiting.sql.ts";

/** Signs a withdrawal or a sweep: the same bytes for the same nonce and priority fee. */
export function signOnNonce(
  { platformWallet }: Pick<Services, "platformWallet">,
  { subject, userId, lamports, destination }: Pick<Waiting, "subject" | "userId" | "lamports" | "destination">,
  { nonce, priorityFee }: { readonly nonce: Nonce; readonly priorityFee: bigint },
): SignedTransaction {
  const kind = subject.kind === "withdrawal" ? "withdrawal" : "sweep";
  const terms = { nonce, priorityFee, reference: platformWallet.referenceOf(kind, subject.id) };
  return kind === "withdrawal"
    ? platformWallet.signPayment({ to: destination, lamports, ...terms })
    : platformWallet.signSweep({ userId, lamports, ...terms });
}

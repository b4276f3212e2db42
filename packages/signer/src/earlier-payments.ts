import { type Nonce, type SignedFacts, type SignedLine, SignerError } from "@bbux/chain";
import type { SignerChain } from "./look.ts";
import type { SigningRecord } from "./record.ts";
import type { RecordLine } from "./record-line.ts";
import type { SignedIndex } from "./signed-index.ts";

/** The most transactions on one nonce that are asked about at once. */
const BATCH_SIZE = 256;
/** How long the chain may take to answer: others wait behind it. */
const PATIENCE_MS = 3_000;

/** What was signed for the same withdrawal before. */
export interface EarlierPayments {
  /** To be told of each line of the record, in order. */
  add(line: RecordLine): void;
  /** Returns the withdrawal's first payment, whose destination and amount all others have; null if there is none. */
  first(reference: string): SignedLine | null;
  /**
   * Makes sure that nothing signed for a withdrawal on another nonce can land any more: something else that the signer signed has used
   * up that nonce, for good. What a node doesn't show decides nothing.
   * @param from how many of the withdrawal's payments were looked at before
   * @throws SignerError REFUSED with the rule
   */
  requireNoneCanLand(asked: SignedFacts, from: number): Promise<void>;
}

export function createEarlierPayments({
  record,
  index,
  look,
  timeoutFactor = 1,
}: {
  readonly record: Pick<SigningRecord, "at">;
  readonly index: SignedIndex;
  readonly look: () => SignerChain | null;
  readonly timeoutFactor?: number | undefined;
}): EarlierPayments {
  /** The position of the operator's latest release of a withdrawal. */
  const released = new Map<string, number>();
  const lines = (positions: readonly number[]) =>
    positions.map(record.at).flatMap((line) => (line.what === "signed" ? [line] : []));

  async function whatLanded(nonce: Nonce): Promise<{ readonly line: SignedLine; readonly failed: boolean } | null> {
    const chain = look();
    const all = lines(index.onNonce(nonce));
    for (let from = 0; chain && from < all.length; from += BATCH_SIZE) {
      const some = all.slice(from, from + BATCH_SIZE);
      const statuses = await withTimeout(
        chain.statuses(some.map(({ signature }) => signature)),
        PATIENCE_MS * timeoutFactor,
      );
      for (const [nth, line] of some.entries()) {
        const status = statuses?.[nth];
        if (status?.level === "finalized") return { line, failed: status.failed };
      }
    }
    return null;
  }

  return {
    add(line) {
      if (line.what === "released") released.set(line.reference, line.position);
    },
    first: (reference) => lines(index.ofPayment(reference).slice(0, 1))[0] ?? null,
    async requireNoneCanLand({ kind, reference, nonce }, from) {
      if (kind !== "pay") return;
      const since = released.get(reference) ?? 0;
      const others = lines(index.ofPayment(reference).slice(from)).filter(
        (line) => line.position > since && line.nonce?.value !== nonce?.value,
      );
      const nonces = new Map(others.flatMap((line) => (line.nonce ? [[line.nonce.value, line.nonce]] : [])));
      for (const other of nonces.values()) {
        const landed = await whatLanded(other);
        if (!landed) {
          const why = `Withdrawal ${reference} was signed on the nonce ${other.address} before, and the signer doesn't see that another transaction of its own has used it up`;
          throw new SignerError("REFUSED", why, { rule: "NONCE_PENDING" });
        }
        const { line, failed } = landed;
        if (failed || line.reference !== reference) continue;
        const [rule, what] =
          line.kind === "cancel" ? (["CANCELED", "canceled"] as const) : (["ALREADY_PAID", "paid"] as const);
        throw new SignerError("REFUSED", `Withdrawal ${reference} was ${what} already, by ${line.signature}`, { rule });
      }
    },
  };
}

/** @returns null for a node that doesn't answer in time, or not at all */
async function withTimeout<T>(answer: Promise<T>, patienceMs: number): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), patienceMs);
  });
  try {
    return await Promise.race([answer.catch(() => null), late]);
  } finally {
    clearTimeout(timer);
  }
}

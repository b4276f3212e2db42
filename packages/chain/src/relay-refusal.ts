export type RelayRefusalReason =
  | "TOO_LARGE"
  /** Not a transaction, or not in its canonical encoding. */
  | "MALFORMED"
  | "NOT_SIGNED"
  /** Names accounts through a table on the chain, so they can't be seen in the transaction. */
  | "LOOKUP_TABLE"
  /** It would stay valid forever. */
  | "DURABLE_NONCE"
  /** A program that isn't allowed. */
  | "PROGRAM"
  /** An instruction that isn't allowed, of an allowed program. */
  | "INSTRUCTION"
  | "DESTINATION"
  | "AMOUNT"
  /** It offers the network more than {@link MAX_PRIORITY_FEE}. */
  | "FEE"
  | "PAYER";

/** Why a transaction isn't sent to the network; the message is meant for its sender. */
export class RelayRefusal extends Error {
  override readonly name = "RelayRefusal";
  readonly reason: RelayRefusalReason;

  constructor(reason: RelayRefusalReason, message: string) {
    super(message);
    this.reason = reason;
  }
}

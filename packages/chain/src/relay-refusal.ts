export type RelayRefusalReason =
  | "TOO_LARGE"
  /** No transaction, or one written in another way than the one there is. */
  | "MALFORMED"
  | "NOT_SIGNED"
  /** Accounts named by a table on the chain, which cannot be seen in it. */
  | "LOOKUP_TABLE"
  /** It would stay valid for ever. */
  | "DURABLE_NONCE"
  /** Another program than those allowed. */
  | "PROGRAM"
  /** Something else that an allowed program can do. */
  | "INSTRUCTION"
  | "DESTINATION"
  | "AMOUNT"
  /** It offers the network more than {@link MAX_PRIORITY_FEE}. */
  | "FEE"
  | "PAYER";

/** Why a transaction is not handed to the network; the message is for its sender. */
export class RelayRefusal extends Error {
  override readonly name = "RelayRefusal";
  readonly reason: RelayRefusalReason;

  constructor(reason: RelayRefusalReason, message: string) {
    super(message);
    this.reason = reason;
  }
}

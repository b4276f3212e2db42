import { z } from "zod";

/** What one signer signs at most, in lamports. */
export interface SigningLimits {
  /** For one payment, without fees. */
  readonly payment: bigint;
  /** Within an hour and a day: payments, fees, and the rent of nonce accounts. */
  readonly hour: bigint;
  readonly day: bigint;
  /** For one transaction, above the fee for signatures. */
  readonly priorityFee: bigint;
}

const lamports = z.coerce.bigint().min(0n);
/** Limits as they are handed to another process: decimal strings. */
const given = z.object({ payment: lamports, hour: lamports, day: lamports, priorityFee: lamports });
export type GivenLimits = Readonly<Record<keyof SigningLimits, string>>;

export function limitsOf(limits: GivenLimits): SigningLimits {
  return given.parse(limits);
}

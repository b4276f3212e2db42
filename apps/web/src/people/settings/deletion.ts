import { type ErrorCode, parseAmount } from "@bbux/contract";

type Facts = Record<string, unknown>;

/** Returns the balance, in base units, that prevented closing the account; `null` for any other cause. */
export function leftBalance(code: ErrorCode | null, { balance }: Facts): bigint | null {
  return code === "ACCOUNT_HAS_FUNDS" && typeof balance === "string" ? parseAmount(balance) : null;
}

/** Returns the post whose unsettled bounty prevented it. */
export function openBountyPost({ postId }: Facts): string | null {
  return typeof postId === "string" ? postId : null;
}

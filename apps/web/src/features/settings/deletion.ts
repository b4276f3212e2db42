import { type ErrorCode, parseAmount } from "@bbux/contract";

type Facts = Record<string, unknown>;

/** The balance, in base units, for which closing an account was refused; `null` when it was not that. */
export function leftBalance(code: ErrorCode | null, { balance }: Facts): bigint | null {
  return code === "ACCOUNT_HAS_FUNDS" && typeof balance === "string" ? parseAmount(balance) : null;
}

/** The post whose unsettled bounty stands in the way. */
export function openBountyPost({ postId }: Facts): string | null {
  return typeof postId === "string" ? postId : null;
}

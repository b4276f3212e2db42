import { AppError } from "@bbux/api";
import { ChainError, SignerError } from "@bbux/chain";

/** Passes over what members are told, and what nodes and signers fail with. @throws anything else */
export function expected(error: unknown): void {
  const cause = error instanceof Error && error.name === "TRPCError" ? error.cause : error;
  const isExpected = cause instanceof ChainError || cause instanceof SignerError || cause instanceof AppError;
  if (!isExpected || (cause instanceof AppError && cause.code === "INTERNAL_ERROR")) throw error;
}

export function isExpected(error: unknown): boolean {
  try {
    expected(error);
    return true;
  } catch {
    return false;
  }
}

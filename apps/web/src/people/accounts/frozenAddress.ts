import { useEffect, useState } from "react";
import { isRecord } from "../../lib/record.ts";

const KEY = "bbux.frozen-address";
/** Someone who asks for a new password later than this may not be the person who froze the account. */
const LASTS_MS = 10 * 60_000;

/**
 * Keeps the address of an account that was just frozen for the form that asks for a new password. Not in the history,
 * because the next person at this browser can go back through that.
 */
export function keepFrozenAddress(email: string): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ email, at: Date.now() }));
  } catch {
    // Without storage the member types it.
  }
}

/** Returns the address of an account that was frozen in the last ten minutes, once: the form's next visit gets none. */
export function useFrozenAddress(): string | undefined {
  const [email] = useState(frozenAddress);
  useEffect(forgetFrozenAddress, []);
  return email;
}

function frozenAddress(): string | undefined {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? "null");
    if (!isRecord(kept) || typeof kept.at !== "number" || Date.now() - kept.at > LASTS_MS) return undefined;
    return typeof kept.email === "string" ? kept.email : undefined;
  } catch {
    return undefined;
  }
}

function forgetFrozenAddress(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Without storage nothing is kept.
  }
}

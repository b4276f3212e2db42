import { createHash } from "node:crypto";

/** Characters of the hash that the service is told; it answers with the rest of all hashes that begin so. */
const TOLD = 5;

/**
 * Asks a service that knows passwords from breaches, and tells it no more than the beginning of a hash (k-anonymity).
 * @param url of its ranges, to which the beginning is appended; null asks nobody
 * @param patienceMs how long it may take
 * @returns whether it knows the password; false when it doesn't answer, so that nobody is locked out by that
 */
export function createLeakedPasswords(url: string | null, patienceMs = 1_000): (password: string) => Promise<boolean> {
  return async (password) => {
    if (url === null) return false;
    const hash = createHash("sha1").update(password).digest("hex").toUpperCase();
    try {
      // Padding keeps the length of the answer from telling which range was asked for; it has a count of 0.
      const headers = { "add-padding": "true" };
      const response = await fetch(`${url.replace(/\/$/, "")}/${hash.slice(0, TOLD)}`, {
        headers,
        redirect: "error",
        signal: AbortSignal.timeout(patienceMs),
      });
      if (!response.ok) return false;
      const lines = (await response.text()).split("\n").map((line) => line.trim().split(":"));
      return lines.some(([rest, count]) => rest?.toUpperCase() === hash.slice(TOLD) && Number(count) > 0);
    } catch {
      return false;
    }
  };
}

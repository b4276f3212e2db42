import { createHash } from "node:crypto";

/** Hashes with SHA-256, the only form in which the database has session ids, refresh and reset tokens, and recovery codes. */
export function hashSecret(secret: string): Buffer {
  return createHash("sha256").update(secret).digest();
}

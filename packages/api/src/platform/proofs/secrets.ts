import { randomBytes } from "node:crypto";

/** 256 bits, URL-safe. */
export function generateSecret(): string {
  return randomBytes(32).toString("base64url");
}

import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import type { Services } from "@bbux/api";

const NONCE = 12;
const TAG = 16;

/**
 * Encrypts secrets that have to be read again (AES-256-GCM) with a key derived from the session secret, so a copy of the database
 * alone is worth nothing. The name is authenticated, so a sealed secret can't be moved to another row.
 */
export function createVault(sessionSecret: string): Services["vault"] {
  const key = Buffer.from(hkdfSync("sha256", sessionSecret, "", "bbux stored secrets", 32));
  return {
    seal(plain, name) {
      const nonce = randomBytes(NONCE);
      const cipher = createCipheriv("aes-256-gcm", key, nonce, { authTagLength: TAG }).setAAD(Buffer.from(name));
      const body = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]);
    },
    open(sealed, name) {
      try {
        const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(0, NONCE), { authTagLength: TAG })
          .setAAD(Buffer.from(name))
          .setAuthTag(sealed.subarray(NONCE, NONCE + TAG));
        return decipher.update(sealed.subarray(NONCE + TAG), undefined, "utf8") + decipher.final("utf8");
      } catch {
        return null;
      }
    },
  };
}

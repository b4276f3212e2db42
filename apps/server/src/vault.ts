import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";
import type { Services } from "@bbux/api";

const NONCE = 12;
const TAG = 16;
/** Characters, of 6 bits each. */
const FINGERPRINT = 22;

/**
 * Encrypts secrets that have to be read again (AES-256-GCM) with a key derived from the session secret, so a copy of the database
 * alone is worth nothing. The name is authenticated, so a sealed secret can't be moved to another row.
 */
export function createVault(sessionSecret: string): Services["vault"] {
  const key = keyFor(sessionSecret, "bbux stored secrets");
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

/** What the challenges of sign-ups are signed with. */
export function workSecretOf(sessionSecret: string): string {
  return keyFor(sessionSecret, "bbux proof of work").toString("base64url");
}

/** Makes short hashes that can't be searched for what they stand for, such as one of 2^32 addresses, without the session secret. */
export function createFingerprint(sessionSecret: string): Services["fingerprint"] {
  const key = keyFor(sessionSecret, "bbux fingerprints");
  return (secret, name) =>
    createHmac("sha256", key).update(`${name}\n${secret}`).digest("base64url").slice(0, FINGERPRINT);
}

function keyFor(sessionSecret: string, use: string): Buffer {
  return Buffer.from(hkdfSync("sha256", sessionSecret, "", use, 32));
}

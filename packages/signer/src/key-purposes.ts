/** What keys are for that can be rotated (docs/adr/0028). */
export const KEY_PURPOSES = ["checkpoint", "deposit", "hot", "nonce"] as const;
export type KeyPurpose = (typeof KEY_PURPOSES)[number];

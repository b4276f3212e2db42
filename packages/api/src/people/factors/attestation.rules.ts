import { decodeAttestationObject, isoBase64URL } from "@simplewebauthn/server/helpers";

/**
 * Refuses a new passkey that comes with its maker's certificate: none is asked for, and the library would fetch the list of revoked ones
 * from the address in it.
 * @param attestationObject CBOR as base64url
 * @throws Error
 */
export function requireNoCertificate(attestationObject: string): void {
  const attestation = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject));
  if (attestation.get("attStmt").get("x5c") !== undefined) throw new Error("This passkey has a certificate");
}

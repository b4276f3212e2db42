import { isoBase64URL, isoCBOR } from "@simplewebauthn/server/helpers";
import { expect, it } from "vitest";
import { requireNoCertificate } from "./attestation.rules.ts";

it("a passkey with a certificate is refused, and one that signs for itself or doesn't say isn't", () => {
  const attested = (fmt: string, statement: Map<string, Uint8Array | Uint8Array[] | number>) => {
    const attestation = new Map<string, unknown>([
      ["fmt", fmt],
      ["attStmt", statement],
      ["authData", new Uint8Array(37)],
    ]);
    return isoBase64URL.fromBuffer(isoCBOR.encode(attestation as Parameters<typeof isoCBOR.encode>[0]));
  };
  requireNoCertificate(attested("none", new Map()));
  requireNoCertificate(
    attested(
      "packed",
      new Map<string, Uint8Array | number>([
        ["alg", -7],
        ["sig", new Uint8Array(70)],
      ]),
    ),
  );
  const certified = attested("packed", new Map([["x5c", [new Uint8Array(300)]]]));
  expect(() => requireNoCertificate(certified)).toThrow("certificate");
});

import { expect, it } from "vitest";
import { createFingerprint, createVault, workSecretOf } from "./vault.ts";

const SECRET = "a secret of the server, long enough";
const vault = createVault(SECRET);

it("what is sealed opens under its own name and secret only, and not if a bit of it has changed", () => {
  const sealed = vault.seal("JBSWY3DPEHPK3PXP", "factor 12 of 7");
  expect(vault.open(sealed, "factor 12 of 7")).toBe("JBSWY3DPEHPK3PXP");
  expect(vault.open(sealed, "factor 12 of 8")).toBeNull();
  expect(createVault(`${SECRET}.`).open(sealed, "factor 12 of 7")).toBeNull();
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(vault.open(changed, "factor 12 of 7"), `byte ${at}`).toBeNull();
  }
  for (let length = 0; length < sealed.length; length++) {
    expect(vault.open(sealed.subarray(0, length), "factor 12 of 7"), `${length} bytes`).toBeNull();
  }
});

it("the same text is never sealed the same way twice, and doesn't show in what is stored", () => {
  const sealed = Array.from({ length: 100 }, () => vault.seal("the same", "name").toString("latin1"));
  expect(new Set(sealed).size).toBe(100);
  expect(sealed.join()).not.toContain("the same");
});

it("each use of the server's secret has a key of its own", () => {
  const fingerprint = createFingerprint(SECRET);
  expect(fingerprint("203.0.113.7", "network")).toMatch(/^[\w-]{22}$/);
  expect(fingerprint("203.0.113.7", "network")).toBe(createFingerprint(SECRET)("203.0.113.7", "network"));
  expect(fingerprint("203.0.113.7", "network")).not.toBe(fingerprint("203.0.113.7", "device"));
  expect(fingerprint("203.0.113.7", "network")).not.toBe(createFingerprint(`${SECRET}.`)("203.0.113.7", "network"));
  expect(workSecretOf(SECRET)).not.toContain(SECRET);
  expect(vault.open(Buffer.from(workSecretOf(SECRET), "base64url"), "name")).toBeNull();
});

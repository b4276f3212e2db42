import { expect, it } from "vitest";
import { hashSecret } from "./hash-secret.ts";
import { generateSecret } from "./secrets.ts";

it("a secret has 256 random bits, fits in an address, and is stored as a hash that doesn't contain it", () => {
  const secrets = Array.from({ length: 2_000 }, generateSecret);
  expect(new Set(secrets).size).toBe(secrets.length);
  for (const secret of secrets) {
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect(Buffer.from(secret, "base64url")).toHaveLength(32);
    expect(hashSecret(secret).toString("base64url")).not.toContain(secret);
  }
  // Each bit is set in about half of them: 2,000 fair coins land outside 800 to 1,200 less than once in 10^18 runs.
  for (let bit = 0; bit < 256; bit++) {
    const set = secrets.filter((secret) => (Buffer.from(secret, "base64url")[bit >> 3] ?? 0) & (1 << (bit & 7))).length;
    expect(set).toBeGreaterThan(800);
    expect(set).toBeLessThan(1_200);
  }
});

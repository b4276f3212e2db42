import { mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import bs58 from "bs58";
import { describe, expect, it } from "vitest";
import { EnvError, readEnv } from "./env.ts";
import { loadSecrets } from "./secrets.ts";

const folder = () => mkdtempSync(join(tmpdir(), "bbux-secrets-"));
const load = (env: Record<string, string>) => loadSecrets(readEnv(env));
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");

describe("secrets that aren't configured", () => {
  it("are created once and kept, readable only by this operating-system user", () => {
    const DATA_DIR = join(folder(), "not", "there", "yet");
    const first = load({ DATA_DIR });
    expect(first.sessionSecret.length).toBeGreaterThanOrEqual(32);
    expect(first.platformSeed).toHaveLength(32);
    expect(statSync(join(DATA_DIR, "secrets.json")).mode & 0o777).toBe(0o600);
    const second = load({ DATA_DIR });
    expect(second.sessionSecret).toBe(first.sessionSecret);
    expect(hex(second.platformSeed)).toBe(hex(first.platformSeed));
    expect(load({ DATA_DIR: folder() }).sessionSecret).not.toBe(first.sessionSecret);
  });
  it("stop the start instead of being replaced if their file is damaged", () => {
    const DATA_DIR = folder();
    writeFileSync(join(DATA_DIR, "secrets.json"), '{"sessionSecret":"x"}');
    expect(() => load({ DATA_DIR })).toThrow();
    expect(readFileSync(join(DATA_DIR, "secrets.json"), "utf8")).toBe('{"sessionSecret":"x"}');
  });
});

describe("the platform's wallet [M9.34]", () => {
  const key = Uint8Array.from({ length: 64 }, (_, i) => i);
  const seed = hex(key.subarray(0, 32));
  const SESSION_SECRET = "s".repeat(32);

  it.each([
    ["base58 of 64 bytes", bs58.encode(key)],
    ["a JSON array of 64 bytes", JSON.stringify([...key])],
    ["base58 of the seed alone", bs58.encode(key.subarray(0, 32))],
    ["blanks around it", ` ${bs58.encode(key)}\n`],
  ])("is read from %s", (_, PLATFORM_WALLET_SECRET) => {
    const secrets = load({ PLATFORM_WALLET_SECRET, SESSION_SECRET, DATA_DIR: folder() });
    expect(hex(secrets.platformSeed)).toBe(seed);
    expect(secrets.sessionSecret).toBe(SESSION_SECRET);
  });

  it.each(["x", "0OIl", "[1,2,3]", "[1,2", `[${"300,".repeat(63)}300]`, bs58.encode(key.subarray(0, 31)), "{}"])(
    "%s is refused with a message that names the variable without repeating the value",
    (PLATFORM_WALLET_SECRET) => {
      const attempt = () => load({ PLATFORM_WALLET_SECRET, SESSION_SECRET });
      expect(attempt).toThrow(EnvError);
      expect(attempt).toThrow("PLATFORM_WALLET_SECRET must be a Solana secret key: base58 or a JSON array of 64 bytes");
    },
  );
});

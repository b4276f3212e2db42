import { chmodSync, mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import bs58 from "bs58";
import { describe, expect, it } from "vitest";
import { hasOwnSeed, loadSeed, SeedError } from "./seed.ts";

const folder = () => mkdtempSync(join(tmpdir(), "bbux-seed-"));
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");
const key = Uint8Array.from({ length: 64 }, (_, i) => i);
const seed = hex(key.subarray(0, 32));
const REFUSAL = "must be a Solana secret key: base58 or a JSON array of 64 bytes";

describe("the platform's key [M9.34]", () => {
  it.each([
    ["base58 of 64 bytes", bs58.encode(key)],
    ["a JSON array of 64 bytes", JSON.stringify([...key])],
    ["base58 of the seed alone", bs58.encode(key.subarray(0, 32))],
    ["blanks around it", ` ${bs58.encode(key)}\n`],
  ])("is read from %s, in a variable or a file", (_, secret) => {
    const dataDir = folder();
    const file = join(dataDir, "key");
    writeFileSync(file, secret, { mode: 0o600 });
    expect(hex(loadSeed({ secret, dataDir }))).toBe(seed);
    expect(hex(loadSeed({ file, dataDir }))).toBe(seed);
    expect(hasOwnSeed(dataDir)).toBe(false);
  });

  it.each(["x", "0OIl", "[1,2,3]", "[1,2", `[${"300,".repeat(63)}300]`, bs58.encode(key.subarray(0, 31)), "{}"])(
    "%s is refused with a message that names the variable without repeating the value",
    (secret) => {
      const dataDir = folder();
      const file = join(dataDir, "key");
      writeFileSync(file, secret, { mode: 0o600 });
      expect(() => loadSeed({ secret, dataDir })).toThrow(new SeedError(`PLATFORM_WALLET_SECRET ${REFUSAL}`));
      expect(() => loadSeed({ file, dataDir })).toThrow(new SeedError(`PLATFORM_WALLET_SECRET_FILE ${REFUSAL}`));
    },
  );

  it("in a file that others may read, or that isn't there, is refused", () => {
    const dataDir = folder();
    const file = join(dataDir, "key");
    expect(() => loadSeed({ file, dataDir })).toThrow("can't be read");
    writeFileSync(file, bs58.encode(key));
    for (const mode of [0o640, 0o604, 0o644, 0o660]) {
      chmodSync(file, mode);
      expect(() => loadSeed({ file, dataDir }), mode.toString(8)).toThrow("its mode must be 0600");
    }
    chmodSync(file, 0o400);
    expect(hex(loadSeed({ file, dataDir }))).toBe(seed);
  });

  it("that isn't configured is made once and kept, readable only by this user", () => {
    const dataDir = join(folder(), "not", "there", "yet");
    const made = loadSeed({ dataDir });
    expect(made).toHaveLength(32);
    expect(statSync(join(dataDir, "signer", "seed")).mode & 0o777).toBe(0o600);
    expect(statSync(join(dataDir, "signer")).mode & 0o777).toBe(0o700);
    expect(hex(loadSeed({ dataDir }))).toBe(hex(made));
    expect(hex(loadSeed({ dataDir: folder() }))).not.toBe(hex(made));
  });

  it("of an older data directory is taken over, and out of the file that other processes read", () => {
    const dataDir = folder();
    const file = join(dataDir, "secrets.json");
    writeFileSync(file, JSON.stringify({ sessionSecret: "s".repeat(32), platformSeed: seed }), { mode: 0o600 });
    expect(hasOwnSeed(dataDir)).toBe(true);
    for (const _ of ["first", "again"]) expect(hex(loadSeed({ dataDir }))).toBe(seed);
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ sessionSecret: "s".repeat(32) });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(hasOwnSeed(dataDir)).toBe(true);
  });

  it("that was damaged stops the start instead of being replaced", () => {
    const dataDir = folder();
    loadSeed({ dataDir });
    writeFileSync(join(dataDir, "signer", "seed"), "x");
    expect(() => loadSeed({ dataDir })).toThrow("is no key");
  });
});

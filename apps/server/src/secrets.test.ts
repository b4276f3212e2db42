import { mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readEnv } from "./env.ts";
import { loadSessionSecret } from "./secrets.ts";

const folder = () => mkdtempSync(join(tmpdir(), "bbux-secrets-"));
const load = (env: Record<string, string>) => loadSessionSecret(readEnv(env));

describe("a session secret that isn't configured", () => {
  it("is created once and kept, readable only by this operating-system user", () => {
    const DATA_DIR = join(folder(), "not", "there", "yet");
    const first = load({ DATA_DIR });
    expect(first.length).toBeGreaterThanOrEqual(32);
    expect(statSync(join(DATA_DIR, "secrets.json")).mode & 0o777).toBe(0o600);
    expect(load({ DATA_DIR })).toBe(first);
    expect(load({ DATA_DIR: folder() })).not.toBe(first);
  });
  it("stops the start instead of being replaced if its file is damaged", () => {
    const DATA_DIR = folder();
    writeFileSync(join(DATA_DIR, "secrets.json"), '{"sessionSecret":"x"}');
    expect(() => load({ DATA_DIR })).toThrow();
    expect(readFileSync(join(DATA_DIR, "secrets.json"), "utf8")).toBe('{"sessionSecret":"x"}');
  });
});

it("a configured session secret is used, and nothing is written", () => {
  expect(load({ SESSION_SECRET: "s".repeat(32), DATA_DIR: "/not/there" })).toBe("s".repeat(32));
});

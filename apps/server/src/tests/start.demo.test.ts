import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { seedDemo } from "@bbux/api/demo";
import { endDemo, operator } from "@bbux/api/operator";
import { Keypair } from "@solana/web3.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readEnv } from "../env.ts";
import { start } from "../start.ts";
import { createTestApp, type TestApp } from "../testing.ts";
import { codeOf } from "./second-factor.support.ts";
import { call, ok, refused } from "./support.ts";

const dataDir = mkdtempSync(join(tmpdir(), "bbux-demo-start-"));
let t: TestApp;
let signIns: Awaited<ReturnType<typeof seedDemo>>;
beforeAll(async () => {
  t = await createTestApp();
  signIns = await seedDemo(t.services);
});
afterAll(async () => {
  await t.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const PRODUCTION = {
  NODE_ENV: "production",
  // As all tests on this PostgreSQL, because the passwords of its logins follow from it.
  SESSION_SECRET: "a secret for tests, 32 characters",
  PLATFORM_WALLET_SECRET: JSON.stringify([...Keypair.generate().secretKey]),
  PUBLIC_ORIGIN: "https://bbux.example",
};

/** Starts the product on the database with the demo. @returns what the operator reads */
async function begin(settings: Record<string, string>) {
  const lines: string[] = [];
  const env = readEnv({
    DATABASE_URL: t.database.url,
    DATA_DIR: dataDir,
    HOST: "127.0.0.1",
    PORT: "0",
    LOCAL_CHAIN_PORT: "0",
    LOG_LEVEL: "silent",
    ...settings,
  });
  const running = await start(
    env,
    join(dataDir, "no-web"),
    (line) => lines.push(line),
    () => undefined,
  );
  return { said: lines.join("\n"), ...running };
}

const REFUSAL =
  /^This database has the demo community, whose password is public: .*maren \(admin\).*npm run cli -- demo end/;

it("a demo member with an authenticator app signs in with a code of the key that the start prints", async () => {
  const { email = "", password = "", authenticatorKey } = signIns.find((one) => one.authenticatorKey !== null) ?? {};
  refused(await call(t, "POST", "/auth/login", { body: { email, password } }), 401, "SECOND_FACTOR_REQUIRED");
  ok(await call(t, "POST", "/auth/login", { body: { email, password, code: codeOf(authenticatorKey ?? "") } }));
});

describe("a start over demo data", () => {
  it("is refused in production, with the accounts and the command that closes them", async () => {
    await expect(begin(PRODUCTION)).rejects.toThrow(REFUSAL);
  });

  it("is refused with a real chain", async () => {
    await expect(
      begin({ PLATFORM_WALLET_SECRET: PRODUCTION.PLATFORM_WALLET_SECRET, SOLANA_RPC_URL: "http://127.0.0.1:9" }),
    ).rejects.toThrow(REFUSAL);
  });

  it("works in production once the demo has ended, and says how to make the first admin", async () => {
    await endDemo(operator(t.database.db));
    const { address, said, stop } = await begin(PRODUCTION);
    try {
      expect(address).toBe(PRODUCTION.PUBLIC_ORIGIN);
      expect(said).toContain("There is no admin yet. Sign up in the web app, then run npm run cli -- grant-role");
      expect(said).not.toContain("demo-password");
    } finally {
      await stop();
    }
  });
});
